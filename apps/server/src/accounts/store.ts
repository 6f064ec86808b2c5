import type { Scope } from '@granary/domain/access/access';
import { type Kysely, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Tables, UserRow } from '../platform/postgres/tables.ts';

/** One account, or null where there is none. */
export async function findUser(db: Kysely<Tables>, id: number): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A customer with how many farms and bins they have. */
export type CustomerRow = UserRow & { readonly farmCount: number; readonly binCount: number };

/** The customers in a scope (role user only), by name. */
export async function findCustomers(db: Kysely<Tables>, scope: Scope): Promise<CustomerRow[]> {
  return db
    .selectFrom('users')
    .leftJoin('farms', (join) =>
      join.onRef('farms.ownerId', '=', 'users.id').on('farms.deletedAt', 'is', null),
    )
    .leftJoin('bins', (join) =>
      join.onRef('bins.farmId', '=', 'farms.id').on('bins.deletedAt', 'is', null),
    )
    .selectAll('users')
    .select([
      sql<number>`count(distinct farms.id)::int`.as('farmCount'),
      sql<number>`count(bins.id)::int`.as('binCount'),
    ])
    .where('users.role', '=', 'user')
    .where('users.deletedAt', 'is', null)
    .where(inScope(scope))
    .groupBy('users.id')
    .orderBy('users.lastName')
    .orderBy('users.firstName')
    .orderBy('users.id')
    .execute();
}

/** Whether there ever was an account. */
export async function hasAccounts(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether any admin exists. */
export async function hasAdmin(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
