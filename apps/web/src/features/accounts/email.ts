import { signIn } from '@granary/contract/accounts/http';
import * as z from 'zod/mini';

/** Whether the server would take the text as an e-mail address. */
export function isEmailShaped(text: string): boolean {
  return z.safeParse(signIn.body.shape.email, text).success;
}
