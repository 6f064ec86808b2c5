import { AUDIT_PAGE } from '@granary/contract/audit/http';
import { type Actor, scopeOf } from '@granary/domain/access/access';
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AuditEntriesTable } from '../platform/postgres/tables/audit.ts';
import type { Tables } from '../platform/postgres/tables.ts';

export type AuditRow = Selectable<AuditEntriesTable>;

/** More than anybody pages through; counting further would cost more than it tells. */
const MAX_COUNTED = 10_000;

export interface ChangesFound {
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** There are more than `total`, which were not counted. */
  readonly isLeast: boolean;
}

/**
 * A page (from 1) of the changes that the actor may know of, newest first: to what is in their
 * scope, from when on it was there, and by themselves; where a user is named, only changes by them or to what is theirs.
 */
export async function findChanges(
  db: Kysely<Tables>,
  actor: Actor,
  userId: number | undefined,
  page: number,
): Promise<ChangesFound> {
  const { rows } = await pageQuery(actor, userId, page).execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count
    from (${newestIds(actor, userId, MAX_COUNTED + 1)}) counted`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  return { rows, total: Math.min(count, MAX_COUNTED), isLeast: count > MAX_COUNTED };
}

/** The statement that reads a page: as much as it takes to come to its end, however much there is. */
export function pageQuery(
  actor: Actor,
  userId: number | undefined,
  page: number,
): RawBuilder<AuditRow> {
  const before = (page - 1) * AUDIT_PAGE;
  return sql<AuditRow>`
    select * from audit_entries where id in (
      select id from (${newestIds(actor, userId, before + AUDIT_PAGE)}) known
      order by id desc offset ${before} limit ${AUDIT_PAGE}
    ) order by id desc`;
}

/** The ids of so many changes or more, the newest of what the actor may know; in no order. */
function newestIds(actor: Actor, userId: number | undefined, count: number): RawBuilder<unknown> {
  const ways = visibilityConditions(actor, userId).map(
    (way) => sql`(select id from audit_entries where ${way} order by id desc limit ${count})`,
  );
  return sql.join(ways, sql` union all `);
}

/**
 * The changes that the actor may know of, in parts of which no two hold the same entry: each can be
 * read from its newest on along an index, which a condition with `or` could not.
 */
function visibilityConditions(
  actor: Actor,
  userId: number | undefined,
): readonly RawBuilder<SqlBool>[] {
  const scope = scopeOf(actor);
  const byActor = sql<SqlBool>`actor_id = ${actor.id}`;
  const isKnown =
    scope.kind === 'all'
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(distributor_id = ${actor.id} or ${byActor})`;
  if (userId !== undefined) {
    return [
      sql<SqlBool>`owner_id = ${userId} and ${isKnown}`,
      sql<SqlBool>`actor_id = ${userId} and owner_id is distinct from ${userId} and ${isKnown}`,
    ];
  }
  if (scope.kind === 'all') return [isKnown];
  return [
    sql<SqlBool>`distributor_id = ${actor.id}`,
    sql<SqlBool>`${byActor} and distributor_id is distinct from ${actor.id}`,
  ];
}
