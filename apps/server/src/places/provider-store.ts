import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { StoredProvider } from './providers.ts';

/** The providers that an admin chose. */
export async function findProviders(db: Db): Promise<StoredProvider[]> {
  return db
    .selectFrom('placeProviders')
    .select(['service', 'provider', 'url', 'key', 'attribution', 'contact', 'version'])
    .execute();
}

/** Loads the providers that an admin chose, and blocks other changes until the transaction ends. */
export async function lockProviders(trx: Trx): Promise<StoredProvider[]> {
  await sql`lock table place_providers in share row exclusive mode`.execute(trx);
  return findProviders(trx);
}

/** Stores the provider of a service. */
export async function saveProvider(
  trx: Trx,
  storedProvider: StoredProvider,
  at: Date,
): Promise<void> {
  const row = { ...storedProvider, changedAt: at };
  await trx
    .insertInto('placeProviders')
    .values(row)
    .onConflict((conflict) => conflict.column('service').doUpdateSet(row))
    .execute();
}

/** The email address of an account, for providers that want a contact. */
export async function findContact(trx: Trx, userId: number): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.email ?? null;
}
