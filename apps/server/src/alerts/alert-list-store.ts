import type { alertStates } from '@granary/contract/alerts/filters';
import type { Alert } from '@granary/contract/alerts/http';
import type { Scope } from '@granary/domain/access/access';
import type { AlertRule } from '@granary/domain/alerts/alert';
import { MINUTE, type Millis, millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import { toLikePattern } from '../platform/postgres/like-pattern.ts';
import type { AlertEventsTable } from '../platform/postgres/tables/alerts.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { alertPerson } from './alert-person-store.ts';

const severityOrder = sql`array_position(array['critical', 'warning', 'watch'], severity)`;

/** The filters and the page of a list of alerts. */
export interface AlertQuery {
  readonly state: (typeof alertStates)[number];
  readonly farmId: number | null;
  readonly binId: number | null;
  readonly rule: AlertRule | null;
  /** Part of the name of the bin, farm or owner, or of the owner's phone number; if empty, all alerts. */
  readonly search: string;
  /** Only alerts that were open at this time or later; if null, all alerts. */
  readonly since: Millis | null;
  readonly page: number;
  readonly limit: number;
}

/**
 * A page of the alerts in a scope, and their total number. Open alerts come first, sorted by severity, then
 * the newest. The first page is 1.
 */
export async function findAlerts(
  db: Db,
  scope: Scope,
  query: AlertQuery,
): Promise<{ readonly alerts: Alert[]; readonly total: number }> {
  const { state, farmId, binId, rule, since, page, limit } = query;
  let matchingAlerts = selectAlerts(db).where(inScope(scope));
  if (state !== 'all') {
    matchingAlerts = matchingAlerts.where(
      'alerts.closedAt',
      state === 'closed' ? 'is not' : 'is',
      null,
    );
  }
  if (state === 'unacknowledged')
    matchingAlerts = matchingAlerts.where('alerts.acknowledgedAt', 'is', null);
  const search = query.search.trim();
  if (search !== '') {
    const searchedText = sql`bins.search_text || ' ' || farms.search_text || ' ' || users.search_text
      || ' ' || coalesce(users.phone, '')`;
    matchingAlerts = matchingAlerts.where(
      sql<SqlBool>`${searchedText} like lower(${toLikePattern(search)})`,
    );
  }
  if (farmId !== null) matchingAlerts = matchingAlerts.where('farms.id', '=', farmId);
  if (binId !== null) matchingAlerts = matchingAlerts.where('bins.id', '=', binId);
  if (rule !== null) matchingAlerts = matchingAlerts.where('alerts.rule', '=', rule);
  if (since !== null) {
    const at = new Date(since);
    matchingAlerts = matchingAlerts.where((eb) =>
      eb.or([eb('alerts.closedAt', 'is', null), eb('alerts.closedAt', '>=', at)]),
    );
  }
  const rows = await selectColumns(matchingAlerts)
    .orderBy(sql`alerts.closed_at is not null`)
    .orderBy(sql`case when alerts.closed_at is null then ${severityOrder} end`)
    .orderBy('alerts.since', 'desc')
    .orderBy('alerts.id', 'desc')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();
  const { count } = await matchingAlerts
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { alerts: rows.map(serializeAlert), total: count };
}

/** How long to wait for the first reading of a new bin, ms: a connected board sends it within this time. */
const FIRST_READING_WAIT = 5 * MINUTE;
/** If readings have waited this long for evaluation, ms, alerts about them might be missing. */
const EVALUATION_WAIT = 10 * MINUTE;

/**
 * How many bins in a scope still have to be evaluated: bins that have never been evaluated, bins whose first
 * reading has not been, bins that a summary waits for, and bins with readings that have waited at least ten
 * minutes. A new bin without a reading is included for its first five minutes.
 */
export async function countUncheckedBins(
  db: Db,
  scope: Scope,
  { farmId, binId }: Pick<AlertQuery, 'farmId' | 'binId'>,
  now: Millis,
): Promise<number> {
  const { count } = await db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .leftJoin('alertMemories', 'alertMemories.binId', 'bins.id')
    .where('bins.deletedAt', 'is', null)
    .where(inScope(scope))
    .where(
      sql<SqlBool>`(memory is null or summary_before is not null or folded_until is null and (
        bins.created_at > ${new Date(now - FIRST_READING_WAIT)}
        or exists (select from latest where latest.bin_id = bins.id and latest.at is not null))
        or exists (select from alert_marks where alert_marks.bin_id = bins.id
          and alert_marks.arrived_at <= ${new Date(now - EVALUATION_WAIT)}))`,
    )
    .$if(farmId !== null, (bins) => bins.where('farms.id', '=', farmId))
    .$if(binId !== null, (bins) => bins.where('bins.id', '=', binId))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An alert about an existing bin. */
export async function findAlert(db: Db, id: number): Promise<Alert | null> {
  const row = await selectColumns(selectAlerts(db).where('alerts.id', '=', id)).executeTakeFirst();
  return row === undefined ? null : serializeAlert(row);
}

function selectAlerts(db: Db) {
  return db
    .selectFrom('alerts')
    .innerJoin('bins', 'bins.id', 'alerts.binId')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .leftJoin('users as responders', 'responders.id', 'alerts.acknowledgedBy')
    .where('bins.deletedAt', 'is', null);
}

function selectColumns(alerts: ReturnType<typeof selectAlerts>) {
  return alerts.selectAll('alerts').select([
    'bins.name as binName',
    'bins.mainBoardId',
    'bins.temperatureUnit',
    'farms.id as farmId',
    'farms.name as farmName',
    'farms.timezone as timeZone',
    'users.id as ownerId',
    'users.phone as ownerPhone',
    'users.email as ownerEmail',
    selectUserName('users').as('ownerName'),
    selectUserName('responders').as('responderName'),
    alertPerson.as('person'),
    sql<{ cable: number; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('cable', cable, 'name', name)), '[]')
        from cables where cables.bin_id = bins.id)`.as('cables'),
    sql<EventRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'at', extract(epoch from alert_events.at) * 1000, 'note', note,
          'userName', ${selectUserName('actors')}) order by alert_events.at, alert_events.id), '[]')
        from alert_events left join users actors on actors.id = alert_events.user_id
        where alert_id = alerts.id)`.as('events'),
  ]);
}

