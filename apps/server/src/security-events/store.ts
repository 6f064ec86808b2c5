import { SECURITY_EVENT_PAGE_SIZE } from '@granary/contract/security-events/http';
import type {
  SecurityEventKind,
  SecurityEventReason,
} from '@granary/domain/security-events/security-event';
import { DAY } from '@granary/domain/units';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../platform/postgres/tables.ts';
import type { CountedEvent } from './security-events.ts';

/** Events are counted up to this number. */
const MAX_COUNTED = 10_000;
/** How long events are stored, ms. */
const RETENTION_MS = 90 * DAY;

/** Stores events; adds the counts of events that are already stored for the same minute. */
export async function storeSecurityEvents(db: Db, events: readonly CountedEvent[]): Promise<void> {
  const rows = events.map(({ event, minute, firstAt, lastAt, count }) => ({
    minute: new Date(minute),
    kind: event.kind,
    reason: event.reason ?? null,
    address: event.address ?? '',
    userId: event.userId ?? null,
    actorId: event.actorId ?? null,
    mainBoardId: event.mainBoardId ?? null,
    count,
    firstAt: new Date(firstAt),
    lastAt: new Date(lastAt),
  }));
  await db
    .insertInto('securityEvents')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'kind', 'reason', 'address', 'userId', 'actorId', 'mainBoardId'])
        .doUpdateSet({
          count: sql<number>`security_events.count + excluded.count`,
          lastAt: sql<Date>`greatest(security_events.last_at, excluded.last_at)`,
        }),
    )
    .execute();
}

/** The filters for listing events. */
export interface EventFilters {
  readonly kind?: SecurityEventKind | undefined;
  readonly address?: string | undefined;
  /** The account that they are about, or that caused them. */
  readonly userId?: number | undefined;
  readonly mainBoardId?: string | undefined;
}

/** A page (from 1) of events, newest first, and how many events match, up to `MAX_COUNTED`. */
export async function findSecurityEvents(db: Db, filters: EventFilters, page: number) {
  const matchingEvents = db
    .selectFrom('securityEvents')
    .where((eb) => eb.and(toConditions(eb, filters)));
  const rows = await matchingEvents
    .leftJoin('users', 'users.id', 'securityEvents.userId')
    .leftJoin('users as actors', 'actors.id', 'securityEvents.actorId')
    .selectAll('securityEvents')
    // Only this code writes these columns, with these types.
    .select((eb) => [
      eb.ref('securityEvents.kind').$castTo<SecurityEventKind>().as('kind'),
      eb.ref('securityEvents.reason').$castTo<SecurityEventReason | null>().as('reason'),
      selectUserName('users').as('userName'),
      selectUserName('actors').as('actorName'),
    ])
    .orderBy('securityEvents.minute', 'desc')
    .orderBy('securityEvents.id', 'desc')
    .offset((page - 1) * SECURITY_EVENT_PAGE_SIZE)
    .limit(SECURITY_EVENT_PAGE_SIZE)
    .execute();
  const { count } = await db
    .selectFrom(
      matchingEvents
        .select('id')
        .limit(MAX_COUNTED + 1)
        .as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Math.min(count, MAX_COUNTED), isCapped: count > MAX_COUNTED };
}

function selectUserName(table: 'users' | 'actors') {
  const [first, last, email] = ['first_name', 'last_name', 'email'].map((column) =>
    sql.ref(`${table}.${column}`),
  );
  return sql<string>`
    coalesce(nullif(trim(${first} || ' ' || ${last}), ''), ${email}, '')`;
}

function toConditions(
  eb: ExpressionBuilder<Tables, 'securityEvents'>,
  { kind, address, userId, mainBoardId }: EventFilters,
) {
  return [
    ...(kind === undefined ? [] : [eb('securityEvents.kind', '=', kind)]),
    ...(address === undefined ? [] : [eb('securityEvents.address', '=', address)]),
    ...(mainBoardId === undefined ? [] : [eb('securityEvents.mainBoardId', '=', mainBoardId)]),
    ...(userId === undefined
      ? []
      : [
          eb.or([
            eb('securityEvents.userId', '=', userId),
            eb('securityEvents.actorId', '=', userId),
          ]),
        ]),
  ];
}

/** Deletes events older than 90 days. */
export async function deleteOldSecurityEvents(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('securityEvents')
    .where('minute', '<', new Date(now - RETENTION_MS))
    .execute();
}
