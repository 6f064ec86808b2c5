/**
 * The maximum number of alerts that a phone number gets by text message in a day, so that a faulty board
 * cannot cost much.
 */
export const MAX_TEXTS_PER_DAY = 10;

/** The country code and the number have at most 15 digits (ITU-T E.164). */
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number as +country and digits, without what people put between them; null if it is not a phone
 * number.
 */
export function parsePhoneNumber(text: string): string | null {
  const number = text.replace(/[\s().\-/\u00a0]/g, '');
  return E164.test(number) ? number : null;
}
