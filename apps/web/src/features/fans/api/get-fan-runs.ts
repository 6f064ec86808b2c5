import { getFanRuns } from '@granary/contract/fans/http';
import { DAY, MINUTE, millis } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/clock.ts';

/** A fan's recent runs with their totals; shows the previous range while loading. */
export function fanEffectQuery(binId: number, days: number) {
  return queryOptions({
    // The key has the same prefix as the history's key, so both are refetched when the fan turns on or off.
    queryKey: ['fanHistory', binId, 'effect', days],
    queryFn: ({ signal }) => {
      const to = now();
      const query = { bin_id: binId, from: millis(to - days * DAY), to };
      return call(getFanRuns, { query }, signal);
    },
    staleTime: 5 * MINUTE,
    placeholderData: keepPreviousData,
  });
}
