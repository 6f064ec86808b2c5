import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from './phone-number.ts';

describe('a phone number', () => {
  it.each([
    ['+1 (204) 555-0100', '+12045550100'],
    ['+49 171 / 123.45.67', '+491711234567'],
    ['+7 912 345-67-89', '+79123456789'],
  ])('%s is normalized to %s', (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number);
  });

  it.each([
    '204 555 0100',
    '001 204 555 0100',
    '+0123456789',
    '+12345',
    '+1234567890123456',
    '+1x',
    '',
  ])('%j has no country code or an invalid length', (text) => {
    expect(parsePhoneNumber(text)).toBeNull();
  });
});
