import type { Scope } from '@granary/domain/access/access';
import { adminRoles, distributorRoles, farmOwnerRoles } from '@granary/domain/access/roles';
import { sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Db, UserRow } from '../platform/postgres/tables.ts';

/** One account, or null if it does not exist. */
export async function findUser(db: Db, id: number): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The columns in the lists that staff see. Notes are left out because they can be long, the other columns
 * because they are private.
 */
const LISTED_COLUMNS = [
  'id',
  'firstName',
  'lastName',
  'email',
  'phone',
  'city',
  'state',
  'country',
] as const;
type ListedRow = Pick<UserRow, (typeof LISTED_COLUMNS)[number]>;

/** A customer, with how many farms and bins they have. */
export type CustomerRow = ListedRow & { readonly farmCount: number; readonly binCount: number };

/** The customers (accounts that can own farms) in a scope, sorted by name. */
export async function findCustomers(db: Db, scope: Scope): Promise<CustomerRow[]> {
  return db
    .selectFrom('users')
    .select(LISTED_COLUMNS)
    .select([
      sql<number>`(
        select count(*)::int from farms
        where farms.owner_id = users.id and farms.deleted_at is null
      )`.as('farmCount'),
      sql<number>`(
        select count(*)::int from farms join bins on bins.farm_id = farms.id
        where farms.owner_id = users.id and farms.deleted_at is null and bins.deleted_at is null
      )`.as('binCount'),
    ])
    .where('users.role', 'in', farmOwnerRoles)
    .where('users.deletedAt', 'is', null)
    .where(inScope(scope))
    .orderBy('users.lastName')
    .orderBy('users.firstName')
    .orderBy('users.id')
    .execute();
}

/** A distributor, with the number of their customers. */
export type DistributorRow = ListedRow & { readonly customerCount: number };

/** All distributors, sorted by name. */
export async function findDistributors(db: Db): Promise<DistributorRow[]> {
  return db
    .selectFrom('users')
    .select(LISTED_COLUMNS)
    .select(
      sql<number>`(
        select count(*)::int from users as customers
        where customers.distributor_id = users.id and customers.deleted_at is null
      )`.as('customerCount'),
    )
    .where('users.role', 'in', distributorRoles)
    .where('users.deletedAt', 'is', null)
    .orderBy('users.lastName')
    .orderBy('users.firstName')
    .orderBy('users.id')
    .execute();
}

/** The distributor of an account; if it has none, the admins, sorted by ID. */
export async function findContacts(db: Db, userId: number): Promise<UserRow[]> {
  const distributor = await db
    .selectFrom('users as customers')
    .innerJoin('users', 'users.id', 'customers.distributorId')
    .selectAll('users')
    .where('customers.id', '=', userId)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst();
  if (distributor) return [distributor];
  return db
    .selectFrom('users')
    .selectAll()
    .where('role', 'in', adminRoles)
    .where('deletedAt', 'is', null)
    .where('id', '!=', userId)
    .orderBy('id')
    .execute();
}

/** Whether any account exists, including deleted ones. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether any admin exists. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', adminRoles)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The language of an account's messages, as stored. */
export async function findLanguage(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.language ?? null;
}

/** An admin, and where they want to be notified. */
export interface NotifiedAdmin {
  readonly id: number;
  readonly email: string;
  readonly language: string;
  readonly timeZone: string;
  readonly isMailed: boolean;
  /** The confirmed phone number; null if there is none or text messages are off. */
  readonly number: string | null;
}

/** The admins, with the notification channels from their profiles. */
export async function findNotifiedAdmins(db: Db): Promise<NotifiedAdmin[]> {
  const { rows } = await sql<NotifiedAdmin>`
    select id, email, language, timezone as time_zone, notifies and notifies_by_email as is_mailed,
      case when notifies and notifies_by_sms then sms_numbers.number end as number
    from users left join sms_numbers on user_id = id
    where role = any(${adminRoles}::text[]) and deleted_at is null
    order by id`.execute(db);
  return rows;
}
