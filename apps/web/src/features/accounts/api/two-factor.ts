import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorRoles,
  getTwoFactorStatus,
  renewRecoveryCodes,
  setTwoFactorRoles,
} from '@granary/contract/accounts/security';
import type { Role } from '@granary/domain/access/roles';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The user's two-factor sign-in status. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactorStatus, {}, signal),
});

/** Creates the secret for an authenticator app. */
export function useBeginTwoFactor() {
  return useMutation({
    mutationFn: (password: string) => call(beginTwoFactor, { body: { password } }),
  });
}

/** Turns two-factor sign-in on with a code from the app. */
export function useEnableTwoFactor() {
  return useMutation({ mutationFn: (code: string) => call(enableTwoFactor, { body: { code } }) });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (password: string) => call(renewRecoveryCodes, { body: { password } }),
  });
}

export function useDisableTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => call(disableTwoFactor, { body: { password } }),
    onSuccess: () => client.invalidateQueries(twoFactorQuery),
  });
}

/** The roles that must sign in with a second factor. */
export const twoFactorRolesQuery = queryOptions({
  queryKey: ['two-factor-roles'],
  queryFn: ({ signal }) => call(getTwoFactorRoles, {}, signal),
});

export function useSetTwoFactorRoles() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (roles: Role[]) => call(setTwoFactorRoles, { body: { roles } }),
    onSuccess: (roles) => client.setQueryData(twoFactorRolesQuery.queryKey, roles),
  });
}
