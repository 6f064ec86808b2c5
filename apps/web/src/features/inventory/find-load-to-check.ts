import type { BinLoad } from '@granary/contract/inventory/http';
import { DAY, type Millis } from '@granary/domain/units';

/**
 * The entry to compare with the level sensor: the one just saved, otherwise the newest of the past day,
 * because a level that contradicts an entry is measured only after its truck was unloaded.
 */
export function findLoadToCheck(
  loads: readonly BinLoad[],
  savedId: number | null,
  now: Millis,
): BinLoad | null {
  const saved = loads.find(({ id }) => id === savedId);
  if (saved !== undefined) return saved;
  const recent = loads.filter(({ at }) => at > now - DAY && at <= now);
  return recent.reduce<BinLoad | null>(
    (newest, load) => (newest === null || load.at > newest.at ? load : newest),
    null,
  );
}
