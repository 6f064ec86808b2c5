import { COMMON_WORD_COUNT } from '@granary/domain/accounts/passwords';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { findPasswordProblem } from './passwords.ts';

const leakedPasswords = dictionary['passwords-common'];
const findProblem = (password: string) => findPasswordProblem(password, 'ola@granary.example');

test('every leaked password that is long enough is refused', () => {
  const longPasswords = leakedPasswords.filter((password) => [...password].length >= 10);
  expect(longPasswords.length).toBeGreaterThan(1_500);
  for (const password of longPasswords) {
    expect(findProblem(password), password).toBe('common');
    expect(findProblem(password.toUpperCase()), password).toBe('common');
  }
});

test('the 3,000 most common passwords are refused even with a year appended', () => {
  const words = leakedPasswords
    .slice(0, COMMON_WORD_COUNT)
    .filter((password) => /^[a-z]{6,}$/.test(password));
  expect(words.length).toBeGreaterThan(1_500);
  for (const word of words) expect(findProblem(`${word}2026`), word).toBe('common');
});
