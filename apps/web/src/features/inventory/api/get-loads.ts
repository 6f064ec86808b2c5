import { getBinLedger, getDeletedBinLoads } from '@granary/contract/inventory/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The ledger of a bin, newest first. */
export function loadsQuery(binId: number) {
  return queryOptions({
    queryKey: ['loads', binId],
    queryFn: ({ signal }) => call(getBinLedger, { query: { bin_sensor_id: binId } }, signal),
    staleTime: MINUTE,
  });
}

/** The deleted entries of a bin that can be restored, most recently deleted first. */
export function deletedLoadsQuery(binId: number) {
  return queryOptions({
    queryKey: ['deletedLoads', binId],
    queryFn: ({ signal }) => call(getDeletedBinLoads, { query: { bin_sensor_id: binId } }, signal),
    staleTime: MINUTE,
  });
}
