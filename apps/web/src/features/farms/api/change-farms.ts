import {
  addFarm,
  deleteFarm,
  type Farm,
  updateFarm as updateFarmRoute,
} from '@granary/contract/farms/http';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../lib/api.ts';
import { farmQuery } from './get-farm.ts';

type NewFarm = RouteRequest<typeof addFarm>['body'];
type FarmEdit = RouteRequest<typeof updateFarmRoute>['body'];

/** Adds a farm and refetches lists and counts. */
export function useAddFarm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (farm: NewFarm) => call(addFarm, { body: farm }),
    onSuccess: () => refreshFarms(client),
  });
}

/** Saves a farm and refetches the queries that show it. */
export async function updateFarm(client: QueryClient, edit: FarmEdit): Promise<Farm> {
  const farm = await call(updateFarmRoute, { body: edit });
  client.setQueryData(farmQuery(farm.id).queryKey, farm);
  // Not awaited: the farm is already saved.
  void refreshFarms(client);
  return farm;
}

/** Deletes a farm with its bins. */
export function useDeleteFarm(): (farmId: number) => Promise<void> {
  const client = useQueryClient();
  return async (farmId) => {
    await call(deleteFarm, { body: { id: farmId } });
    await refreshFarms(client);
  };
}

/**
 * Refetches what a farm affects: lists of farms, bins and customers; daily values, which depend on its time
 * zone; fan costs, which depend on its electricity price.
 */
async function refreshFarms(client: QueryClient): Promise<void> {
  const keys = ['farms', 'bins', 'bins-menu', 'bin', 'days', 'customers', 'fanHistory'];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