interface EventRow extends Pick<AlertEventsTable, 'kind'> {
  /** ms */
  readonly at: number;
  readonly note: string;
  readonly userName: string | null;
}

/** The name of a joined account; null if none is joined. */
export function selectUserName(table: string) {
  const [first, last, email] = ['first_name', 'last_name', 'email'].map((column) =>
    sql.ref(`${table}.${column}`),
  );
  return sql<string | null>`coalesce(nullif(trim(${first} || ' ' || ${last}), ''), ${email})`;
}

type SelectedAlert = Awaited<
  ReturnType<ReturnType<typeof selectColumns>['executeTakeFirstOrThrow']>
>;

function serializeAlert(row: SelectedAlert): Alert {
  const names = new Map(row.cables.map(({ cable, name }) => [cable, name]));
  const toMillis = (at: Date | null) => at && millis(at.getTime());
  return {
    id: row.id,
    rule: row.rule,
    severity: row.severity,
    since: millis(row.since.getTime()),
    closedAt: toMillis(row.closedAt),
    value: row.value,
    limit: row.limitValue,
    sensors: row.sensors.map(({ cable, position, depth, value, isComparedWithAllDepths }) => ({
      cable,
      cableName: names.get(cable) ?? '',
      position,
      depth,
      value,
      isComparedWithAllDepths: isComparedWithAllDepths ?? false,
    })),
    person: row.person,
    acknowledgedAt: toMillis(row.acknowledgedAt),
    acknowledgedBy: row.acknowledgedAt === null ? null : row.responderName,
    note: row.note,
    binId: row.binId,
    binName: row.binName,
    mainBoardId: row.mainBoardId,
    temperatureUnit: row.temperatureUnit,
    timeZone: row.timeZone,
    farmId: row.farmId,
    farmName: row.farmName,
    ownerId: row.ownerId,
    ownerName: row.ownerName ?? '',
    ownerPhone: row.ownerPhone ?? '',
    ownerEmail: row.ownerEmail,
    events: row.events.map(({ at, ...event }) => ({ ...event, at: millis(Math.round(at)) })),
  };
}
