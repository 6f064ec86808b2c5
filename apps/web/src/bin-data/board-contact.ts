import type { BoardContact } from '@granary/domain/fans/current-fan';
import { type Millis, SECOND } from '@granary/domain/units';

/** When a bin's board was last heard from, by its newest reading. */
export function toBoardContact(
  bin: { readonly usualIntervalS: number },
  newest: { readonly at: Millis } | null,
): BoardContact {
  return { readAt: newest?.at ?? null, usualIntervalMs: bin.usualIntervalS * SECOND };
}
