import { AUDIT_PAGE } from '@granary/contract/audit/http';
import { type Actor, scopeOf } from '@granary/domain/access/access';
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { AuditEntriesTable } from '../platform/postgres/tables/audit.ts';
import type { Tables } from '../platform/postgres/tables.ts';

export type AuditRow = Selectable<AuditEntriesTable>;

/**
 * A page (from 1) of the changes that the actor may know of, newest first: to what is in their
 * scope, and by themselves; where a user is named, only changes by them or to what is theirs.
 */
export function findChanges(
  db: Kysely<Tables>,
  actor: Actor,
  userId: number | undefined,
  page: number,
): Promise<AuditRow[]> {
  const scope = scopeOf(actor);
  const about = (id: number) => sql<SqlBool>`(owner_id = ${id} or actor_id = ${id})`;
  const isKnown =
    scope.kind === 'all'
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(
          actor_id = ${actor.id} or owner_id in (select id from users where ${inScope(scope)}))`;
  return db
    .selectFrom('auditEntries')
    .selectAll()
    .where(isKnown)
    .where(userId === undefined ? sql<SqlBool>`true` : about(userId))
    .orderBy('id', 'desc')
    .offset((page - 1) * AUDIT_PAGE)
    .limit(AUDIT_PAGE)
    .execute();
}
