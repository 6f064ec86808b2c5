import { DAY, type Millis, millis } from '../units.ts';
import { isOverdue } from './report-interval.ts';

/** Why a sign-in with a board's ID was refused. */
export const refusalReasons = ['wrong-key', 'no-key'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A refused sign-in with a board's ID. */
export interface Refusal {
  readonly at: Millis;
  /** The network that it came from. */
  readonly address: string;
  readonly reason: RefusalReason;
}

/** A bin number that a board sends but no bin has. */
export interface UnknownBin {
  readonly binNumber: number;
  /** When the last frame with this number arrived. */
  readonly at: Millis;
}

/** What is wrong with the sign-in and the bin numbers of a board. */
export interface BoardProblems {
  /** When a sign-in was last refused since the board last signed in; null if none was. */
  readonly refusedAt: Millis | null;
  /** Whether the board has signed in with its current key. */
  readonly isKeyProven: boolean;
  readonly unknownBins: readonly UnknownBin[];
}

/**
 * A problem stops being a finding this long after the last refused sign-in, or the last frame with an unknown
 * bin number, ms.
 */
const PROBLEM_LIFETIME_MS = 7 * DAY;

/** The newest reading of one of the board's bins, and when the next one is due. */
export interface LastReport {
  readonly now: Millis;
  readonly lastAt: Millis | null;
  readonly usualIntervalMs: number;
}

/**
 * When a sign-in with the wrong board key was last refused; null if the board's key does not look wrong.
 * Anyone can try to sign in with a board's ID, so a key that worked before is suspect only if the bin lacks
 * data.
 */
export function findWrongKey(
  { refusedAt, isKeyProven }: BoardProblems,
  { now, lastAt, usualIntervalMs }: LastReport,
): Millis | null {
  if (refusedAt === null || now - refusedAt > PROBLEM_LIFETIME_MS) return null;
  if (lastAt === null) return refusedAt;
  if (lastAt >= refusedAt) return null;
  return !isKeyProven || isOverdue(now, lastAt, usualIntervalMs) ? refusedAt : null;
}

/** When a board's problems stop being findings, in any order. */
export function listExpiries({ refusedAt, unknownBins }: BoardProblems): Millis[] {
  const times = unknownBins.map(({ at }) => at);
  if (refusedAt !== null) times.push(refusedAt);
  return times.map((at) => millis(at + PROBLEM_LIFETIME_MS + 1));
}

/** The bin numbers that a board sent recently but no bin has, ascending. */
export function listUnknownBins({ unknownBins }: BoardProblems, now: Millis): number[] {
  return unknownBins
    .filter(({ at }) => now - at <= PROBLEM_LIFETIME_MS)
    .map(({ binNumber }) => binNumber)
    .sort((a, b) => a - b);
}
