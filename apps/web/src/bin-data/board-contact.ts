import type { BoardContact } from '@granary/domain/fans/current-fan';
import { type Millis, SECOND } from '@granary/domain/units';

/**
 * Returns when a bin's board last reported, according to its newest reading, and how often it usually does.
 */
export function toBoardContact(
  bin: { readonly usualIntervalS: number },
  newestReading: { readonly at: Millis } | null,
): BoardContact {
  return { readAt: newestReading?.at ?? null, usualIntervalMs: bin.usualIntervalS * SECOND };
}
