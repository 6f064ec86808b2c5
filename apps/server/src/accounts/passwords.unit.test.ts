import { COMMON_WORD_COUNT } from '@granary/domain/accounts/passwords';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { findPasswordProblem } from './passwords.ts';

const leaked = dictionary['passwords-common'];
const problemFor = (password: string) => findPasswordProblem(password, 'ola@granary.example');

test('every leaked password that is long enough is refused', () => {
  const long = leaked.filter((password) => [...password].length >= 10);
  expect(long.length).toBeGreaterThan(1_500);
  for (const password of long) {
    expect(problemFor(password), password).toBe('common');
    expect(problemFor(password.toUpperCase()), password).toBe('common');
  }
});

test('the 3,000 most common passwords are refused even with a year appended', () => {
  const words = leaked.slice(0, COMMON_WORD_COUNT).filter((one) => /^[a-z]{6,}$/.test(one));
  expect(words.length).toBeGreaterThan(1_500);
  for (const word of words) expect(problemFor(`${word}2026`), word).toBe('common');
});
