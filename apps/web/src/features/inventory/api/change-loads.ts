import {
  addBinLoad,
  type BinLoad,
  changeBinLoad,
  deleteBinLoad,
} from '@granary/contract/inventory/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** What a person writes of an entry. */
export type LoadInput = Pick<BinLoad, 'at' | 'volume' | 'moisture' | 'protein'>;

/** Writing, correcting and taking out entries; what a bin holds is read anew after each. */
export function useLoadMutations(binId: number) {
  const client = useQueryClient();
  // After a failure too: it may be that somebody else was there before.
  const onSettled = () =>
    Promise.all(
      [['loads', binId], ['bin', binId], ['reading', binId], ['bins']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
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
  return { add, change, remove };
}
