import type { HotSince } from '@granary/contract/bins/http';
import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import { findFirstHotDay } from '@granary/domain/bins/hot-since';
import { worstHotSensor } from '@granary/domain/bins/state';
import type { BinDay } from '../../readings/days/days-store.ts';

/** The first day of a hot spot is searched in this many days; older hot spots have none. */
const MAX_DAYS = 62;

/** The days of this many bins are read at a time, so that other work runs in between. */
const BATCH_SIZE = 5;

/** The newest `days` days of each bin, newest first. */
export type FindHotDays = (binIds: readonly number[], days: number) => Promise<BinDay[]>;

interface BinToCheck {
  readonly binId: number;
  readonly input: BinAssessmentInput;
}

/** The first day of each bin's worst hot spot, by bin; bins without one are omitted and not queried. */
export async function findHotSince(
  findHotDays: FindHotDays,
  bins: readonly BinToCheck[],
): Promise<ReadonlyMap<number, HotSince>> {
  const hot = bins.flatMap(({ binId, input }) => {
    const worst = worstHotSensor(input);
    return worst === null ? [] : [{ binId, input, cable: worst.cable }];
  });
  const since = new Map<number, HotSince>();
  for (let start = 0; start < hot.length; start += BATCH_SIZE) {
    const batch = hot.slice(start, start + BATCH_SIZE);
    const ids = batch.map(({ binId }) => binId);
    const daysByBin = new Map(ids.map((id): [number, BinDay[]] => [id, []]));
    for (const day of await findHotDays(ids, MAX_DAYS)) daysByBin.get(day.binId)?.push(day);
    for (const { binId, input, cable } of batch) {
      const day = findFirstHotDay(input, cable, daysByBin.get(binId) ?? [], MAX_DAYS);
      since.set(binId, day === null ? null : { cable, day });
    }
  }
  return since;
}
