import { addBinSensor } from '@granary/contract/bins/add';
import { makeCredentials } from '@granary/contract/boards/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../../../lib/api.ts';

export type NewBin = RequestOf<typeof addBinSensor>['body'];

/** Adds a bin; lists and counts are then read anew. */
export function useAddBin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bin: NewBin) => call(addBinSensor, { body: bin }),
    onSuccess: async () => {
      const keys = ['bins', 'bins-menu', 'farms', 'customers'];
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
}

interface CredentialsRequest {
  readonly mainBoardId: string;
  /** Whether a key that is there is replaced. */
  readonly rotate: boolean;
}

/** Gives a main board a key, which is shown this once. */
export function useMakeCredentials() {
  return useMutation({
    mutationFn: ({ mainBoardId, rotate }: CredentialsRequest) =>
      call(makeCredentials, { params: { mainBoardId }, body: rotate ? { rotate } : {} }),
    // A key must not lie about in a cache.
    gcTime: 0,
  });
}
