import type { HotSince } from '@granary/contract/bins/http';
import { type HotDay, hotSince } from '@granary/domain/bins/hot-since';
import { hotIn, type ReadBin } from '@granary/domain/bins/judge';
import { worstHotSensor } from '@granary/domain/bins/state';

/** A hot spot that is older than this many days has no day since which it is known to be there. */
const DAYS_LOOKED_AT = 62;

/** The days of so many bins are looked at, then frames and others' calls get their turn. */
const AT_A_TIME = 5;

/** A bin's day, with the greatest temperature of each sensor. */
export interface BinDay extends HotDay {
  readonly binId: number;
}

/** The newest days of bins, so many of each, newest first. */
export type FindHotDays = (binIds: readonly number[], days: number) => Promise<BinDay[]>;

interface JudgedBin {
  readonly binId: number;
  readonly read: ReadBin;
}

/**
 * Since which day the worst hot spot of each bin has been there, by bin; bins without one are left
 * out, and cost no query.
 */
export async function findHotSince(
  findHotDays: FindHotDays,
  bins: readonly JudgedBin[],
): Promise<ReadonlyMap<number, HotSince>> {
  const hot = bins.flatMap(({ binId, read }) => {
    const { reading, statusOf } = read;
    if (reading === null) return [];
    const worst = worstHotSensor({ hotSensors: hotIn({ ...read, reading }), statusOf });
    return worst === null ? [] : [{ binId, read, cable: worst.cable }];
  });
  const since = new Map<number, HotSince>();
  for (let start = 0; start < hot.length; start += AT_A_TIME) {
    const some = hot.slice(start, start + AT_A_TIME);
    const ids = some.map(({ binId }) => binId);
    const daysOf = new Map(ids.map((id): [number, BinDay[]] => [id, []]));
    for (const day of await findHotDays(ids, DAYS_LOOKED_AT)) daysOf.get(day.binId)?.push(day);
    for (const { binId, read, cable } of some) {
      const day = hotSince(read, cable, daysOf.get(binId) ?? [], DAYS_LOOKED_AT);
      since.set(binId, day === null ? null : { cable, day });
    }
  }
  return since;
}
