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

type NewUser = RequestOf<typeof addUser>['body'];
type Assignment = RequestOf<typeof assignDistributor>['body'];

export const distributorsQuery = queryOptions({
  queryKey: ['distributors'],
  queryFn: ({ signal }) => call(getDistributorList, {}, signal),
  staleTime: MINUTE,
});

export function distributorUsersQuery(distributorId: number) {
  return queryOptions({
    queryKey: ['customers', 'of', distributorId],
    queryFn: ({ signal }) => call(getUsersByDistributor, { params: { id: distributorId } }, signal),
    staleTime: MINUTE,
  });
}

export function useAddUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: NewUser) => call(addUser, { body: person }),
    onSuccess: () => refreshUsers(client),
  });
}

export function useAssignDistributor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignment: Assignment) => call(assignDistributor, { body: assignment }),
    onSuccess: () => refreshUsers(client),
  });
}

/** Verifies the caller's password and then deletes the account. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, password }: { userId: number; password: string }) => {
      await call(verifyPassword, { body: { password } });
      await call(deleteUser, { body: { userId } });
    },
    onSuccess: () => refreshUsers(client),
  });
}

/** Accounts appear in the lists of customers and distributors, and on their own pages. */
async function refreshUsers(client: QueryClient): Promise<void> {
  const keys = ['customers', 'distributors', 'user'];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
