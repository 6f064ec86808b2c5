import {
  checkPassword,
  indexCommonPasswords,
  type PasswordProblem,
} from '@granary/domain/accounts/passwords';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password, with its salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the hash matches the password. */
export function isPasswordCorrect(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** 49,000 leaked passwords, the most frequent first (ADR 0027). */
const commonPasswords = indexCommonPasswords(dictionary['passwords-common']);

/** The problem with a password for the account with this email address; null if there is none. */
export function findPasswordProblem(password: string, email: string): PasswordProblem | null {
  return checkPassword(password, email, commonPasswords);
}
