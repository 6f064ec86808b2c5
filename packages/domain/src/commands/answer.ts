import { MINUTE, type Millis } from '../units.ts';
import { type Command, type CommandFailure, isFanStart, isOpen } from './command.ts';
import { hasPassed } from './release.ts';

/** A board's answer to a command. */
export type Answer =
  | {
      readonly kind: 'fan';
      readonly isOn: boolean;
      readonly cause: 'command' | 'switch' | 'timer' | 'restart';
      readonly isLocked: boolean;
    }
  | { readonly kind: 'result'; readonly status: 'in_progress' | 'completed' | 'failed' }
  /** A reading that was requested. */
  | { readonly kind: 'reading' };

export type AnswerEffect =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'fail'; readonly failure: CommandFailure }
  /** The board carried out the command, but it had already ended. */
  | { readonly kind: 'confirm-late' };

/** How an answer changes a command; null if it does not. A command leaves each state only once. */
export function applyAnswer(
  { state, instruction, confirmedAt }: Pick<Command, 'state' | 'instruction' | 'confirmedAt'>,
  answer: Answer,
): AnswerEffect | null {
  if (confirmedAt !== null) return null;
  const failure = findFailure(instruction, answer);
  if (failure === 'unfinished') return null;
  // After a backup is restored, a board might answer a command whose release is not stored.
  if (failure === null) return { kind: state === 'released' ? 'confirm' : 'confirm-late' };
  return isOpen(state) && state === 'released' ? { kind: 'fail', failure } : null;
}

function findFailure(
  instruction: Command['instruction'],
  answer: Answer,
): CommandFailure | 'unfinished' | null {
  switch (answer.kind) {
    case 'reading':
      return null;
    case 'result':
      if (answer.status === 'in_progress') return 'unfinished';
      return answer.status === 'completed' ? null : 'refused';
    case 'fan': {
      if (instruction.kind !== 'fan' || answer.isOn === instruction.isOn) return null;
      // A fan that stopped at the end of its run time was on before.
      if (instruction.isOn && answer.cause === 'timer') return null;
      if (instruction.isOn && answer.isLocked) return 'lockout';
      if (answer.cause === 'switch') return 'overridden';
      // Nobody used the switch and the power was not cut, so the board could not carry out the command.
      return answer.cause === 'restart' ? 'power-cut' : 'refused';
    }
  }
}

/** What someone did at the bin, as its board reports it. */
export interface BinReport {
  readonly isOn: boolean;
  /** Whether someone used the switch. */
  readonly isBySwitch: boolean;
  /** Null if the report does not mention a lockout. */
  readonly isLocked: boolean | null;
}

/**
 * How an open ON ends after someone at the bin turned the fan off or locked it out: the command must not
 * start the fan while they are next to it. Null if it stays open.
 */
export function findOverride(
  { state, instruction }: Pick<Command, 'state' | 'instruction'>,
  { isOn, isBySwitch, isLocked }: BinReport,
): { readonly state: 'cancelled' | 'failed'; readonly failure: CommandFailure } | null {
  if (!isOpen(state) || !isFanStart({ instruction })) return null;
  const end = state === 'queued' ? 'cancelled' : 'failed';
  if (isLocked === true) return { state: end, failure: 'lockout' };
  return isBySwitch && !isOn ? { state: end, failure: 'overridden' } : null;
}

/** The last OFF is sent again as a new command at least this long after it was queued. */
const OFF_RETRY_MS = 5 * MINUTE;

/**
 * Whether a bin's newest fan command is an OFF that must be sent again: it ended without being confirmed, and
 * nobody has used the switch since.
 */
export function mustRepeatOff(
  { state, instruction, confirmedAt, queuedAt, failure }: Command,
  now: Millis,
  lastSwitchAt: Millis | null,
): boolean {
  if (instruction.kind !== 'fan' || instruction.isOn || confirmedAt !== null) return false;
  if (state !== 'expired' && (state !== 'failed' || failure === 'overridden')) return false;
  if (lastSwitchAt !== null && lastSwitchAt >= queuedAt) return false;
  return hasPassed(queuedAt, OFF_RETRY_MS, now);
}
