import { AUDIT_PAGE } from '@granary/contract/audit/http';
import { type Actor, scopeOf } from '@granary/domain/access/access';
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { AuditEntriesTable } from '../platform/postgres/tables/audit.ts';
import type { Tables } from '../platform/postgres/tables.ts';

export type AuditRow = Selectable<AuditEntriesTable>;

/** More than anybody pages through; counting further would cost more than it tells. */
const MOST_COUNTED = 10_000;

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
  const known = knownTo(db, actor, userId);
  const rows = await known
    .selectAll()
    .orderBy('id', 'desc')
    .offset((page - 1) * AUDIT_PAGE)
    .limit(AUDIT_PAGE)
    .execute();
  const { count } = await db
    .selectFrom(
      known
        .select('id')
        .limit(MOST_COUNTED + 1)
        .as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Math.min(count, MOST_COUNTED), isLeast: count > MOST_COUNTED };
}

/** The entry by which the owner came to the distributor they have; none where they always had it. */
const joined = sql<number>`coalesce((
  select max(moved.id) from audit_entries moved
  where moved.subject = 'user' and moved.subject_id = audit_entries.owner_id::text
    and moved.act = 'changed' and moved.changes @> '[{"field": "distributor"}]'), 0)`;

function knownTo(db: Kysely<Tables>, actor: Actor, userId: number | undefined) {
  const scope = scopeOf(actor);
  const about = (id: number) => sql<SqlBool>`(owner_id = ${id} or actor_id = ${id})`;
  const isKnown =
    scope.kind === 'all'
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(
          actor_id = ${actor.id}
          or owner_id in (select id from users where ${inScope(scope)}) and id >= ${joined})`;
  return db
    .selectFrom('auditEntries')
    .where(isKnown)
    .where(userId === undefined ? sql<SqlBool>`true` : about(userId));
}
