import { type Millis, millis, SECOND } from '../units.ts';
import { type Command, type CommandFailure, isFanStart } from './command.ts';
import type { BoardMode } from './expiry.ts';

/** A command without an answer is sent at most this many times. */
export const MAX_ATTEMPTS = 3;
/** A board answers within this time after a command was sent. */
export const ANSWER_TIMEOUT_MS = 30 * SECOND;
/**
 * If the broker gets no PUBACK for a command in this time, it gives up the command and resets the connection.
 */
export const PUBACK_TIMEOUT_MS = 10 * SECOND;
/** A sleeping board listens this long after the PUBACK of its last frame. */
export const LISTENING_MS = 10 * SECOND;
/** Fans of one farm start at least this far apart, so that they do not overload the farm's power line. */
export const START_SPACING_MS = 10 * SECOND;
/**
 * After a board connects, it has this long to report what people have done at its bins; no fan starts before
 * then.
 */
export const REPORTING_MS = 3 * SECOND;
/**
 * A board can execute a command up to this long after the command expired: PUBACK_TIMEOUT_MS plus the radio
 * delay.
 */
const GRACE_MS = 15 * SECOND;
/** A clock that goes back by up to this much was corrected by time synchronization, not set back. */
const MAX_CLOCK_STEP_MS = 2 * SECOND;

/** What decides whether the fan of a bin may start. */
export interface FanBlocks {
  /** Whether the fan is on hold (see `fanHolds`); the hold ends when a person resumes control. */
  readonly isHeld: boolean;
  /** The board reports that the equipment is locked out. */
  readonly isLocked: boolean;
  /** Someone is in or near the bin. */
  readonly hasEntrySession: boolean;
}

/** Why a fan may not start. A hold stops only the schedule and automatic control. */
export type StartBlock = 'entry' | 'lockout' | 'hold';

export function findStartBlock(
  { isHeld, isLocked, hasEntrySession }: FanBlocks,
  controlType: Command['controlType'],
): StartBlock | null {
  if (hasEntrySession) return 'entry';
  if (isLocked) return 'lockout';
  return isHeld && controlType !== 'manual' ? 'hold' : null;
}

/** What is known about a board when its next step is decided. */
export interface ReleaseContext {
  readonly now: Millis;
  readonly mode: BoardMode;
  /** Whether a session of the board is subscribed, and no command waits for its PUBACK. */
  readonly canSend: boolean;
  /** When the board subscribed in this session; null without one. */
  readonly subscribedAt: Millis | null;
  /** When a frame of each bin was last stored in this session, by `bin_number`. */
  readonly lastReportAt: ReadonlyMap<number, Millis>;
  readonly getBlocks: (binId: number) => FanBlocks;
  /** When another fan of the bin's farm was last sent an ON. */
  readonly getLastOtherStartAt: (binId: number) => Millis | null;
}

export type ReleaseStep =
  | {
      readonly kind: 'expire';
      readonly command: Command;
      /** Null if it could not be sent in time. */
      readonly failure: 'clock-set-back' | null;
    }
  | { readonly kind: 'cancel'; readonly command: Command; readonly block: StartBlock }
  | { readonly kind: 'fail'; readonly command: Command; readonly failure: CommandFailure }
  | { readonly kind: 'send'; readonly command: Command; readonly ttlS: number };

/**
 * The next step for the open commands of a board; null if there is nothing to do now. Commands that stop a
 * fan go first. Each step is stored before it takes effect, and then this is called again.
 */
export function planRelease(
  commands: readonly Command[],
  situation: ReleaseContext,
): ReleaseStep | null {
  const sortedCommands = [...commands].sort(
    (a, b) => getUrgency(a) - getUrgency(b) || a.seq - b.seq,
  );
  for (const command of sortedCommands) {
    const step = planEnd(command, situation);
    if (step !== null) return step;
  }
  if (!situation.canSend) return null;
  for (const command of sortedCommands) {
    if (!isDue(command, situation)) continue;
    return { kind: 'send', command, ttlS: getRemainingSeconds(command, situation.now) };
  }
  return null;
}

function getUrgency(command: Command): number {
  if (isFanStart(command)) return 1;
  return command.instruction.kind === 'fan' ? 0 : 2;
}

