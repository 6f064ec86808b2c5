import { hasCapability } from '@granary/domain/access/roles';
import {
  areAllCustomersLoaded,
  customersBySeverityQuery,
} from '../../features/accounts/api/get-customers.ts';
import { allBinsQuery } from '../../features/bins/api/get-all-bins.ts';
import { farmBinsQuery } from '../../features/bins/api/get-farm-bins.ts';
import { farmQuery } from '../../features/farms/api/get-farm.ts';
import { farmStatesQuery, farmsQuery } from '../../features/farms/api/get-farms.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Session } from '../../lib/session.ts';

// Each function prefetches the queries of a list page while the page's code loads. The page runs the same
// queries and shows their errors.

export function prefetchAllBins(): void {
  void queryClient.prefetchQuery(allBinsQuery);
}

export function prefetchFarmBins(farmId: number): void {
  void queryClient.prefetchQuery(farmQuery(farmId));
  void queryClient.prefetchQuery(farmBinsQuery(farmId));
}

export function prefetchDashboard({ userId, role }: Session): void {
  if (hasCapability(role, 'customers.list')) {
    if (!areAllCustomersLoaded(queryClient))
      void queryClient.prefetchQuery(customersBySeverityQuery);
    return;
  }
  void queryClient.prefetchQuery(farmsQuery(userId));
  void queryClient.prefetchQuery(farmStatesQuery(userId));
}
