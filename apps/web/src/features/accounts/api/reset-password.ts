import { resetPassword, sendResetCode } from '@granary/contract/accounts/http';
import { call, type RequestOf } from '../../../lib/api.ts';

/** Asks for a code; the answer is the server's word on where it went. */
export function requestResetCode(email: string): Promise<string> {
  return call(sendResetCode, { body: { email } });
}

/** Sets a new password with a code. */
export function resetPasswordWithCode(
  reset: RequestOf<typeof resetPassword>['body'],
): Promise<string> {
  return call(resetPassword, { body: reset });
}
