import type { SearchModel, SearchResult } from '@granary/contract/search/http';
import type { Scope } from '@granary/domain/access/access';
import { farmOwnerRoles } from '@granary/domain/access/roles';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** An answer holds at most so many. */
const MAX_RESULTS = 50;

/**
 * What a text names in a scope: bins by name and main board, farms by name and city, customers by
 * name, surname first or last, and e-mail. The text counts letter by letter, whatever its case.
 * Where it names more than an answer holds, these are the first of all of them: bins and farms in
 * the order of their names, customers in that of their last and first names, those of one name from
 * the oldest on. Names are ordered as the database orders text.
 */
export async function findMatches(
  db: Kysely<Tables>,
  scope: Scope,
  model: SearchModel,
  text: string,
): Promise<SearchResult[]> {
  const { rows } = await matchQuery(scope, model, text).execute(db);
  return rows.map((row) => ({ ...row, documentId: row.id }));
}

/** The statement by which `findNamed` asks the database. */
export function matchQuery(scope: Scope, model: SearchModel, text: string): RawBuilder<MatchRow> {
  const table = sql.raw(model);
  // A text without three letters or digits in a row may have no trigram: their index would be read
  // whole, and then all that it leads to. An expression is looked for in the order of names instead.
  const surelyHasTrigram = /[\p{L}\p{N}]{3}/u.test(text);
  const searched = surelyHasTrigram ? sql`${table}.search_text` : sql`(${table}.search_text || '')`;
  return queries[model](
    sql<SqlBool>`${searched} like lower(${toLikePattern(text)})`,
    inScope(scope),
  );
}

/** The pattern of texts that hold `text`, whose own signs are no wildcards. */
function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

type MatchRow = Omit<SearchResult, 'documentId'>;
type Query = (isNamed: RawBuilder<SqlBool>, scope: Expression<SqlBool>) => RawBuilder<MatchRow>;

const owners = sql`
  join users on users.id = farms.owner_id and users.deleted_at is null and farms.deleted_at is null`;

const queries: Record<SearchModel, Query> = {
  // An index in this order holds all that the condition needs: the frequent are found at its
  // beginning, the rare with the trigrams of the text, and all else is read of the found alone.
  bins: (isNamed, scope) => sql<MatchRow>`
    select bins.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      bins.name as bin_name, bins.main_board_id, farms.city, farms.state
    from (
      select bins.id from bins join farms on farms.id = bins.farm_id ${owners}
      where bins.deleted_at is null and ${scope} and ${isNamed}
      order by bins.name, bins.id limit ${MAX_RESULTS}
    ) found
    join bins using (id) join farms on farms.id = bins.farm_id
    join users on users.id = farms.owner_id
    order by bins.name, bins.id`,
  farms: (isNamed, scope) => sql<MatchRow>`
    select farms.id, users.first_name, users.last_name, null as email, farms.name as farm_name,
      null as bin_name, null as main_board_id, farms.city, farms.state
    from farms ${owners}
    where ${scope} and ${isNamed}
    order by farms.name, farms.id limit ${MAX_RESULTS}`,
  users: (isNamed, scope) => sql<MatchRow>`
    select users.id, users.first_name, users.last_name, users.email, null as farm_name,
      null as bin_name, null as main_board_id, users.city, users.state
    from users
    where users.role = any(${farmOwnerRoles}) and users.deleted_at is null and ${scope}
      and ${isNamed}
    order by users.last_name, users.first_name, users.id limit ${MAX_RESULTS}`,
};
