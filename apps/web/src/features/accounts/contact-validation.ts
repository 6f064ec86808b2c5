import { signIn } from '@granary/contract/accounts/http';
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';

/** Whether the server would take the text as an e-mail address. */
export function isEmailShaped(text: string): boolean {
  return z.safeParse(signIn.body.shape.email, text).success;
}

/** What is wrong with an e-mail address that must be there, in words; null where nothing is. */
export function emailProblem(email: string, t: TFunction): string | null {
  if (email.trim() === '') return t('signIn.emailRequired');
  return isEmailShaped(email) ? null : t('signIn.emailInvalid');
}
