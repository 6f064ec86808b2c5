import type { FanCause } from '@granary/contract/boards/frame';
import type { DownCommand } from '@granary/contract/commands/frame';
import { type Millis, millis, SECOND } from '@granary/domain/units';

/**
 * Something that happens to a board. Times are the board's uptime, because the clock time in its frames can
 * be wrong.
 */
export type BoardInput =
  | { readonly kind: 'command'; readonly command: DownCommand }
  /** Time passes: commands are executed and fans stop at the end of their run time. */
  | { readonly kind: 'time' }
  /** Someone at the bin uses the switch. */
  | { readonly kind: 'switch'; readonly binNumber: number; readonly isOn: boolean }
  /** Someone locks the fan out at the bin, or removes the lock. */
  | { readonly kind: 'lockout'; readonly binNumber: number; readonly isLocked: boolean }
  | { readonly kind: 'power-outage' };

export type BoardEffect =
  | { readonly kind: 'set-fan'; readonly binNumber: number; readonly isOn: boolean }
  | ({ readonly kind: 'fan-report' } & FanReport)
  /** The result of a command of any other kind. */
  | { readonly kind: 'completed'; readonly command: DownCommand }
  | { readonly kind: 'reading'; readonly binNumber: number; readonly commandId: string };

export interface FanReport {
  readonly binNumber: number;
  readonly isOn: boolean;
  readonly cause: FanCause;
  readonly commandId: string | null;
  readonly eventId: string;
  readonly isLocked: boolean;
}

interface Fan {
  readonly isOn: boolean;
  readonly by: FanCause;
  /**
   * The command that caused the last change of the fan, directly or when its run time ended; null if the
   * switch, a lockout or a restart caused it.
   */
  readonly commandId: string | null;
  readonly stopsAt: Millis | null;
  readonly event: number;
}

/** A board's memory; plain data that is saved for the next start. */
export interface MainBoardState {
  /** IDs of the last commands that were executed or ignored, oldest first; survives power outages. */
  readonly seen: readonly string[];
  /** The highest `seq` by `bin/kind`; survives power outages. */
  readonly highest: Readonly<Record<string, number>>;
  /** Commands being sent over the radio to the bin's station; lost in a power outage. */
  readonly waiting: readonly { readonly command: DownCommand; readonly receivedAt: Millis }[];
  /** By bin number; a bin without a fan event has no entry. */
  readonly fans: Readonly<Record<string, Fan>>;
  /** The bins that are locked out. */
  readonly locked: readonly number[];
  /** The number of the last fan event; survives power outages. */
  readonly events: number;
  /** The cable addresses that commands set, by `bin/original address`; survives power outages. */
  readonly addresses: Readonly<Record<string, number>>;
}

export const NEW_MAIN_BOARD: MainBoardState = {
  seen: [],
  highest: {},
  waiting: [],
  fans: {},
  locked: [],
  events: 0,
  addresses: {},
};

export interface BoardStep {
  readonly state: MainBoardState;
  readonly effects: readonly BoardEffect[];
}

const MAX_SEEN = 64;

/**
 * Applies an input to a board. A command is executed once, unless it has expired or a newer one of its kind
 * for the same bin has arrived. `now` is the board's uptime; `relayMs` is how long a command takes to reach
 * the bin's station.
 */
export function stepBoard(
  state: MainBoardState,
  input: BoardInput,
  now: Millis,
  relayMs: number,
): BoardStep {
  switch (input.kind) {
    case 'command':
      return receiveCommand(state, input.command, now);
    case 'time':
      return stopFans(executeDueCommands(state, now, relayMs), now);
    case 'switch': {
      const { binNumber, isOn } = input;
      if (isOn && state.locked.includes(binNumber)) return { state, effects: [] };
      const fan = { isOn, by: 'switch', commandId: null, stopsAt: null } as const;
      return overrideCommands(setFan(state, binNumber, fan), binNumber);
    }
    case 'lockout':
      return overrideCommands(setLockout(state, input.binNumber, input.isLocked), input.binNumber);
    case 'power-outage':
      return restartBoard(state);
  }
}

/** When the board must next act without input; null if never. */
export function findNextStepTime(state: MainBoardState, relayMs: number): Millis | null {
  const times = [
    ...state.waiting.map(({ receivedAt }) => receivedAt + relayMs),
    ...Object.values(state.fans).flatMap(({ stopsAt }) => stopsAt ?? []),
  ];
  return times.length === 0 ? null : millis(Math.min(...times));
}

function receiveCommand(state: MainBoardState, command: DownCommand, now: Millis): BoardStep {
  const { commandId, seq, binNumber, instruction } = command;
  if (state.seen.includes(commandId)) return { state, effects: [createAnswer(state, command)] };
  if (state.waiting.some(({ command: other }) => other.commandId === commandId)) {
    return { state, effects: [] };
  }
  const key = `${binNumber}/${instruction.kind}`;
  if (seq < (state.highest[key] ?? Number.NEGATIVE_INFINITY)) {
    return { state: markSeen(state, commandId), effects: [createAnswer(state, command)] };
  }
  return {
    state: {
      ...state,
      highest: { ...state.highest, [key]: seq },
      waiting: [...state.waiting, { command, receivedAt: now }],
    },
    effects: [],
  };
}

/**
 * Executes the commands that reached the bin's station, unless they have expired since they were received.
 */
