import { addBinSensor } from '@granary/contract/bins/add';
import { createCredentials } from '@granary/contract/boards/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../../lib/api.ts';

export type NewBin = RouteRequest<typeof addBinSensor>['body'];

/** Adds a bin and refetches lists and counts. */
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
  /** Whether an existing key is replaced. */
  readonly rotate: boolean;
}

/** Creates a main board's key, which is shown only once. */
export function useCreateCredentials() {
  return useMutation({
    mutationFn: ({ mainBoardId, rotate }: CredentialsRequest) =>
      call(createCredentials, { params: { mainBoardId }, body: rotate ? { rotate } : {} }),
    // Keys are never cached.
    gcTime: 0,
  });
}
