import type { BinLoad } from '@granary/contract/inventory/http';
import { DAY, type Millis } from '@granary/domain/units';

/**
 * Finds the entry to compare with the level sensor: the entry just saved, otherwise the newest of the past
 * day, because the level is measured only after the grain has been moved.
 */
export function findLoadToCheck(
  loads: readonly BinLoad[],
  savedId: number | null,
  now: Millis,
): BinLoad | null {
  const savedLoad = loads.find(({ id }) => id === savedId);
  if (savedLoad !== undefined) return savedLoad;
  const recentLoads = loads.filter(({ at }) => at > now - DAY && at <= now);
  return recentLoads.reduce<BinLoad | null>(
    (newest, load) => (newest === null || load.at > newest.at ? load : newest),
    null,
  );
}
