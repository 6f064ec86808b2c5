import { countStates, judgeCustomers } from '@granary/domain/accounts/judged-customers';
import { worstFirst } from '@granary/domain/bins/state';
import { millis, SECOND } from '@granary/domain/units';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { customers, worstCustomers } from '../../features/accounts/get-customers.ts';
import type { ShownCustomers } from '../../features/accounts/listed-customer.ts';
import { customerStates } from '../../lib/farm-states.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useLate } from '../../lib/use-late.ts';

/** Without how their bins stand, customers are shown after this time, ms. */
const PATIENCE = 6 * SECOND;

/**
 * The customers of staff: first the worst, then all. `shown` is null until some are there; `query`
 * and `states` say what became of asking for all of them, and for how their bins stand.
 */
export function useCustomers() {
  const { locale } = useFormat();
  const client = useQueryClient();
  const hasAll = [customers, customerStates].every(
    ({ queryKey }) => client.getQueryData(queryKey) !== undefined,
  );
  const isLate = useLate(PATIENCE);
  const worst = useQuery({ ...worstCustomers, enabled: !hasAll });
  // All of them are many: what is seen first comes by itself.
  const enabled = hasAll || !worst.isPending || isLate;
  const query = useQuery({ ...customers, enabled });
  const states = useQuery({ ...customerStates, enabled });

  const all = useMemo((): ShownCustomers | null => {
    if (query.data === undefined) return null;
    const judged = judgeCustomers(query.data, states.data ?? [], locale);
    return {
      customers: judged,
      isAll: true,
      total: judged.length,
      counts: countStates(judged),
      bins: query.data.reduce((sum, { binCount }) => sum + binCount, 0),
      judgedAt: states.data === undefined ? null : millis(states.dataUpdatedAt),
    };
  }, [query.data, states.data, states.dataUpdatedAt, locale]);
  const first = useMemo((): ShownCustomers | null => {
    if (worst.data === undefined) return null;
    const { customers, farms, customerCount, states, binCount } = worst.data;
    return {
      customers: judgeCustomers(customers, farms, locale),
      isAll: false,
      total: customerCount,
      counts: new Map(
        worstFirst.flatMap((state) => (states[state] ? [[state, states[state]]] : [])),
      ),
      bins: binCount,
      judgedAt: millis(worst.dataUpdatedAt),
    };
  }, [worst.data, worst.dataUpdatedAt, locale]);

  // Rows that change places just as they are there would be worse than a wait, but a long one.
  const isWaiting = states.isPending && (first !== null || !isLate);
  return { query, states, shown: isWaiting ? first : (all ?? first) };
}
