import { resetPassword, sendResetCode } from '@granary/contract/accounts/http';
import { call, type RouteRequest } from '../../../lib/api.ts';

/** Requests that a reset code be emailed; returns the server's message. */
export function requestResetCode(email: string): Promise<string> {
  return call(sendResetCode, { body: { email } });
}

export function resetPasswordWithCode(
  reset: RouteRequest<typeof resetPassword>['body'],
): Promise<string> {
  return call(resetPassword, { body: reset });
}