function executeDueCommands(
  previousState: MainBoardState,
  now: Millis,
  relayMs: number,
): BoardStep {
  let state: MainBoardState = { ...previousState, waiting: [] };
  const effects: BoardEffect[] = [];
  for (const entry of previousState.waiting) {
    const { command, receivedAt } = entry;
    if (now - receivedAt > command.ttlS * SECOND) continue;
    if (now - receivedAt < relayMs) {
      state = { ...state, waiting: [...state.waiting, entry] };
      continue;
    }
    const step = executeCommand(markSeen(state, command.commandId), command, receivedAt);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

function executeCommand(
  state: MainBoardState,
  command: DownCommand,
  receivedAt: Millis,
): BoardStep {
  const { instruction, binNumber, commandId } = command;
  if (instruction.kind === 'cable') {
    return {
      state: changeAddress(state, binNumber, instruction.text),
      effects: [createAnswer(state, command)],
    };
  }
  if (instruction.kind !== 'fan') return { state, effects: [createAnswer(state, command)] };
  const { isOn, runForS } = instruction;
  if (isOn && state.locked.includes(binNumber)) {
    return { state, effects: [createAnswer(state, command)] };
  }
  const stopsAt = isOn && runForS !== null ? millis(receivedAt + runForS * SECOND) : null;
  return setFan(state, binNumber, { isOn, by: 'command', commandId, stopsAt });
}

/** Executes command 71: the old address, a position and the new address, two hex digits each. */
function changeAddress(state: MainBoardState, binNumber: number, text: string): MainBoardState {
  const [, oldHex = '', newHex = ''] = /^setF71(..)..(..)$/.exec(text) ?? [];
  if (oldHex === '') return state;
  const [oldAddress, address] = [Number.parseInt(oldHex, 16), Number.parseInt(newHex, 16)];
  const key =
    Object.keys(state.addresses).find(
      (oldKey) => oldKey.startsWith(`${binNumber}/`) && state.addresses[oldKey] === oldAddress,
    ) ?? `${binNumber}/${oldAddress}`;
  return { ...state, addresses: { ...state.addresses, [key]: address } };
}

function stopFans(
  { state: previousState, effects: previousEffects }: BoardStep,
  now: Millis,
): BoardStep {
  let state = previousState;
  const effects = [...previousEffects];
  for (const [bin, { stopsAt, commandId }] of Object.entries(previousState.fans)) {
    if (stopsAt === null || stopsAt > now) continue;
    const fan = { isOn: false, by: 'timer', commandId, stopsAt: null } as const;
    const step = setFan(state, Number(bin), fan);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

function setLockout(state: MainBoardState, binNumber: number, isLocked: boolean): BoardStep {
  const others = state.locked.filter((bin) => bin !== binNumber);
  const locked = isLocked ? [...others, binNumber] : others;
  const fan = { isOn: false, by: 'switch', commandId: null, stopsAt: null } as const;
  return setFan({ ...state, locked }, binNumber, fan);
}

/**
 * After someone uses a fan's switch or lockout, overrides the fan commands that are on their way to the bin:
 * they are not executed, but answered with the current state.
 */
function overrideCommands(
  { state: previousState, effects: previousEffects }: BoardStep,
  binNumber: number,
): BoardStep {
  let state = previousState;
  const effects = [...previousEffects];
  for (const { command } of previousState.waiting) {
    if (command.binNumber !== binNumber || command.instruction.kind !== 'fan') continue;
    const { commandId } = command;
    const waiting = state.waiting.filter(({ command: other }) => other.commandId !== commandId);
    state = markSeen({ ...state, waiting }, commandId);
    effects.push(createAnswer(state, command));
  }
  return { state, effects };
}

/** Fans stay off after a power outage, and commands that were on their way are lost. */
function restartBoard(previousState: MainBoardState): BoardStep {
  let state: MainBoardState = { ...previousState, waiting: [] };
  const effects: BoardEffect[] = [];
  for (const [bin, { isOn }] of Object.entries(previousState.fans)) {
    if (!isOn) continue;
    const fan = { isOn: false, by: 'restart', commandId: null, stopsAt: null } as const;
    const step = setFan(state, Number(bin), fan);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

function setFan(state: MainBoardState, binNumber: number, fan: Omit<Fan, 'event'>): BoardStep {
  const events = state.events + 1;
  const fans = { ...state.fans, [binNumber]: { ...fan, event: events } };
  const next = { ...state, fans, events };
  return {
    state: next,
    effects: [
      { kind: 'set-fan', binNumber, isOn: fan.isOn },
      createFanReport(next, binNumber, fan.commandId),
    ],
  };
}

/**
 * Answers a command, even one that is not executed; the answer to a fan command has the fan's current state.
 */
function createAnswer(state: MainBoardState, command: DownCommand): BoardEffect {
  const { instruction, binNumber, commandId } = command;
  if (instruction.kind === 'fan') return createFanReport(state, binNumber, commandId);
  if (instruction.kind === 'request') return { kind: 'reading', binNumber, commandId };
  return { kind: 'completed', command };
}

function createFanReport(
  state: MainBoardState,
  binNumber: number,
  commandId: string | null,
): BoardEffect {
  const fan = state.fans[String(binNumber)];
  return {
    kind: 'fan-report',
    binNumber,
    isOn: fan?.isOn ?? false,
    cause: fan?.by ?? 'command',
    commandId,
    eventId: String(fan?.event ?? 0),
    isLocked: state.locked.includes(binNumber),
  };
}

function markSeen(state: MainBoardState, commandId: string): MainBoardState {
  return { ...state, seen: [...state.seen, commandId].slice(-MAX_SEEN) };
}
