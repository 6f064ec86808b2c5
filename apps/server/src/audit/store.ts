import { AUDIT_PAGE_SIZE } from '@granary/contract/audit/http';
import { type Actor, getActorScope, type Scope } from '@granary/domain/access/access';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AuditEntriesTable } from '../platform/postgres/tables/audit.ts';
import type { Db } from '../platform/postgres/tables.ts';

export type AuditRow = Selectable<AuditEntriesTable>;

/**
 * Entries are counted only up to this number, because counting all of them is slow and users do not page that
 * far.
 */
const MAX_COUNTED = 10_000;

export interface ChangePage {
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** Whether there are more than `total` changes. */
  readonly isCapped: boolean;
}

/**
 * Finds a page (from 1) of the changes that the actor may see, newest first: changes to subjects in their
 * scope since the subjects entered it, and changes by the actor. With `userId`, only changes by that user or
 * to subjects that the user owns.
 */
export async function findChanges(
  db: Db,
  actor: Actor,
  userId: number | undefined,
  page: number,
): Promise<ChangePage> {
  const { rows } = await buildPageQuery(actor, userId, page).execute(db);
  const countResult = await sql<{ count: number }>`
    select count(*)::int as count
    from (${selectNewestIds(actor, userId, MAX_COUNTED + 1)}) counted`.execute(db);
  const count = countResult.rows[0]?.count ?? 0;
  return { rows, total: Math.min(count, MAX_COUNTED), isCapped: count > MAX_COUNTED };
}

/** Builds the query for a page; it does not read rows beyond the end of the page. */
export function buildPageQuery(
  actor: Actor,
  userId: number | undefined,
  page: number,
): RawBuilder<AuditRow> {
  const offset = (page - 1) * AUDIT_PAGE_SIZE;
  return sql<AuditRow>`
    select * from audit_entries where id in (
      select id from (${selectNewestIds(actor, userId, offset + AUDIT_PAGE_SIZE)}) visible
      order by id desc offset ${offset} limit ${AUDIT_PAGE_SIZE}
    ) order by id desc`;
}

/** Selects the IDs of at least the newest `count` changes that the actor may see, unordered. */
function selectNewestIds(
  actor: Actor,
  userId: number | undefined,
  count: number,
): RawBuilder<unknown> {
  const queries = buildVisibilityConditions(actor, userId).map(
    (condition) =>
      sql`(select id from audit_entries where ${condition} order by id desc limit ${count})`,
  );
  return sql.join(queries, sql` union all `);
}

/**
 * Builds disjoint conditions for the changes that the actor may see. Each can be read newest first from an
 * index, unlike a single condition with `or`.
 */
function buildVisibilityConditions(
  actor: Actor,
  userId: number | undefined,
): readonly RawBuilder<SqlBool>[] {
  const scope = getActorScope(actor);
  const byActor = sql<SqlBool>`actor_id = ${actor.id}`;
  const isInScope = buildScopeCondition(scope);
  const isVisible = sql<SqlBool>`(${isInScope} or ${byActor})`;
  if (userId !== undefined) {
    return [
      sql<SqlBool>`owner_id = ${userId} and ${isVisible}`,
      sql<SqlBool>`actor_id = ${userId} and owner_id is distinct from ${userId} and ${isVisible}`,
    ];
  }
  if (scope.kind === 'all') return [isInScope];
  return [isInScope, sql<SqlBool>`${byActor} and (${isInScope}) is not true`];
}

/** Builds the condition that the subject of a change was in the scope at that time. */
function buildScopeCondition(scope: Scope): RawBuilder<SqlBool> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'customersOf':
      return sql`distributor_id = ${scope.distributorId}`;
    case 'own':
      return sql`owner_id = ${scope.userId}`;
    case 'nothing':
      return sql`false`;
  }
}
