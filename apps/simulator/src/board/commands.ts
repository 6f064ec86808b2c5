import { type Millis, millis } from '@granary/domain/units';

const KINDS = [
  'fan',
  'config',
  'request',
  'radar-height',
  'firmware',
  'installation-mode',
] as const;
export type CommandKind = (typeof KINDS)[number];

/** A command, with the fields that the board uses. */
export interface Command {
  readonly commandId: string;
  readonly seq: number;
  readonly kind: CommandKind;
  readonly binNumber: number;
  /** Null unless `kind` is `fan`. */
  readonly isFanOn: boolean | null;
  /** When the fan that this turns on stops automatically. */
  readonly runUntil: Millis | null;
  readonly ttlMs: number;
}

/** The board's memory of commands; plain data that is saved for the next start. */
export interface CommandState {
  /** The last commands, and whether they were executed. */
  readonly seen: readonly { readonly id: string; readonly isDone: boolean }[];
  /** Highest `seq` by `bin/kind`. */
  readonly highest: Readonly<Record<string, number>>;
  /** Commands being sent over the radio to the bin's station. */
  readonly waiting: readonly { readonly command: Command; readonly receivedAt: Millis }[];
  /** Fans with an automatic stop, by bin. */
  readonly limits: Readonly<Record<string, { readonly until: Millis; readonly commandId: string }>>;
}

export const NO_COMMANDS: CommandState = { seen: [], highest: {}, waiting: [], limits: {} };

export type Effect =
  | { readonly kind: 'set-fan'; readonly binNumber: number; readonly isOn: boolean }
  | {
      readonly kind: 'acknowledge';
      readonly command: Pick<Command, 'commandId' | 'kind' | 'binNumber'>;
    }
  | { readonly kind: 'report'; readonly binNumber: number };

export interface CommandResult {
  readonly state: CommandState;
  readonly effects: readonly Effect[];
}

const MAX_REMEMBERED = 64;

/** Parses the payload of a `down` message; null when it is not a command of version 1. */
export function parseCommand(text: string): Command | null {
  const sent = parseObject(text);
  if (sent === null || sent['v'] !== 1) return null;
  const { command_id: commandId, seq, kind, bin_number: binNumber, fan, ttl_s: ttl } = sent;
  const known = KINDS.find((candidate) => candidate === kind);
  if (typeof commandId !== 'string' || commandId === '' || known === undefined) return null;
  if (!isWhole(seq) || !isWhole(binNumber) || typeof ttl !== 'number') return null;
  if (known === 'fan' && fan !== 'on' && fan !== 'off') return null;
  const until = sent['run_until_s'];
  return {
    commandId,
    seq,
    kind: known,
    binNumber,
    isFanOn: known === 'fan' ? fan === 'on' : null,
    runUntil: typeof until === 'number' ? millis(until * 1000) : null,
    ttlMs: ttl * 1000,
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/**
 * Receives a command. A repeated one, or one with a lower `seq` than another of its bin and kind, is
 * acknowledged but not executed; any other waits for the radio.
 */
export function receiveCommand(state: CommandState, command: Command, now: Millis): CommandResult {
  const known = state.seen.find(({ id }) => id === command.commandId);
  if (known !== undefined) {
    return { state, effects: known.isDone ? [{ kind: 'acknowledge', command }] : [] };
  }
  const key = `${command.binNumber}/${command.kind}`;
  if (command.seq < (state.highest[key] ?? Number.NEGATIVE_INFINITY)) {
    return {
      state: rememberCommand(state, command, true),
      effects: [{ kind: 'acknowledge', command }],
    };
  }
  return {
    state: {
      ...rememberCommand(state, command, false),
      highest: { ...state.highest, [key]: command.seq },
      waiting: [...state.waiting, { command, receivedAt: now }],
    },
    effects: [],
  };
}

/**
 * Executes commands received at least `relayMs` ago, unless they have expired, and stops fans at their
 * time limit.
 */
export function runCommands(state: CommandState, now: Millis, relayMs: number): CommandResult {
  let next: CommandState = { ...state, waiting: [] };
  const effects: Effect[] = [];
  for (const entry of state.waiting) {
    const { command, receivedAt } = entry;
    if (now - receivedAt > command.ttlMs) continue;
    if (now - receivedAt < relayMs) {
      next = { ...next, waiting: [...next.waiting, entry] };
      continue;
    }
    next = rememberCommand(next, command, true);
    if (command.kind === 'fan' && command.isFanOn !== null) {
      effects.push({ kind: 'set-fan', binNumber: command.binNumber, isOn: command.isFanOn });
      next = { ...next, limits: limitsAfter(next, command) };
    }
    if (command.kind === 'request') effects.push({ kind: 'report', binNumber: command.binNumber });
    else effects.push({ kind: 'acknowledge', command });
  }
  for (const [bin, { until, commandId }] of Object.entries(next.limits)) {
    if (until > now) continue;
    const binNumber = Number(bin);
    const { [bin]: _over, ...limits } = next.limits;
    next = { ...next, limits };
    effects.push({ kind: 'set-fan', binNumber, isOn: false });
    effects.push({ kind: 'acknowledge', command: { commandId, kind: 'fan', binNumber } });
  }
  return { state: next, effects };
}

function limitsAfter(state: CommandState, command: Command): CommandState['limits'] {
  const { [String(command.binNumber)]: _before, ...limits } = state.limits;
  if (command.isFanOn !== true || command.runUntil === null) return limits;
  const limit = { until: command.runUntil, commandId: command.commandId };
  return { ...limits, [command.binNumber]: limit };
}

function rememberCommand(
  state: CommandState,
  { commandId }: Command,
  isDone: boolean,
): CommandState {
  const others = state.seen.filter(({ id }) => id !== commandId);
  return { ...state, seen: [...others, { id: commandId, isDone }].slice(-MAX_REMEMBERED) };
}
