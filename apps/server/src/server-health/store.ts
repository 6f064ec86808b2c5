import type { StoredServerAlert } from '@granary/contract/server-health/http';
import type { ServerAlert, ServerMeasurements } from '@granary/domain/server-health/check-server';
import { DAY, type Millis, millis } from '@granary/domain/units';
import { type Selectable, sql } from 'kysely';
import type { ServerAlertsTable } from '../platform/postgres/tables/server-health.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

export type ServerAlertRow = Selectable<ServerAlertsTable>;

/** How long ended alerts are listed, ms. */
const LISTING_PERIOD = 7 * DAY;
const RETENTION = 400 * DAY;
/** Serializes evaluations of the server; any fixed number works. */
const LOCK_KEY = 0x7365_7276;

/** Locks and returns the open alerts. Other processes that lock them wait until the transaction ends. */
export async function lockOpenAlerts(trx: Trx): Promise<ServerAlertRow[]> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
  return trx
    .selectFrom('serverAlerts')
    .selectAll()
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** Whether this or another process has already stored a database outage that overlaps this time. */
export async function isOutageStored(
  trx: Trx,
  { from, to }: NonNullable<ServerMeasurements['databaseOutage']>,
): Promise<boolean> {
  const { rows } = await sql`
    select from server_alerts
    where rule = 'database-away' and since < ${new Date(to)}
      and since + value * interval '1 minute' > ${new Date(from)}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Closes, updates and adds rows, so that the open rows match the given alerts. */
export async function storeOpenAlerts(
  trx: Trx,
  rows: readonly ServerAlertRow[],
  alerts: readonly ServerAlert[],
  now: Millis,
): Promise<void> {
  const isSame = (row: ServerAlertRow, alert: ServerAlert) =>
    row.rule === alert.rule && row.channel === alert.channel && row.since.getTime() === alert.since;
  for (const row of rows) {
    if (alerts.some((alert) => isSame(row, alert))) continue;
    const closedAt = new Date(now);
    await trx.updateTable('serverAlerts').set({ closedAt }).where('id', '=', row.id).execute();
  }
  for (const alert of alerts) {
    const row = rows.find((storedRow) => isSame(storedRow, alert));
    if (row === undefined) await insertAlert(trx, alert);
    else if (row.value !== alert.value || row.severity !== alert.severity) {
      await updateAlert(trx, row, alert);
    }
  }
}

async function insertAlert(trx: Trx, alert: ServerAlert): Promise<void> {
  const { rule, channel, severity, since, value, limit: limitValue } = alert;
  await trx
    .insertInto('serverAlerts')
    .values({ rule, channel, severity, since: new Date(since), value, limitValue })
    .execute();
}

async function updateAlert(
  trx: Trx,
  row: ServerAlertRow,
  { value, severity }: ServerAlert,
): Promise<void> {
  const hasWorsened = severity === 'critical' && row.severity !== 'critical';
  await trx
    .updateTable('serverAlerts')
    .set({
      value,
      severity,
      // Acknowledging the warning does not acknowledge the critical alert. Admins are notified again, even if
      // they were notified the last time it was critical.
      ...(hasWorsened && {
        acknowledgedAt: null,
        acknowledgedBy: null,
        notifiedSeverity: row.notifiedSeverity && row.severity,
      }),
    })
    .where('id', '=', row.id)
    .execute();
}

/** Records that admins were notified of open alerts. */
export async function markNotified(
  trx: Trx,
  alerts: readonly ServerAlertRow[],
  now: Millis,
): Promise<void> {
  const ids = alerts.map(({ id }) => id);
  await sql`
    update server_alerts set notified_severity = severity, notified_at = ${new Date(now)}
    where id = any(${ids}::integer[])`.execute(trx);
}

/** Acknowledges an open alert if nobody has acknowledged it yet; returns false if no alert has the ID. */
export async function acknowledgeServerAlert(
  db: Db,
  id: number,
  { userId, now }: { readonly userId: number; readonly now: Millis },
): Promise<boolean> {
  await db
    .updateTable('serverAlerts')
    .set({ acknowledgedAt: new Date(now), acknowledgedBy: userId })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .execute();
  const row = await db
    .selectFrom('serverAlerts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The open alerts, then those that ended recently, each newest first. */
export async function findServerAlerts(db: Db, now: Millis): Promise<StoredServerAlert[]> {
  const { rows } = await sql<ServerAlertRow & { name: string | null }>`
    select server_alerts.*,
      coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
    from server_alerts left join users on users.id = acknowledged_by
    where closed_at is null or closed_at > ${new Date(now - LISTING_PERIOD)}
    order by closed_at is not null, since desc, server_alerts.id desc`.execute(db);
  const toMillis = (at: Date | null) => at && millis(at.getTime());
  return rows.map((row) => ({
    id: row.id,
    rule: row.rule,
    channel: row.channel,
    severity: row.severity,
    since: millis(row.since.getTime()),
    closedAt: toMillis(row.closedAt),
    value: row.value,
    limit: row.limitValue,
    acknowledgedAt: toMillis(row.acknowledgedAt),
    acknowledgedBy: row.acknowledgedAt === null ? null : row.name,
  }));
}

/** Deletes alerts that ended more than 400 days ago. */
export async function deleteOldServerAlerts(db: Db, now: Millis): Promise<void> {
  await db
    .deleteFrom('serverAlerts')
    .where('closedAt', '<', new Date(now - RETENTION))
    .execute();
}

/** When the newest reading from any bin arrived; null before the first. */
export async function findLastArrival(db: Db): Promise<Millis | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(arrived_at) as at from alert_memories`.execute(db);
  const at = rows[0]?.at ?? null;
  return at && millis(at.getTime());
}
