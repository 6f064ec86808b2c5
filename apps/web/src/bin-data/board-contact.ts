import type { BoardContact } from '@granary/domain/fans/current-fan';
import { type Millis, SECOND } from '@granary/domain/units';

/** When the board of a bin with this newest reading was heard from. */
export function toBoardContact(
  bin: { readonly usualIntervalS: number },
  newest: { readonly at: Millis } | null,
): BoardContact {
  return { readAt: newest?.at ?? null, usualIntervalMs: bin.usualIntervalS * SECOND };
}
