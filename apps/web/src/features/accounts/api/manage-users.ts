import {
  addUser,
  assignDistributor,
  deleteUser,
  invite,
  updateCustomerDetails,
  verifyPassword,
} from '@granary/contract/accounts/http';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../lib/api.ts';

type NewUser = RouteRequest<typeof addUser>['body'];
type CustomerEdit = RouteRequest<typeof updateCustomerDetails>['body'];
type Assignment = RouteRequest<typeof assignDistributor>['body'];

export function useAddUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: NewUser) => call(addUser, { body: person }),
    onSuccess: () => refreshUsers(client),
  });
}

/** Creates a new invitation for an account that has no password yet. */
export function useInvite() {
  return useMutation({
    mutationFn: (userId: number) => call(invite, { body: { userId } }),
  });
}

export function useAssignDistributor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignment: Assignment) => call(assignDistributor, { body: assignment }),
    onSuccess: () => refreshUsers(client),
  });
}

/** Updates a customer's name, phone number, language or escalation. */
export function useUpdateCustomerDetails(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: CustomerEdit) =>
      call(updateCustomerDetails, { params: { userId }, body: edit }),
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

/** Refetches the customer and distributor lists and the account pages, which all show accounts. */
async function refreshUsers(client: QueryClient): Promise<void> {
  const keys = ['customers', 'distributors', 'user'];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
