import {
  CHART_RANGES,
  type ChartRecord,
  sensorMinMaxReading,
} from '@granary/contract/readings/http';
import { MINUTE } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api.ts';

/** How many days back a chart reaches. */
export type ChartDays = (typeof CHART_RANGES)[number];

export interface Chart {
  /** The range that it was read for. */
  readonly days: ChartDays;
  /** Oldest first. */
  readonly records: readonly ChartRecord[];
  /** Some stand for several readings, of which only the newest are drawn. */
  readonly isMerged: boolean;
}

/**
 * The last days of a bin, one record a reading or, beyond 30 days, a day. Until they are there, what
 * was shown before: a page shows one bin.
 */
export function chartQuery(binId: number, days: ChartDays) {
  return queryOptions({
    queryKey: ['chart', binId, days],
    queryFn: async ({ signal }): Promise<Chart> => {
      const query = { bin_sensor_id: binId, days, page_no: 1 };
      const records = await call(sensorMinMaxReading, { query }, signal);
      const isMerged = !isDaily(days) && records.some(({ readings }) => readings > 1);
      return { days, records: records.toReversed(), isMerged };
    },
    staleTime: MINUTE,
    refetchOnWindowFocus: true,
    // Nearly every record moves up with a new one: comparing thousands of them finds nothing.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

/** The range of an address; a day where it names none that there is. */
export function parseChartDays(value: unknown): ChartDays {
  return CHART_RANGES.find((days) => days === value) ?? 1;
}

/** Whether a record of the range is a day. */
export function isDaily(days: ChartDays): boolean {
  return days > 30;
}
