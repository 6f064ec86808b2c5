import { assessCustomers, countStates } from '@granary/domain/accounts/customer-states';
import { binStates } from '@granary/domain/bins/state';
import { millis, SECOND } from '@granary/domain/units';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  areAllCustomersLoaded,
  customerStatesQuery,
  customersBySeverityQuery,
  customersQuery,
} from '../../../features/accounts/api/get-customers.ts';
import type { CustomerListData } from '../../../features/accounts/customer-list-data.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** How long to wait for the states of bins before customers are shown without them, ms. */
const MAX_WAIT = 6 * SECOND;

/**
 * Loads the customers of an admin or distributor: first those with the worst bins, then all. `customerList` is
 * null until some have loaded; `query` and `states` are the queries of all customers and of the states of their
 * bins.
 */
export function useCustomers() {
  const { locale } = useFormat();
  const client = useQueryClient();
  const hasAll = areAllCustomersLoaded(client);
  const isLate = useDelayed(MAX_WAIT);
  const worstQuery = useQuery({ ...customersBySeverityQuery, enabled: !hasAll });
  // The whole list is long, so its visible part is loaded first.
  const enabled = hasAll || !worstQuery.isPending || isLate;
  const query = useQuery({ ...customersQuery, enabled });
  const states = useQuery({ ...customerStatesQuery, enabled });

  const worstData = worstQuery.data;
  const customers = query.data ?? worstData?.customers;
  // The customers with the worst bins stay in place while the other states load.
  const farms = states.data ?? worstData?.farms;
  const assessedCustomers = useMemo(
    () => customers && assessCustomers(customers, farms ?? [], locale),
    [customers, farms, locale],
  );
  // Rows that move after they appear would be worse than a short wait.
  const isWaiting = farms === undefined && states.isPending && !isLate;
  const hasAllPeople = query.data !== undefined;
  const hasStates = states.data !== undefined;
  const assessedAtMs = hasStates ? states.dataUpdatedAt : worstQuery.dataUpdatedAt;
  const customerList = useMemo((): CustomerListData | null => {
    if (assessedCustomers === undefined || isWaiting) return null;
    const usesServerCounts = worstData !== undefined && !(hasAllPeople && hasStates);
    return {
      customers: assessedCustomers,
      hasAllCustomers: hasAllPeople || query.isError,
      hasAllStates: hasStates || states.isError,
      customerCount: hasAllPeople
        ? assessedCustomers.length
        : (worstData?.customerCount ?? assessedCustomers.length),
      customerCountByState: usesServerCounts
        ? removeZeroCounts(worstData.customerStateCounts)
        : countStates(assessedCustomers),
      binCount: usesServerCounts
        ? worstData.binCount
        : sum(assessedCustomers.map(({ customer }) => customer.binCount)),
      assessedAt: farms === undefined ? null : millis(assessedAtMs),
    };
  }, [
    assessedCustomers,
    isWaiting,
    worstData,
    farms,
    assessedAtMs,
    hasAllPeople,
    hasStates,
    query.isError,
    states.isError,
  ]);
  return { query, states, customerList };
}

function removeZeroCounts(counts: Readonly<Record<(typeof binStates)[number], number>>) {
  return new Map(
    binStates.filter((state) => counts[state] > 0).map((state) => [state, counts[state]]),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
