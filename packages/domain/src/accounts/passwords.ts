import { commonPasswords, commonWords } from './common-passwords.ts';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'own-address';

/** Rows of the alphabet, the digits and the keyboard; a password that is part of one is common. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1234567890qwertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
].flatMap((run) => [run, [...run].reverse().join('')]);

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * What is wrong with a password for a new account, or null. Length is in characters (code points):
 * 10 to 200. These passwords are common: the most frequent of leaked lists, also with other capitals,
 * look-alike signs, or digits after a common word; one short piece repeated; and runs of the
 * alphabet, the digits or the keyboard. The account's email address, or the part of it before the @,
 * is not allowed either.
 */
export function passwordProblem(password: string, email: string): PasswordProblem | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'too-short';
  if (length > PASSWORD_MAX) return 'too-long';
  const lower = password.toLowerCase();
  if (isOfAddress(lower, email.trim().toLowerCase())) return 'own-address';
  return isCommon(lower) ? 'common' : null;
}

function isOfAddress(lower: string, email: string): boolean {
  return lower === email || lower === email.slice(0, email.lastIndexOf('@'));
}

function isCommon(lower: string): boolean {
  return (
    commonPasswords.has(lower) ||
    commonPasswords.has(withLetters(lower)) ||
    isDecoratedWord(lower) ||
    isRepetition(lower) ||
    runs.some((run) => run.includes(lower))
  );
}

/** A common word between digits and signs: 'password2024!', '123welcome123', 'P@ssw0rd1'. */
function isDecoratedWord(lower: string): boolean {
  const bare = lower.replace(/^[^\p{L}@$]+/u, '').replace(/[^\p{L}]+$/u, '');
  return commonWords.has(withLetters(bare));
}

function withLetters(lower: string): string {
  return lower.replaceAll(/[@43!10$57]/g, (sign) => lookAlikes[sign] ?? sign);
}

/** One piece of up to five characters over and over, the last time perhaps cut short. */
function isRepetition(lower: string): boolean {
  const characters = [...lower];
  for (let period = 1; period <= 5; period++) {
    if (characters.every((character, i) => i < period || character === characters[i - period])) {
      return true;
    }
  }
  return false;
}
