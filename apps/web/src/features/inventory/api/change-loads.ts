import {
  addBinLoad,
  type BinLoad,
  changeBinLoad,
  deleteBinLoad,
  restoreBinLoad,
} from '@granary/contract/inventory/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The editable fields of an entry. */
export type LoadInput = Pick<BinLoad, 'at' | 'volume' | 'moisture' | 'protein'>;

/** Mutations that add, edit, delete and restore ledger entries; each refetches the data it affects. */
export function useLoadMutations(binId: number) {
  const client = useQueryClient();
  // Even after an error: someone else may have changed the ledger.
  const onSettled = () =>
    Promise.all(
      [
        ['loads', binId],
        ['deletedLoads', binId],
        ['bin', binId],
        ['reading', binId],
        ['bins'],
        ['monthlyLoads'],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const add = useMutation({
    mutationFn: (load: LoadInput & Pick<BinLoad, 'type'>) =>
      call(addBinLoad, { body: { binId, ...load } }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: LoadInput & Pick<BinLoad, 'id' | 'version'>) =>
      call(changeBinLoad, { params: { id }, body }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id, version }: BinLoad) =>
      call(deleteBinLoad, { params: { id }, body: { version } }),
    onSettled,
  });
  const restore = useMutation({
    mutationFn: (id: number) => call(restoreBinLoad, { body: { binId, id } }),
    onSettled,
  });
  return { add, change, remove, restore };
}
