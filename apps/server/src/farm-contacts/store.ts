import type { FarmContact } from '@granary/contract/farm-contacts/http';
import type { Millis } from '@granary/domain/units';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { FarmContactsTable } from '../platform/postgres/tables/farm-contacts.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

export type FarmContactRow = Selectable<FarmContactsTable>;

/** The contacts of a farm, ordered by name. */
export function findContacts(db: Db, farmId: number): Promise<FarmContactRow[]> {
  return db
    .selectFrom('farmContacts')
    .selectAll()
    .where('farmId', '=', farmId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Adds a contact; null if the farm already has the address or the maximum number of contacts. */
export async function insertContact(
  trx: Trx,
  contact: Pick<
    Insertable<FarmContactsTable>,
    'farmId' | 'name' | 'channel' | 'address' | 'minSeverity' | 'language'
  >,
  max: number,
): Promise<FarmContactRow | null> {
  // Serializes additions of contacts to a farm, so that each one counts the contacts that the others added.
  await trx.selectFrom('farms').select('id').where('id', '=', contact.farmId).forUpdate().execute();
  const existingContacts = await findContacts(trx, contact.farmId);
  if (existingContacts.length >= max) return null;
  const row = await trx
    .insertInto('farmContacts')
    .values(contact)
    .onConflict((conflict) => conflict.columns(['farmId', 'channel', 'address']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A contact, locked until the transaction ends; null if it or its farm does not exist. */
export async function lockContact(
  trx: Trx,
  id: number,
): Promise<(FarmContactRow & { readonly farmName: string }) | null> {
  const row = await trx
    .selectFrom('farmContacts')
    .innerJoin('farms', 'farms.id', 'farmContacts.farmId')
    .selectAll('farmContacts')
    .select('farms.name as farmName')
    .where('farmContacts.id', '=', id)
    .where('farms.deletedAt', 'is', null)
    .forUpdate('farmContacts')
    .executeTakeFirst();
  return row ?? null;
}

export async function storeContactCode(
  trx: Trx,
  id: number,
  code: { readonly codeHash: Buffer; readonly codeExpiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('farmContacts')
    .set({ ...code, codeTries: 0 })
    .where('id', '=', id)
    .execute();
}

/** Counts one try of a code; undefined if there is no valid code or no tries are left. */
export async function claimContactTry(
  trx: Trx,
  id: number,
  { now, maxTries }: { readonly now: Millis; readonly maxTries: number },
): Promise<FarmContactRow | undefined> {
  const { rows } = await sql<FarmContactRow>`
    update farm_contacts set code_tries = code_tries + 1
    where id = ${id} and code_expires_at > ${new Date(now)} and code_tries < ${maxTries}
      and opted_out_at is null
    returning *`.execute(trx);
  return rows[0];
}

export async function storeConfirmation(trx: Trx, id: number, now: Millis): Promise<void> {
  await trx
    .updateTable('farmContacts')
    .set({ confirmedAt: new Date(now), codeHash: null, codeExpiresAt: null })
    .where('id', '=', id)
    .execute();
}

export async function storeOptOut(trx: Trx, id: number, now: Millis): Promise<void> {
  await trx
    .updateTable('farmContacts')
    .set({ optedOutAt: new Date(now), codeHash: null, codeExpiresAt: null })
    .where('id', '=', id)
    .execute();
}

/** Whether somebody gets the alerts of a farm at an address. */
export async function isConfirmedContact(
  db: Db,
  farmId: number,
  address: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('farmContacts')
    .select('id')
    .where('farmId', '=', farmId)
    .where('address', '=', address)
    .where('confirmedAt', 'is not', null)
    .where('optedOutAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteContact(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('farmContacts').where('id', '=', id).execute();
}

export function toContactState({
  confirmedAt,
  optedOutAt,
}: Pick<FarmContactRow, 'confirmedAt' | 'optedOutAt'>): FarmContact['state'] {
  if (optedOutAt !== null) return 'opted-out';
  return confirmedAt === null ? 'waiting' : 'confirmed';
}
