import {
  addUser,
  assignDistributor,
  deleteUser,
  getDistributorList,
  getUsersByDistributor,
  verifyPassword,
} from '@granary/contract/accounts/http';
import { MINUTE } from '@granary/domain/units';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../../lib/api.ts';

type NewPerson = RequestOf<typeof addUser>['body'];
type Assignment = RequestOf<typeof assignDistributor>['body'];

/** All distributors, with how many customers each has. */
export const distributors = queryOptions({
  queryKey: ['distributors'],
  queryFn: ({ signal }) => call(getDistributorList, {}, signal),
  staleTime: MINUTE,
});

/** A distributor's customers. */
export function usersOf(distributorId: number) {
  return queryOptions({
    queryKey: ['customers', 'of', distributorId],
    queryFn: ({ signal }) => call(getUsersByDistributor, { params: { id: distributorId } }, signal),
    staleTime: MINUTE,
  });
}

export function useAddPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: NewPerson) => call(addUser, { body: person }),
    onSuccess: () => refresh(client),
  });
}

export function useAssignDistributor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignment: Assignment) => call(assignDistributor, { body: assignment }),
    onSuccess: () => refresh(client),
  });
}

/** Shows the server who one is, and then deletes an account. */
export function useDeletePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, password }: { userId: number; password: string }) => {
      await call(verifyPassword, { body: { password } });
      await call(deleteUser, { body: { userId } });
    },
    onSuccess: () => refresh(client),
  });
}

/** People stand in the lists of customers and distributors, and each on pages of their own. */
async function refresh(client: QueryClient): Promise<void> {
  const keys = ['customers', 'distributors', 'user'];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
