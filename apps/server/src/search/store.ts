import type { SearchModel, SearchResult } from '@granary/contract/search/http';
import type { Scope } from '@granary/domain/access/access';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** An answer holds at most so many. */
const MOST_RESULTS = 50;

/**
 * What a text names in a scope: bins by name and main board, farms by name and city, customers by
 * name and e-mail. The text counts letter by letter, whatever its case. Where it names more than
 * an answer holds, these are the first of all of them: bins and farms in the order of their names,
 * customers in that of their last and first names, those of one name from the oldest on. Names are
 * ordered as the database orders text.
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
  // An index in this order holds all that the condition needs: the frequent are found at its
  // beginning, the rare with the trigrams of the text, and all else is read of the found alone.
  bins: (pattern, scope) => sql<Found>`
    select bins.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      bins.name as bin_name, bins.main_board_id, farms.city, farms.state
    from (
      select bins.id from bins join farms on farms.id = bins.farm_id ${owners}
      where bins.deleted_at is null and ${scope} and bins.search_text like ${pattern}
      order by bins.name, bins.id limit ${MOST_RESULTS}
    ) found
    join bins using (id) join farms on farms.id = bins.farm_id
    join users on users.id = farms.owner_id
    order by bins.name, bins.id`,
  farms: (pattern, scope) => sql<Found>`
    select farms.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      null as bin_name, null as main_board_id, farms.city, farms.state
    from farms ${owners}
    where ${scope} and farms.search_text like ${pattern}
    order by farms.name, farms.id limit ${MOST_RESULTS}`,
  users: (pattern, scope) => sql<Found>`
    select users.id, users.first_name, users.last_name, users.email, null as farm_name,
      null as bin_name, null as main_board_id, users.city, users.state
    from users
    where users.role = 'user' and users.deleted_at is null and ${scope}
      and users.search_text like ${pattern}
    order by users.last_name, users.first_name, users.id limit ${MOST_RESULTS}`,
};
