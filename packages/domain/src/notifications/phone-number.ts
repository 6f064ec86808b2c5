/**
 * The maximum number of alerts sent to a phone number by text message in a day, so that a faulty board cannot
 * run up a large bill.
 */
export const MAX_TEXTS_PER_DAY = 10;

/** The country code and the number together have at most 15 digits (ITU-T E.164). */
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Normalizes a phone number to a plus sign, country code and digits, without separators; returns null if the
 * text is not a phone number.
 */
export function parsePhoneNumber(text: string): string | null {
  const number = text.replace(/[\s().\-/\u00a0]/g, '');
  return E164.test(number) ? number : null;
}
