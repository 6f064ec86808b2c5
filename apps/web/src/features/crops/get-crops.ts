import { addCrop, deleteCrop, getCrops } from '@granary/contract/crops/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../lib/api.ts';

/** All crops that bins can hold. */
export const crops = queryOptions({
  queryKey: ['crops'],
  queryFn: ({ signal }) => call(getCrops, {}, signal),
  staleTime: MINUTE,
});

export function useAddCrop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (crop: RequestOf<typeof addCrop>['body']) => call(addCrop, { body: crop }),
    onSuccess: () => client.invalidateQueries({ queryKey: crops.queryKey }),
  });
}

export function useDeleteCrop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteCrop, { body: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: crops.queryKey }),
  });
}
