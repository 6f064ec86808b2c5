import type { HotSince } from '@granary/contract/bins/http';
import { type BinAssessmentInput, findHotSensors } from '@granary/domain/bins/assess-bin';
import { findFirstHotDay } from '@granary/domain/bins/hot-since';
import { worstHotSensor } from '@granary/domain/bins/state';
import type { BinDay } from '../../readings/days/days-store.ts';

/** A hot spot that is older than this many days has no day since which it is known to be there. */
const MAX_DAYS = 62;

/** The days of so many bins are looked at, then frames and others' calls get their turn. */
const BATCH_SIZE = 5;

/** The newest days of bins, so many of each, newest first. */
export type FindHotDays = (binIds: readonly number[], days: number) => Promise<BinDay[]>;

interface BinToCheck {
  readonly binId: number;
  readonly read: BinAssessmentInput;
}

/**
 * Since which day the worst hot spot of each bin has been there, by bin; bins without one are left
 * out, and cost no query.
 */
export async function findHotSince(
  findHotDays: FindHotDays,
  bins: readonly BinToCheck[],
): Promise<ReadonlyMap<number, HotSince>> {
  const hot = bins.flatMap(({ binId, read }) => {
    const { reading, statusOf } = read;
    if (reading === null) return [];
    const worst = worstHotSensor({ hotSensors: findHotSensors({ ...read, reading }), statusOf });
    return worst === null ? [] : [{ binId, read, cable: worst.cable }];
  });
  const since = new Map<number, HotSince>();
  for (let start = 0; start < hot.length; start += BATCH_SIZE) {
    const some = hot.slice(start, start + BATCH_SIZE);
    const ids = some.map(({ binId }) => binId);
    const daysOf = new Map(ids.map((id): [number, BinDay[]] => [id, []]));
    for (const day of await findHotDays(ids, MAX_DAYS)) daysOf.get(day.binId)?.push(day);
    for (const { binId, read, cable } of some) {
      const day = findFirstHotDay(read, cable, daysOf.get(binId) ?? [], MAX_DAYS);
      since.set(binId, day === null ? null : { cable, day });
    }
  }
  return since;
}
