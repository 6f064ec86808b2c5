import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPasswords, commonWords } from './common-passwords.ts';
import { passwordProblem as problemOf } from './passwords.ts';

const passwordProblem = (password: string) => problemOf(password, 'ola@granary.example');

test.each(['', 'short', 'ninechars', 'äöüäöüäöü', '🌾🌾🌾🌾🌾'])('%j is too short', (password) => {
  expect(passwordProblem(password)).toBe('too-short');
});

test('more than 200 characters are too long', () => {
  const phrase = 'barn owls hunt voles ';
  expect(passwordProblem(`${phrase.repeat(9)}at night 12`)).toBeNull();
  expect(passwordProblem(`${phrase.repeat(9)}at night 123`)).toBe('too-long');
});

test.each([
  'password123',
  'Password1234',
  'PASSWORD2024!',
  'P@ssw0rd123',
  'p4$$word!!!!',
  '123welcome123',
  'Welcome-2025',
  'qwertyuiop',
  'Qwertyuiop',
  'asdfghjklzxcvbnm',
  '1234567890',
  '0987654321',
  '9012345678',
  'abcdefghij',
  'zyxwvutsrq',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'aaaaaaaaaa',
  'abcabcabcabc',
  '1212121212',
  'hellohello',
  'iloveyou123',
  'johndeere1',
  'Granary2026',
  'Administrator',
  'correcthorsebatterystaple',
])('%j is common', (password) => {
  expect(passwordProblem(password)).toBe('common');
});

test.each([
  'granary-demo',
  'three owls, one barn',
  'wheat-fields-at-dusk',
  'passwords are tiresome',
  'kX9#vq2LmT',
  '8041937265',
  'Scheune im Nebel',
])('%j will do', (password) => {
  expect(passwordProblem(password)).toBeNull();
});

test('refuses a common word with capitals or digits added', () => {
  const word = fc.constantFrom(...commonWords);
  fc.assert(
    fc.property(word, fc.integer({ min: 100_000_000, max: 999_999_999 }), (base, number) => {
      expect(passwordProblem(`${base.toUpperCase()}${number}`)).toBe('common');
    }),
  );
});

test('the list holds only what its length would let pass, in lower case', () => {
  for (const password of commonPasswords) {
    expect([...password].length).toBeGreaterThanOrEqual(10);
    expect(password).toBe(password.toLowerCase());
    expect(passwordProblem(password)).toBe('common');
  }
});

test.each([
  ['ola@granary.example', 'ola@granary.example'],
  ['Ola@Granary.Example', ' ola@granary.example '],
  ['ola.nordmann', 'Ola.Nordmann@granary.example'],
])('%j is not the password of %j', (password, email) => {
  expect(problemOf(password, email)).toBe('own-address');
  expect(problemOf(`${password}, at dusk`, email)).toBeNull();
  expect(problemOf(password, 'kari@granary.example')).toBeNull();
});
