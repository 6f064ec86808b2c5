import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { farmBinsQuery } from '../../../features/bins/api/get-farm-bins.ts';
import { farmQuery } from '../../../features/farms/api/get-farm.ts';
import { useWatch } from '../../../lib/live-client.ts';
import { useAssessedBins } from '../bins/use-assessed-bins.ts';

/** Loads a farm with its bins and keeps them up to date. */
export function useFarm(farmId: number) {
  const farm = useQuery(farmQuery(farmId));
  const binsQuery = useQuery(farmBinsQuery(farmId));
  const request = useMemo(
    () => (binsQuery.data?.length ? { bins: binsQuery.data.map((bin) => bin.id) } : null),
    [binsQuery.data],
  );
  useWatch(request);
  return { farm, binsQuery, bins: useAssessedBins(binsQuery.data) };
}
