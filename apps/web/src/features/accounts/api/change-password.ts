import { changePassword } from '@granary/contract/accounts/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../lib/api.ts';

type Passwords = RouteRequest<typeof changePassword>['body'];

/** Sets a new password; the user's other sessions end. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passwords: Passwords) => call(changePassword, { body: passwords }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
}
