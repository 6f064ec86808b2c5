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

/** A message to the board, as far as the board acts on it. */
export interface Command {
  readonly commandId: string;
  readonly seq: number;
  readonly kind: CommandKind;
  readonly binNumber: number;
  /** Null unless `kind` is `fan`. */
  readonly isFanOn: boolean | null;
  /** When a fan that this turns on stops by itself. */
  readonly runUntil: Millis | null;
  readonly ttlMs: number;
}

/** What the board remembers of commands; plain data, so that it outlives a power cut. */
export interface CommandState {
  /** The last commands, and whether they were carried out. */
  readonly seen: readonly { readonly id: string; readonly isDone: boolean }[];
  /** Highest `seq` by `bin/kind`. */
  readonly highest: Readonly<Record<string, number>>;
  /** On their way over the radio to the bin's station. */
  readonly waiting: readonly { readonly command: Command; readonly receivedAt: Millis }[];
  /** Fans that stop by themselves, by bin. */
  readonly limits: Readonly<Record<string, { readonly until: Millis; readonly commandId: string }>>;
}

export const NO_COMMANDS: CommandState = { seen: [], highest: {}, waiting: [], limits: {} };

/** What follows from a command. */
export type Effect =
  | { readonly kind: 'set-fan'; readonly binNumber: number; readonly isOn: boolean }
  | {
      readonly kind: 'acknowledge';
      readonly command: Pick<Command, 'commandId' | 'kind' | 'binNumber'>;
    }
  | { readonly kind: 'report'; readonly binNumber: number };

export interface Outcome {
  readonly state: CommandState;
  readonly effects: readonly Effect[];
}

const REMEMBERED = 64;

/** Reads the payload of a `down` message; null where it is not a command of version 1. */
export function readCommand(text: string): Command | null {
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
 * Takes in a command. One that was seen before, or has a lower `seq` than another of its bin and
 * kind, is answered again but changes nothing; any other waits for the radio.
 */
export function receiveCommand(state: CommandState, command: Command, now: Millis): Outcome {
  const known = state.seen.find(({ id }) => id === command.commandId);
  if (known !== undefined) {
    return { state, effects: known.isDone ? [{ kind: 'acknowledge', command }] : [] };
  }
  const key = `${command.binNumber}/${command.kind}`;
  if (command.seq < (state.highest[key] ?? Number.NEGATIVE_INFINITY)) {
    return { state: remember(state, command, true), effects: [{ kind: 'acknowledge', command }] };
  }
  return {
    state: {
      ...remember(state, command, false),
      highest: { ...state.highest, [key]: command.seq },
      waiting: [...state.waiting, { command, receivedAt: now }],
    },
    effects: [],
  };
}

/**
 * Carries out what has waited `relayMs` for the radio, unless it expired since its receipt, and
 * stops fans whose time is over.
 */
export function runCommands(state: CommandState, now: Millis, relayMs: number): Outcome {
  let next: CommandState = { ...state, waiting: [] };
  const effects: Effect[] = [];
  for (const entry of state.waiting) {
    const { command, receivedAt } = entry;
    if (now - receivedAt > command.ttlMs) continue;
    if (now - receivedAt < relayMs) {
      next = { ...next, waiting: [...next.waiting, entry] };
      continue;
    }
    next = remember(next, command, true);
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

function remember(state: CommandState, { commandId }: Command, isDone: boolean): CommandState {
  const others = state.seen.filter(({ id }) => id !== commandId);
  return { ...state, seen: [...others, { id: commandId, isDone }].slice(-REMEMBERED) };
}
