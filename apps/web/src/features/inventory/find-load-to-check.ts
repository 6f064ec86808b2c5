import type { BinLoad } from '@granary/contract/inventory/http';
import { DAY, type Millis } from '@granary/domain/units';

/**
 * Finds the entry to compare with the level sensor: the entry just saved, otherwise the newest one from the
 * past day, because the reading to compare it with can arrive long after it was saved.
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
