import type { SearchResult } from '@granary/contract/search/http';
import type { SearchModel } from '@granary/contract/search/models';
import type { Scope } from '@granary/domain/access/access';
import { distributorRoles, farmOwnerRoles, type Role } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import { toLikePattern } from '../platform/postgres/like-pattern.ts';
import type { Db } from '../platform/postgres/tables.ts';

/** The maximum number of results of a search. */
const MAX_RESULTS = 50;

/**
 * Searches a scope for text, ignoring case: bins by name and main board, farms by name and city, users by
 * first and last name in either order and by email. The scope of all accounts also includes distributors.
 * Returns the first results, sorted by the database's collation: bins and farms by name, users by last and
 * first name, then by ID.
 */
export async function findMatches(
  db: Db,
  scope: Scope,
  model: SearchModel,
  text: string,
): Promise<SearchResult[]> {
  const { rows } = await buildMatchQuery(scope, model, text).execute(db);
  return rows.map(({ personEmail, ...row }) => ({
    ...row,
    documentId: row.id,
    personName: fullName({ ...row, email: personEmail }),
  }));
}

/** The SQL query of `findMatches`. */
export function buildMatchQuery(
  scope: Scope,
  model: SearchModel,
  text: string,
): RawBuilder<MatchRow> {
  const table = sql.raw(model);
  // Text without three letters or digits in a row might have no trigram, and PostgreSQL would then read the
  // whole trigram index. An expression around the column prevents that: rows are scanned in name order
  // instead.
  const hasTrigram = /[\p{L}\p{N}]{3}/u.test(text);
  const searchColumn = hasTrigram ? sql`${table}.search_text` : sql`(${table}.search_text || '')`;
  return queries[model](sql<SqlBool>`${searchColumn} like lower(${toLikePattern(text)})`, scope);
}

type MatchRow = Omit<SearchResult, 'documentId' | 'personName' | 'firstName' | 'lastName'> & {
  readonly firstName: string;
  readonly lastName: string;
  readonly personEmail: string;
};
type BuildQuery = (matches: RawBuilder<SqlBool>, scope: Scope) => RawBuilder<MatchRow>;

/** Distributors belong to no distributor: only the scope of all accounts includes them. */
function listSearchableRoles(scope: Scope): readonly Role[] {
  return scope.kind === 'all' ? [...farmOwnerRoles, ...distributorRoles] : farmOwnerRoles;
}

const joinOwners = sql`
  join users on users.id = farms.owner_id and users.deleted_at is null and farms.deleted_at is null`;

const queries: Record<SearchModel, BuildQuery> = {
  // The inner query needs only one index: it finds frequent text early in the index on names, and rare text
  // by its trigrams. The other columns are read only for its results.
  bins: (matches, scope) => sql<MatchRow>`
    select bins.id, users.first_name, users.last_name, null as email,
      users.email as person_email, null as role, farms.name as farm_name,
      bins.name as bin_name, bins.main_board_id, farms.city, farms.state
    from (
      select bins.id from bins join farms on farms.id = bins.farm_id ${joinOwners}
      where bins.deleted_at is null and ${inScope(scope)} and ${matches}
      order by bins.name, bins.id limit ${MAX_RESULTS}
    ) found
    join bins using (id) join farms on farms.id = bins.farm_id
    join users on users.id = farms.owner_id
    order by bins.name, bins.id`,
  farms: (matches, scope) => sql<MatchRow>`
    select farms.id, users.first_name, users.last_name, null as email,
      users.email as person_email, null as role, farms.name as farm_name,
      null as bin_name, null as main_board_id, farms.city, farms.state
    from farms ${joinOwners}
    where ${inScope(scope)} and ${matches}
    order by farms.name, farms.id limit ${MAX_RESULTS}`,
  users: (matches, scope) => sql<MatchRow>`
    select users.id, users.first_name, users.last_name, users.email,
      users.email as person_email, users.role, null as farm_name,
      null as bin_name, null as main_board_id, users.city, users.state
    from users
    where users.role = any(${listSearchableRoles(scope)}) and users.deleted_at is null and ${inScope(scope)}
      and ${matches}
    order by users.last_name, users.first_name, users.id limit ${MAX_RESULTS}`,
};
