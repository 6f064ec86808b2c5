import { assessCustomers, countStates } from '@granary/domain/accounts/customer-states';
import { binStates } from '@granary/domain/bins/state';
import { millis, SECOND } from '@granary/domain/units';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  areAllCustomersLoaded,
  customerStatesQuery,
  customersQuery,
  worstCustomersQuery,
} from '../../../features/accounts/api/get-customers.ts';
import type { CustomerListData } from '../../../features/accounts/customer-list-data.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** Customers are shown without the states of their bins after this time, ms. */
const MAX_WAIT = 6 * SECOND;

/**
 * The customers of staff: first those with the worst bins, then all. `shown` is null until some
 * have loaded; `query` and `states` are the queries of all customers and of the states of their
 * bins.
 */
export function useCustomers() {
  const { locale } = useFormat();
  const client = useQueryClient();
  const hasAll = areAllCustomersLoaded(client);
  const isLate = useDelayed(MAX_WAIT);
  const worst = useQuery({ ...worstCustomersQuery, enabled: !hasAll });
  // The whole list is long, so its visible part is loaded first.
  const enabled = hasAll || !worst.isPending || isLate;
  const query = useQuery({ ...customersQuery, enabled });
  const states = useQuery({ ...customerStatesQuery, enabled });

  const first = worst.data;
  const people = query.data ?? first?.customers;
  // The worst customers stay in place while the other states load.
  const farms = states.data ?? first?.farms;
  const assessed = useMemo(
    () => people && assessCustomers(people, farms ?? [], locale),
    [people, farms, locale],
  );
  // Rows that move after they appear are worse than a short wait.
  const isWaiting = farms === undefined && states.isPending && !isLate;
  const hasPeople = query.data !== undefined;
  const hasStates = states.data !== undefined;
  const assessedAtMs = hasStates ? states.dataUpdatedAt : worst.dataUpdatedAt;
  const shown = useMemo((): CustomerListData | null => {
    if (assessed === undefined || isWaiting) return null;
    const usesServerCounts = first !== undefined && !(hasPeople && hasStates);
    return {
      customers: assessed,
      hasAllCustomers: hasPeople || query.isError,
      hasAllStates: hasStates || states.isError,
      total: hasPeople ? assessed.length : (first?.customerCount ?? assessed.length),
      counts: usesServerCounts ? listPresentStates(first.states) : countStates(assessed),
      bins: usesServerCounts
        ? first.binCount
        : sum(assessed.map(({ customer }) => customer.binCount)),
      assessedAt: farms === undefined ? null : millis(assessedAtMs),
    };
  }, [
    assessed,
    isWaiting,
    first,
    farms,
    assessedAtMs,
    hasPeople,
    hasStates,
    query.isError,
    states.isError,
  ]);
  return { query, states, shown };
}

function listPresentStates(counts: Readonly<Record<(typeof binStates)[number], number>>) {
  return new Map(
    binStates.filter((state) => counts[state] > 0).map((state) => [state, counts[state]]),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
