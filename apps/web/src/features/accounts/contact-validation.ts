import { signIn } from '@granary/contract/accounts/http';
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';

/** Whether the server accepts the text as an email address. */
export function isValidEmail(text: string): boolean {
  return z.safeParse(signIn.body.shape.email, text).success;
}

/** Returns the error text for a required email address; null if it is valid. */
export function validateEmail(email: string, t: TFunction): string | null {
  if (email.trim() === '') return t('signIn.emailRequired');
  return isValidEmail(email) ? null : t('signIn.emailInvalid');
}

/** Whether the server accepts the text as a phone number; empty text is valid. */
export function isValidPhone(text: string): boolean {
  return /^[0-9+() .-]*$/.test(text.trim());
}