/** Plans the end of a command that must not be sent, can no longer be sent, or was not answered. */
function planEnd(command: Command, { now, getBlocks }: ReleaseContext): ReleaseStep | null {
  if (command.state === 'queued') {
    if (getRemainingSeconds(command, now) < 1) return { kind: 'expire', command, failure: null };
    const block = isFanStart(command)
      ? findStartBlock(getBlocks(command.binId), command.controlType)
      : null;
    return block === null ? null : { kind: 'cancel', command, block };
  }
  if (command.state !== 'released') return null;
  const isLastAttempt = command.attempts >= MAX_ATTEMPTS;
  const isUnanswered = hasPassed(command.sentAt ?? command.queuedAt, ANSWER_TIMEOUT_MS, now);
  const isOver = now >= command.expiresAt + GRACE_MS || (isLastAttempt && isUnanswered);
  return isOver ? { kind: 'fail', command, failure: 'no-answer' } : null;
}

function isDue(command: Command, situation: ReleaseContext): boolean {
  const { now, mode, getBlocks, getLastOtherStartAt, subscribedAt } = situation;
  if (getRemainingSeconds(command, now) < 1 || command.attempts >= MAX_ATTEMPTS) return false;
  if (mode === 'sleep') {
    if (!isListening(command, situation)) return false;
  } else if (command.sentAt !== null && !hasPassed(command.sentAt, ANSWER_TIMEOUT_MS, now))
    return false;
  if (!isFanStart(command)) return true;
  if (subscribedAt !== null && !hasPassed(subscribedAt, REPORTING_MS, now)) return false;
  if (findStartBlock(getBlocks(command.binId), command.controlType) !== null) return false;
  const startedAt = getLastOtherStartAt(command.binId);
  return startedAt === null || hasPassed(startedAt, START_SPACING_MS, now);
}

/** Whether the clock was set back since an earlier time, by more than time synchronization corrects. */
export function isClockSetBack(earlierTime: Millis, now: Millis): boolean {
  return earlierTime - now > MAX_CLOCK_STEP_MS;
}

/**
 * How an open command ends after the database clock was set back: only an ON ends, because its age is
 * unknown. Null for other commands: a fan must stop, and settings that arrive late do no harm.
 */
export function planClockSetBack(command: Command): ReleaseStep | null {
  if (!isFanStart(command)) return null;
  const kind = command.state === 'queued' ? 'expire' : 'fail';
  return { kind, command, failure: 'clock-set-back' };
}

/** Whether `ms` have passed since a time; also true if the clock was set back to before it. */
export function hasPassed(since: Millis, ms: number, now: Millis): boolean {
  return now - since >= ms || isClockSetBack(since, now);
}

/** Whether a sleeping board is awake, has reported the bin, and has not been sent the command since. */
function isListening(
  { binNumber, sentAt }: Command,
  { now, lastReportAt }: ReleaseContext,
): boolean {
  const binReportedAt = lastReportAt.get(binNumber);
  const reportedAt = millis(Math.max(...lastReportAt.values()));
  if (binReportedAt === undefined || hasPassed(reportedAt, LISTENING_MS, now)) return false;
  return sentAt === null || binReportedAt > sentAt || isClockSetBack(sentAt, now);
}

function getRemainingSeconds(command: Command, now: Millis): number {
  return Math.floor((command.expiresAt - now) / SECOND);
}

/** The instruction as it is sent: a scheduled run that starts late still ends with its slot. */
export function capRunTime(
  { instruction, controlType }: Pick<Command, 'instruction' | 'controlType'>,
  ttlS: number,
): Command['instruction'] {
  if (instruction.kind !== 'fan' || !instruction.isOn || controlType !== 'scheduled') {
    return instruction;
  }
  return { ...instruction, runForS: Math.min(instruction.runForS ?? ttlS, ttlS) };
}

/** When the commands of a board must be checked again, if nothing else happens. */
export function findNextReleaseTime(
  commands: readonly Command[],
  { now, subscribedAt }: Pick<ReleaseContext, 'now' | 'subscribedAt'>,
): Millis | null {
  if (commands.length === 0) return null;
  const reportingEndsAt = (subscribedAt ?? Number.NEGATIVE_INFINITY) + REPORTING_MS;
  const times = commands.flatMap(({ sentAt, expiresAt, state }) => [
    expiresAt + (state === 'queued' ? 0 : GRACE_MS),
    ...(sentAt === null ? [now + START_SPACING_MS] : [sentAt + ANSWER_TIMEOUT_MS]),
    ...(reportingEndsAt > now ? [reportingEndsAt] : []),
  ]);
  return millis(Math.max(now + SECOND, Math.min(...times)));
}

/** The difference between two clocks above which a process releases nothing. */
const MAX_CLOCK_DIFFERENCE_MS = 30 * SECOND;

/** Whether the clock of a process agrees with the clock of the database. */
export function isClockInSync(processNow: Millis, databaseNow: Millis): boolean {
  return Math.abs(processNow - databaseNow) < MAX_CLOCK_DIFFERENCE_MS;
}
