import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPassword, commonWords, indexCommonPasswords } from './passwords.ts';

const leaked = indexCommonPasswords([
  '1qaz2wsx3edc',
  'correcthorsebatterystaple',
  'trustno1',
  'jim',
]);
const problemFor = (password: string, email = 'ola@granary.example') =>
  checkPassword(password, email, leaked);

test.each(['', 'short', 'ninechars', 'äöüäöüäöü', '🌾🌾🌾🌾🌾'])('%j is too short', (password) => {
  expect(problemFor(password)).toBe('too-short');
});

test('more than 200 characters are too long', () => {
  const phrase = 'barn owls hunt voles ';
  expect(problemFor(`${phrase.repeat(9)}at night 12`)).toBeNull();
  expect(problemFor(`${phrase.repeat(9)}at night 123`)).toBe('too-long');
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
  'GrainBin#2026',
  'Granary2026',
  'Administrator',
  'correcthorsebatterystaple',
])('%j is common', (password) => {
  expect(problemFor(password)).toBe('common');
});

test.each([
  'granary-demo',
  'three owls, one barn',
  'wheat-fields-at-dusk',
  'passwords are tiresome',
  'kX9#vq2LmT',
  '8041937265',
  'Scheune im Nebel',
])('%j is accepted', (password) => {
  expect(problemFor(password)).toBeNull();
});

test('refuses a common word with capitals or digits added', () => {
  const word = fc.constantFrom(...commonWords);
  fc.assert(
    fc.property(word, fc.integer({ min: 100_000_000, max: 999_999_999 }), (base, number) => {
      expect(problemFor(`${base.toUpperCase()}${number}`)).toBe('common');
    }),
  );
});

test('a leaked password is common with digits around it, unless it is very short', () => {
  expect(problemFor('2026-Tru5tno1!')).toBe('common');
  expect(problemFor('1984 jim 2026')).toBeNull();
});

test.each([
  ['ola@granary.example', 'ola@granary.example'],
  ['Ola@Granary.Example', ' ola@granary.example '],
  ['ola.nordmann', 'Ola.Nordmann@granary.example'],
])('%j is not the password of %j', (password, email) => {
  expect(problemFor(password, email)).toBe('own-address');
  expect(problemFor(`${password}, at dusk`, email)).toBeNull();
  expect(problemFor(password, 'kari@granary.example')).toBeNull();
});
