import { DAY } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** Deletes links, codes and sessions that expired, and attempts that no limit counts any more. */
export async function deleteExpiredAccess(db: Kysely<Tables>, now: number): Promise<void> {
  const expired = new Date(now);
  const dayAgo = new Date(now - DAY);
  await db.deleteFrom('signInFailures').where('at', '<', dayAgo).execute();
  await db.deleteFrom('setupLinks').where('expiresAt', '<', expired).execute();
  await db.deleteFrom('resetRequests').where('at', '<', dayAgo).execute();
  await db.deleteFrom('resetCodes').where('expiresAt', '<', expired).execute();
  await db.deleteFrom('sessions').where('expiresAt', '<', dayAgo).execute();
}
