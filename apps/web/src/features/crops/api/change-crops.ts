import { addCrop, deleteCrop } from '@granary/contract/crops/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cropsQuery } from '../../../bin-data/crops.ts';
import { call, type RouteRequest } from '../../../lib/api.ts';

export function useAddCrop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (crop: RouteRequest<typeof addCrop>['body']) => call(addCrop, { body: crop }),
    onSuccess: () => client.invalidateQueries({ queryKey: cropsQuery.queryKey }),
  });
}

export function useDeleteCrop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteCrop, { body: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: cropsQuery.queryKey }),
  });
}
