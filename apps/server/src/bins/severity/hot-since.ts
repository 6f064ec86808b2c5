import type { HotSince } from '@granary/contract/bins/http';
import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import { findFirstHotDay } from '@granary/domain/bins/hot-since';
import { worstHotSensor } from '@granary/domain/bins/state';
import { calculateWarmingRate } from '@granary/domain/bins/warming-rate';
import type { BinDay } from '../../readings/days/days-store.ts';

/** The first day of a hot spot is searched for in this many days; older hot spots have none. */
const MAX_DAYS = 62;

/** The days of this many bins are read at a time, so that other work runs in between. */
const BATCH_SIZE = 5;

/** The newest `days` days of each bin, newest first. */
export type FindHotDays = (binIds: readonly number[], days: number) => Promise<BinDay[]>;

interface BinToCheck {
  readonly binId: number;
  readonly input: BinAssessmentInput;
}

/** Since when each bin has had its worst hot spot and how fast it is warming; bins without one are omitted and not queried. */
export async function findHotSince(
  findHotDays: FindHotDays,
  bins: readonly BinToCheck[],
): Promise<ReadonlyMap<number, HotSince>> {
  const hot = bins.flatMap(({ binId, input }) => {
    const worst = worstHotSensor(input);
    return worst === null ? [] : [{ binId, input, worst }];
  });
  const since = new Map<number, HotSince>();
  for (let start = 0; start < hot.length; start += BATCH_SIZE) {
    const batch = hot.slice(start, start + BATCH_SIZE);
    const ids = batch.map(({ binId }) => binId);
    const daysByBin = new Map(ids.map((id): [number, BinDay[]] => [id, []]));
    for (const day of await findHotDays(ids, MAX_DAYS)) daysByBin.get(day.binId)?.push(day);
    for (const { binId, input, worst } of batch) {
      const { cable } = worst;
      const days = daysByBin.get(binId) ?? [];
      const day = findFirstHotDay(input, cable, days, MAX_DAYS);
      const ratePerDay = calculateWarmingRate(days, worst);
      since.set(binId, day === null ? null : { cable, day, ratePerDay });
    }
  }
  return since;
}
