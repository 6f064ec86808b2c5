import { createHash, randomBytes } from 'node:crypto';
import { passwordProblem } from '@granary/domain/accounts/passwords';
import { HOUR } from '@granary/domain/units';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { hashPassword } from './passwords.ts';
import { hasAdmin } from './store.ts';

/** Serialises the making of the first admin; any fixed number of our own does. */
const SETUP_LOCK = 0x6772_6161;

export interface NewAdmin {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Why an account cannot be made. */
export type AccountProblem = 'too-short' | 'too-long' | 'common' | 'email-taken';

/** A token for the link that creates the first admin: good once and for an hour. */
export async function newSetupToken(db: Kysely<Tables>, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('setupLinks')
    .values({ tokenHash: hashOf(token), expiresAt: new Date(now + HOUR) })
    .execute();
  return token;
}

/** Creates the first admin with a set-up token; 'dead-link' where it is not good any more. */
export async function setUpAdmin(
  db: Kysely<Tables>,
  token: string,
  admin: NewAdmin,
  now: number,
): Promise<{ readonly id: number } | { readonly problem: AccountProblem | 'dead-link' }> {
  const problem = passwordProblem(admin.password);
  if (problem) return { problem };
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx);
    const used = await trx
      .deleteFrom('setupLinks')
      .where('tokenHash', '=', hashOf(token))
      .where('expiresAt', '>', new Date(now))
      .executeTakeFirst();
    if (used.numDeletedRows === 0n || (await hasAdmin(trx))) return { problem: 'dead-link' };
    return createAdmin(trx, admin);
  });
}

/** Creates an admin. */
export async function createAdmin(
  db: Kysely<Tables>,
  admin: NewAdmin,
): Promise<{ readonly id: number } | { readonly problem: AccountProblem }> {
  const problem = passwordProblem(admin.password);
  if (problem) return { problem };
  const passwordHash = await hashPassword(admin.password);
  const { email, firstName, lastName } = admin;
  const row = await db
    .insertInto('users')
    .values({ email, firstName, lastName, passwordHash, role: 'admin' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? { problem: 'email-taken' };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
