import type { SearchModel, SearchResult } from '@granary/contract/search/http';
import type { Scope } from '@granary/domain/access/access';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** An answer holds at most so many. */
const MOST_RESULTS = 50;
/** A text that names more than this many is too short to sort them all: some of them are enough. */
const MOST_SORTED = 1_000;

/**
 * What a text names in a scope, by name: bins by name and main board, farms by name and city,
 * customers by name and e-mail. The text counts letter by letter, whatever its case.
 */
export async function findNamed(
  db: Kysely<Tables>,
  scope: Scope,
  model: SearchModel,
  text: string,
): Promise<SearchResult[]> {
  const { rows } = await queries[model](sql`lower(${containing(text)})`, inScope(scope)).execute(
    db,
  );
  return rows.map((row) => ({ ...row, documentId: row.id }));
}

/** The pattern of texts that hold `text`, whose own signs are no wildcards. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

type Found = Omit<SearchResult, 'documentId'>;
type Query = (pattern: RawBuilder<unknown>, scope: Expression<SqlBool>) => RawBuilder<Found>;

const owners = sql`
  join users on users.id = farms.owner_id and users.deleted_at is null and farms.deleted_at is null`;

const queries: Record<SearchModel, Query> = {
  // What names them is read from an index alone, and all else only of those that are found.
  bins: (pattern, scope) => sql<Found>`
    select bins.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      bins.name as bin_name, bins.main_board_id, farms.city, farms.state
    from (
      select bins.id from bins join farms on farms.id = bins.farm_id ${owners}
      where bins.deleted_at is null and ${scope} and bins.search_text like ${pattern}
      limit ${MOST_SORTED}
    ) found
    join bins using (id) join farms on farms.id = bins.farm_id
    join users on users.id = farms.owner_id
    order by bins.name, bins.id limit ${MOST_RESULTS}`,
  farms: (pattern, scope) => sql<Found>`
    select * from (
      select farms.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
        null as bin_name, null as main_board_id, farms.city, farms.state
      from farms ${owners}
      where ${scope} and farms.search_text like ${pattern}
      limit ${MOST_SORTED}
    ) found order by farm_name, id limit ${MOST_RESULTS}`,
  users: (pattern, scope) => sql<Found>`
    select * from (
      select users.id, users.first_name, users.last_name, users.email, null as farm_name,
        null as bin_name, null as main_board_id, users.city, users.state
      from users
      where users.role = 'user' and users.deleted_at is null and ${scope}
        and users.search_text like ${pattern}
      limit ${MOST_SORTED}
    ) found order by last_name, first_name, id limit ${MOST_RESULTS}`,
};
