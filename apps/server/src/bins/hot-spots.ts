import type { HotSince } from '@granary/contract/bins/http';
import { type HotDay, hotSince } from '@granary/domain/bins/hot-since';
import { hotIn, type ReadBin } from '@granary/domain/bins/judge';
import { worstHotSensor } from '@granary/domain/bins/state';

/** A hot spot that is older than this many days has no day since which it is known to be there. */
const DAYS_LOOKED_AT = 62;

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
  if (hot.length === 0) return new Map();
  const ids = hot.map(({ binId }) => binId);
  const daysOf = new Map(ids.map((id): [number, BinDay[]] => [id, []]));
  for (const day of await findHotDays(ids, DAYS_LOOKED_AT)) daysOf.get(day.binId)?.push(day);
  return new Map(
    hot.map(({ binId, read, cable }) => {
      const day = hotSince(read, cable, daysOf.get(binId) ?? [], DAYS_LOOKED_AT);
      return [binId, day === null ? null : { cable, day }];
    }),
  );
}
