import { signIn } from '@granary/contract/accounts/http';
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';

/** Whether the server would take the text as an e-mail address. */
export function isValidEmail(text: string): boolean {
  return z.safeParse(signIn.body.shape.email, text).success;
}

/** What is wrong with an e-mail address that must be there, in words; null where nothing is. */
export function emailError(email: string, t: TFunction): string | null {
  if (email.trim() === '') return t('signIn.emailRequired');
  return isValidEmail(email) ? null : t('signIn.emailInvalid');
}
