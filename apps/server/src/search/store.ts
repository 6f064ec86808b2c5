import type { SearchModel, SearchResult } from '@granary/contract/search/http';
import type { Scope } from '@granary/domain/access/access';
import { farmOwnerRoles } from '@granary/domain/access/roles';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Db } from '../platform/postgres/tables.ts';

/** The most results of a search. */
const MAX_RESULTS = 50;

/**
 * Searches a scope for a text, ignoring case: bins by name and main board, farms by name and city,
 * customers by first and last name in either order and by email. The first results are returned:
 * bins and farms by name, customers by last and first name, then by id, in the database's collation.
 */
export async function findMatches(
  db: Db,
  scope: Scope,
  model: SearchModel,
  text: string,
): Promise<SearchResult[]> {
  const { rows } = await buildMatchQuery(scope, model, text).execute(db);
  return rows.map((row) => ({ ...row, documentId: row.id }));
}

/** The SQL query of `findMatches`. */
export function buildMatchQuery(
  scope: Scope,
  model: SearchModel,
  text: string,
): RawBuilder<MatchRow> {
  const table = sql.raw(model);
  // A text without three letters or digits in a row may have no trigram, and PostgreSQL would read the
  // whole trigram index. An expression prevents that: rows are scanned in the order of names instead.
  const hasTrigram = /[\p{L}\p{N}]{3}/u.test(text);
  const searched = hasTrigram ? sql`${table}.search_text` : sql`(${table}.search_text || '')`;
  return queries[model](
    sql<SqlBool>`${searched} like lower(${toLikePattern(text)})`,
    inScope(scope),
  );
}

/** The LIKE pattern of texts that contain `text`, with its wildcards escaped. */
function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

type MatchRow = Omit<SearchResult, 'documentId'>;
type Query = (matches: RawBuilder<SqlBool>, scope: Expression<SqlBool>) => RawBuilder<MatchRow>;

const owners = sql`
  join users on users.id = farms.owner_id and users.deleted_at is null and farms.deleted_at is null`;

const queries: Record<SearchModel, Query> = {
  // The inner query needs one index only: it finds frequent texts at the start of the index on names,
  // and rare texts by their trigrams. The other columns are read for its results alone.
  bins: (matches, scope) => sql<MatchRow>`
    select bins.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      bins.name as bin_name, bins.main_board_id, farms.city, farms.state
    from (
      select bins.id from bins join farms on farms.id = bins.farm_id ${owners}
      where bins.deleted_at is null and ${scope} and ${matches}
      order by bins.name, bins.id limit ${MAX_RESULTS}
    ) found
    join bins using (id) join farms on farms.id = bins.farm_id
    join users on users.id = farms.owner_id
    order by bins.name, bins.id`,
  farms: (matches, scope) => sql<MatchRow>`
    select farms.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      null as bin_name, null as main_board_id, farms.city, farms.state
    from farms ${owners}
    where ${scope} and ${matches}
    order by farms.name, farms.id limit ${MAX_RESULTS}`,
  users: (matches, scope) => sql<MatchRow>`
    select users.id, users.first_name, users.last_name, users.email, null as farm_name,
      null as bin_name, null as main_board_id, users.city, users.state
    from users
    where users.role = any(${farmOwnerRoles}) and users.deleted_at is null and ${scope}
      and ${matches}
    order by users.last_name, users.first_name, users.id limit ${MAX_RESULTS}`,
};
