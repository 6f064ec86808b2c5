export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'own-address';

/** Sequences of the alphabet, the digits and the keyboard; a password that is part of one is common. */
const sequences = [
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
 * Words, in lower case, that are common even with digits or symbols around them: terms from the product and
 * its trade, and words from several languages. The most frequent leaked passwords are added to them.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass mypassword newpassword contrasena motdepasse senha parola haslo
  welcome letmein changeme default secret access login admin administrator root user guest test testing
  temp demo master manager operator superuser qwerty qwert qwertz azerty qwertyuiop asdf asdfgh asdfghjkl
  zxcv zxcvbn zxcvbnm qazwsx abc abcd abcde abcdef abcdefg iloveyou loveyou lovely hello hallo bonjour
  monkey dragon sunshine princess football baseball basketball soccer hockey superman batman spiderman
  starwars pokemon naruto minecraft michael jordan jennifer jessica ashley daniel charlie thomas
  summer winter spring autumn january february march april may june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday computer internet google
  facebook samsung iphone windows freedom whatever shadow tigger buster ginger pepper cookie cheese
  chocolate butterfly flower angel jesus mustang corvette ferrari mercedes porsche harley tractor farmer
  farm farming harvest wheat barley canola corn granary grain grains grainbin johndeere
  silo silos bins binsensor sensor mainboard elevator combine moisture temperature distributor dealer customer
  `
    .trim()
    .split(/\s+/),
);

/** The passwords that attackers try first. */
export interface CommonPasswords {
  /** In lower case. */
  readonly passwords: ReadonlySet<string>;
  /**
   * Words that are common even with digits or symbols around them; in lower case, with letters instead of
   * look-alike symbols.
   */
  readonly words: ReadonlySet<string>;
}

/** The number of most frequent passwords that are also rejected with digits or symbols around them. */
export const COMMON_WORD_COUNT = 3000;
/** Shorter words also occur in passwords that are hard to guess. */
const WORD_MIN = 4;

/** Indexes leaked passwords, the most frequent first, and adds the product's own words. */
export function indexCommonPasswords(byFrequency: readonly string[]): CommonPasswords {
  const lower = byFrequency.map((password) => password.toLowerCase());
  const words = lower
    .slice(0, COMMON_WORD_COUNT)
    .map(toWord)
    .filter((word) => word.length >= WORD_MIN);
  return { passwords: new Set(lower), words: new Set([...commonWords, ...words]) };
}

/**
 * Finds what is wrong with a password for an account; null if nothing. Length is in characters (code points):
 * 10 to 200. Common passwords are leaked ones, even with different capitalization, look-alike symbols, or
 * digits around a common word; one short piece repeated; and sequences from the alphabet, the digits or the
 * keyboard. The account's email address, or its part before the `@`, is not allowed.
 */
export function checkPassword(
  password: string,
  email: string,
  common: CommonPasswords,
): PasswordProblem | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'too-short';
  if (length > PASSWORD_MAX) return 'too-long';
  const lower = password.toLowerCase();
  if (matchesAddress(lower, email.trim().toLowerCase())) return 'own-address';
  return isCommon(lower, common) ? 'common' : null;
}

function matchesAddress(lower: string, email: string): boolean {
  return lower === email || lower === email.slice(0, email.lastIndexOf('@'));
}

function isCommon(lower: string, { passwords, words }: CommonPasswords): boolean {
  return (
    passwords.has(lower) ||
    passwords.has(replaceLookAlikes(lower)) ||
    words.has(toWord(lower)) ||
    isRepetition(lower) ||
    sequences.some((run) => run.includes(lower))
  );
}

/**
 * The word without the digits and symbols around it, as in 'password2024!', '123password123', 'P@ssw0rd1'.
 */
function toWord(lower: string): string {
  return replaceLookAlikes(lower.replace(/^[^\p{L}@$]+/u, '').replace(/[^\p{L}]+$/u, ''));
}

function replaceLookAlikes(lower: string): string {
  return lower.replaceAll(/[@43!10$57]/g, (symbol) => lookAlikes[symbol] ?? symbol);
}

/**
 * Whether the password is only a repeated pattern of up to five characters; the last repetition may be cut
 * short.
 */
function isRepetition(lower: string): boolean {
  const characters = [...lower];
  for (let period = 1; period <= 5; period++) {
    if (characters.every((character, i) => i < period || character === characters[i - period])) {
      return true;
    }
  }
  return false;
}
