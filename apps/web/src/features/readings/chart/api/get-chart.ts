import {
  CHART_RANGE_DAYS,
  type ChartRecord,
  getChartRecords,
} from '@granary/contract/readings/http';
import { MINUTE } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api.ts';

export type ChartDays = (typeof CHART_RANGE_DAYS)[number];

export interface Chart {
  readonly days: ChartDays;
  /** Oldest first. */
  readonly records: readonly ChartRecord[];
  /** Some records combine several readings. */
  readonly isMerged: boolean;
}

/**
 * A bin's chart: one record per reading or, beyond 30 days, per day. Shows the previous range while loading.
 */
export function chartQuery(binId: number, days: ChartDays) {
  return queryOptions({
    queryKey: ['chart', binId, days],
    queryFn: async ({ signal }): Promise<Chart> => {
      const query = { bin_sensor_id: binId, days, page_no: 1 };
      const records = await call(getChartRecords, { query }, signal);
      const isMerged = !isDaily(days) && records.some(({ readings }) => readings > 1);
      return { days, records: records.toReversed(), isMerged };
    },
    staleTime: MINUTE,
    refetchOnWindowFocus: true,
    // A new record shifts all others, so comparing thousands of them is pointless.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

/** Parses the range in a URL; one day by default. */
export function parseChartDays(value: unknown): ChartDays {
  return CHART_RANGE_DAYS.find((days) => days === value) ?? 1;
}

/** Whether the range has one record per day. */
export function isDaily(days: ChartDays): boolean {
  return days > 30;
}
