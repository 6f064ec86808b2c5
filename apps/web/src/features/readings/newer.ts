import type { Reading } from '@granary/contract/readings/wire';

/** The newer of two readings of a bin by the time they were taken; of two of one time the first. */
export function newerReading(one: Reading | null, other: Reading | null): Reading | null {
  if (one === null || other === null) return one ?? other;
  return other.at > one.at ? other : one;
}
