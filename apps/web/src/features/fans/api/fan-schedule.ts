import type { Bin } from '@granary/contract/bins/http';
import { getFanSchedule, resumeFanControl, setFanSchedule } from '@granary/contract/fans/schedule';
import { MINUTE } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { hasStoredToken } from '../../../lib/session.ts';
import type { EditedWeek } from '../fan-week.ts';

/** A fan's weekly schedule. */
export function fanScheduleQuery(binId: number) {
  return queryOptions({
    queryKey: ['fanSchedule', binId],
    queryFn: ({ signal }) => call(getFanSchedule, { query: { bin_id: binId } }, signal),
    refetchInterval: MINUTE,
  });
}

/** The session token is no longer in the browser's storage. */
export class MissingTokenError extends Error {
  override readonly name = 'MissingTokenError';
}

/** Saves a fan's weekly schedule, replacing the version that was loaded. */
export function useSaveWeek({ id, binNumber, mainBoardId }: Bin) {
  const client = useQueryClient();
  const { queryKey } = fanScheduleQuery(id);
  return useMutation({
    mutationFn: async ({ week, version }: { week: EditedWeek; version: number }) => {
      if (!hasStoredToken()) throw new MissingTokenError();
      return call(setFanSchedule, {
        body: {
          binId: id,
          binNumber,
          mainBoardId,
          week,
          isProven: false,
          controlType: 'scheduled',
          userTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          version,
        },
      });
    },
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    // Someone else may have changed the week or moved the bin.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Resumes a fan's schedule after a hold. */
export function useResumeSchedule(binId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(resumeFanControl, { body: { binId } }),
    onSettled: () => client.invalidateQueries({ queryKey: fanScheduleQuery(binId).queryKey }),
  });
}
