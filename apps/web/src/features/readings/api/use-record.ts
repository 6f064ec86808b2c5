import type { Reading } from '@granary/contract/readings/reading-response';
import { type Millis, millis } from '@granary/domain/units';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchReadingByPage, latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { type RecordStep, type StepDirection, stepDay, stepReading } from '../step-reading.ts';
import { fetchReadingAtOrBefore, readingAtQuery } from './get-reading.ts';

export interface RecordOptions {
  readonly binId: number;
  /** The time of the record to show; null to follow the latest. */
  readonly at: Millis | null;
  readonly stepSize: RecordStep;
  readonly onShow: (at: Millis | null) => void;
  /** Called if there is no record to step to. */
  readonly onEnd: () => void;
}

export interface RecordNavigation {
  readonly query: UseQueryResult<Reading | null>;
  readonly isLatest: boolean;
  readonly isStepping: boolean;
  readonly stepError: unknown;
  readonly step: (direction: StepDirection) => void;
  /** Shows the newest record at or before the given time; returns false if there is none. */
  readonly goTo: (at: Millis) => Promise<boolean>;
}

/** The bin's record on screen, and navigation to other records. */
export function useRecord({ binId, at, stepSize, onShow, onEnd }: RecordOptions): RecordNavigation {
  const client = useQueryClient();
  const latest = useQuery(latestReadingQuery(binId));
  const recordAt = useQuery({
    ...readingAtQuery(binId, at ?? millis(0)),
    enabled: at !== null,
    // The previous record stays visible while the next one loads.
    placeholderData: (previousRecord: Reading | null | undefined) => previousRecord,
  });
  const query = at === null ? latest : recordAt;
  const isLatest = at === null || (query.data != null && query.data.at === latest.data?.at);
  const show = (reading: Reading) => {
    client.setQueryData(readingAtQuery(binId, reading.at).queryKey, reading);
    onShow(reading.at === latest.data?.at || reading.pageNo === 0 ? null : reading.at);
  };
  const stepRecord = useMutation({
    mutationFn: ({ from, direction }: { from: Reading; direction: StepDirection }) => {
      const source = {
        loadByPage: (pageNo: number) => fetchReadingByPage(binId, pageNo),
        loadAtOrBefore: (targetTime: Millis) => fetchReadingAtOrBefore(binId, targetTime),
      };
      return stepSize === 'reading'
        ? stepReading(from, direction, source)
        : stepDay(from, direction, stepSize, source);
    },
    onSuccess: (reading) => (reading === null ? onEnd() : show(reading)),
  });
  return {
    query,
    isLatest,
    isStepping: stepRecord.isPending,
    stepError: stepRecord.error,
    step: (direction) => {
      const from = query.data;
      if (from != null && !stepRecord.isPending) stepRecord.mutate({ from, direction });
    },
    goTo: async (targetTime) => {
      const reading = await fetchReadingAtOrBefore(binId, targetTime);
      if (reading === null) return false;
      show(reading);
      return true;
    },
  };
}
