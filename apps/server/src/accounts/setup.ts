import { createHash, randomBytes } from 'node:crypto';
import { type Language, user as userOnWire } from '@granary/contract/accounts/http';
import { FIRST_ACCOUNT_ROLE } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import type { PasswordProblem } from '@granary/domain/accounts/passwords';
import { HOUR, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import { hasAdmin } from './store.ts';
import { serializeUser } from './users.ts';

/** The key of the advisory lock for creating the first admin; any fixed number works. */
const SETUP_LOCK = 0x6772_6161;

async function lockSetup(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx);
}

export interface NewAdmin {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The language of the admin's emails; English by default. */
  readonly language?: Language;
}

/** The reason an account cannot be created. */
export type AccountProblem = PasswordProblem | 'email-taken';

/** The result of preparing the first admin. */
export type FirstAdminOutcome =
  | { readonly kind: 'exists' }
  /** The user who has this token creates the admin. */
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'refused'; readonly problem: AccountProblem };

/**
 * If there is no admin, creates one from the environment or, if none is configured there, a token for a setup
 * link, which the server prints.
 */
export async function prepareFirstAdmin(
  db: Db,
  adminFromEnv: Pick<NewAdmin, 'email' | 'password'> | null,
  now: number,
): Promise<FirstAdminOutcome> {
  return db.transaction().execute(async (trx) => {
    await lockSetup(trx);
    if (await hasAdmin(trx)) return { kind: 'exists' };
    if (!adminFromEnv) return { kind: 'link', token: await createSetupToken(trx, now) };
    const result = await createAdmin(
      trx,
      { ...adminFromEnv, firstName: 'Admin', lastName: '' },
      millis(now),
      '',
    );
    return 'problem' in result ? { kind: 'refused', problem: result.problem } : { kind: 'exists' };
  });
}

/** Creates a token for the link that creates the first admin. It works once and expires after an hour. */
async function createSetupToken(db: Db, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('setupLinks')
    .values({ tokenHash: hashToken(token), expiresAt: new Date(now + HOUR) })
    .execute();
  return token;
}

/** Creates the first admin with a setup token; 'expired-link' if it is no longer valid. */
export async function setUpAdmin(
  db: Db,
  token: string,
  admin: NewAdmin,
  now: Millis,
  address: string,
): Promise<{ readonly id: number } | { readonly problem: AccountProblem | 'expired-link' }> {
  return db.transaction().execute(async (trx) => {
    await lockSetup(trx);
    const link = await trx
      .selectFrom('setupLinks')
      .select('tokenHash')
      .where('tokenHash', '=', hashToken(token))
      .where('expiresAt', '>', new Date(now))
      .executeTakeFirst();
    if (!link || (await hasAdmin(trx))) return { problem: 'expired-link' };
    const result = await createAdmin(trx, admin, now, address);
    // An invalid password does not use up the link; creating an admin invalidates all links.
    if ('id' in result) await trx.deleteFrom('setupLinks').execute();
    return result;
  });
}

/** Creates an admin, in the caller's transaction. */
export async function createAdmin(
  trx: Trx,
  admin: NewAdmin,
  at: Millis,
  address: string,
): Promise<{ readonly id: number } | { readonly problem: AccountProblem }> {
  const problem = findPasswordProblem(admin.password, admin.email);
  if (problem) return { problem };
  const passwordHash = await hashPassword(admin.password);
  const { email, firstName, lastName, language } = admin;
  const row = await trx
    .insertInto('users')
    .values({
      email,
      firstName,
      lastName,
      passwordHash,
      role: FIRST_ACCOUNT_ROLE,
      ...(language && { language }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return { problem: 'email-taken' };
  await recordChange(trx, {
    at,
    actor: null,
    address,
    act: 'added',
    subject: 'user',
    subjectId: row.id,
    subjectName: fullName(row),
    changes: compareFields(null, z.encode(userOnWire, serializeUser(row))),
  });
  return { id: row.id };
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
