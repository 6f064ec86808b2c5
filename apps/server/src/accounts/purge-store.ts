import { DAY } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** How long a browser stays known after its last sign-in, ms. */
const KNOWN_BROWSER_MS = 400 * DAY;

/** The tables whose `user_id` column refers to an account. */
const USER_TABLES = [
  'devices',
  'notifications',
  'reset_codes',
  'invitations',
  'recovery_codes',
  'known_browsers',
  'sessions',
] as const;

/**
 * Permanently removes the accounts that were deleted before the given time, once their farms and, for
 * distributors, their customers have been removed. The audit log keeps their names.
 */
export async function purgeUsers(db: Db, deletedBefore: Date, signal: AbortSignal): Promise<void> {
  // Customers are removed before their distributors: accounts without a distributor come last.
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', '<', deletedBefore)
    .orderBy('distributorId')
    .orderBy('id')
    .execute();
  for (const { id } of people) {
    if (signal.aborted) return;
    await db.transaction().execute(async (trx) => {
      // The account may have been restored since.
      const { rows } = await sql`
        select from users where id = ${id} and deleted_at < ${deletedBefore}
        and not exists (select from farms where owner_id = users.id)
        and not exists (select from users customers where customers.distributor_id = users.id)
        for update of users`.execute(trx);
      if (rows.length === 0) return;
      for (const table of USER_TABLES) {
        await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(trx);
      }
      await trx.deleteFrom('users').where('id', '=', id).execute();
    });
  }
}

/** Deletes expired links, codes and sessions, and attempts that are too old for any rate limit. */
export async function deleteExpiredCredentials(db: Db, now: number): Promise<void> {
  const currentTime = new Date(now);
  const dayAgo = new Date(now - DAY);
  await db.deleteFrom('signInFailures').where('at', '<', dayAgo).execute();
  await db.deleteFrom('setupLinks').where('expiresAt', '<', currentTime).execute();
  await db.deleteFrom('resetRequests').where('at', '<', dayAgo).execute();
  await db.deleteFrom('resetCodes').where('expiresAt', '<', currentTime).execute();
  await db.deleteFrom('invitations').where('expiresAt', '<', currentTime).execute();
  const browserCutoff = new Date(now - KNOWN_BROWSER_MS);
  await db.deleteFrom('knownBrowsers').where('usedAt', '<', browserCutoff).execute();
  await db.deleteFrom('sessions').where('expiresAt', '<', dayAgo).execute();
}
