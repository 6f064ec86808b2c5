import type { HotSince } from '@granary/contract/bins/http';
import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import { findFirstHotDay } from '@granary/domain/bins/hot-since';
import { findWorstHotSensor } from '@granary/domain/bins/state';
import { calculateWarmingRate } from '@granary/domain/bins/warming-rate';
import { getCableFlips } from '@granary/domain/cables/cable-layout';
import { maskAboveGrain } from '@granary/domain/readings/grain-level';
import type { LedgerStep } from '../../inventory/ledger-store.ts';
import type { AssessmentContext } from '../../readings/bin-context.ts';
import type { BinDay } from '../../readings/days/days-store.ts';
import {
  createFillHistory,
  findLowestFills,
  type GetFillPercent,
} from '../../readings/fill-history.ts';

/** The first day of a hot spot is unknown if it began more than this many days ago. */
const MAX_DAYS = 62;

/** The days of this many bins are read at a time, so that other work can run in between. */
const BATCH_SIZE = 5;

export interface HotDaySources {
  /** The newest `days` days of each bin, newest first. */
  findDailyMaxima(binIds: readonly number[], days: number): Promise<BinDay[]>;
  /** Finds each bin's ledger totals after each entry, oldest first. */
  findLedgerHistories(
    binIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly LedgerStep[]>>;
}

interface BinToCheck {
  readonly bin: AssessmentContext['bin'];
  readonly input: BinAssessmentInput;
}

/**
 * Finds when each bin's worst hot spot began and how fast it is warming. Bins without a hot spot are left
 * out.
 */
export async function findHotSpotStarts(
  sources: HotDaySources,
  bins: readonly BinToCheck[],
): Promise<ReadonlyMap<number, HotSince>> {
  const hotBins = bins.flatMap(({ bin, input }) => {
    const worstSensor = findWorstHotSensor(input);
    return worstSensor === null ? [] : [{ bin, input, worst: worstSensor }];
  });
  const hotSinceByBin = new Map<number, HotSince>();
  for (let start = 0; start < hotBins.length; start += BATCH_SIZE) {
    const batch = hotBins.slice(start, start + BATCH_SIZE);
    const daysByBin = new Map(batch.map(({ bin }): [number, BinDay[]] => [bin.id, []]));
    const manualBins = batch.filter(({ bin }) => bin.loadMethod === 'manual');
    const [hotDays, ledgers] = await Promise.all([
      sources.findDailyMaxima([...daysByBin.keys()], MAX_DAYS),
      sources.findLedgerHistories(manualBins.map(({ bin }) => bin.id)),
    ]);
    for (const day of hotDays) daysByBin.get(day.binId)?.push(day);
    for (const { bin, input, worst } of batch) {
      const { cable } = worst;
      const getFillPercent = createFillHistory(bin, ledgers.get(bin.id) ?? []);
      const days = maskSensorsAboveGrain(daysByBin.get(bin.id) ?? [], input, getFillPercent);
      const day = findFirstHotDay(input, cable, days, MAX_DAYS);
      const ratePerDay = calculateWarmingRate(days, worst);
      hotSinceByBin.set(bin.id, day === null ? null : { cable, day, ratePerDay });
    }
  }
  return hotSinceByBin;
}

/** Removes the maxima of sensors that were above the grain from days, which are sorted newest first. */
function maskSensorsAboveGrain(
  days: readonly BinDay[],
  { cables }: Pick<BinAssessmentInput, 'cables'>,
  getFillPercent: GetFillPercent,
): BinDay[] {
  const fills = findLowestFills(days, getFillPercent);
  return days.map((day, index) => {
    const flips = getCableFlips(cables, day.temperatures.lengths.length);
    const temperatures = maskAboveGrain(day.temperatures, flips, fills[index] ?? null);
    return { ...day, temperatures };
  });
}
