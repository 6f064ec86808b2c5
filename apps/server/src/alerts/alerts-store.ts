import type { AlertRule, OpenAlert } from '@granary/domain/alerts/alert';
import { type CableLayout, getCableFlips } from '@granary/domain/cables/cable-layout';
import { depthFromTop } from '@granary/domain/readings/sensors';
import type { Millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import type { AlertEventsTable, StoredAlertSensor } from '../platform/postgres/tables/alerts.ts';
import type { AlertRow, Db, Trx } from '../platform/postgres/tables.ts';
import type { Episode } from './episodes.ts';
import { markBin } from './marks-store.ts';

/** The inputs for storing the alerts of a bin. */
export interface StoreInputs {
  readonly now: Millis;
  /** The readings after this time were evaluated; null if all were. */
  readonly evaluatedAfter: Millis | null;
  /** The alerts that were open at `evaluatedAfter`; null in a first evaluation, which does not know them. */
  readonly openBefore: readonly OpenAlert[] | null;
  /** The number of sensors on each cable. */
  readonly lengths: readonly number[];
  readonly cables: readonly CableLayout[];
}

/**
 * Stores the alerts that were detected in the readings after `evaluatedAfter`. An alert keeps its row if the
 * times overlap, even if its start or end differs from the stored one. Alerts that began and ended within the
 * evaluated readings are stored as closed. Rows that late readings invalidate are deleted, unless people have
 * been notified about them.
 */
export async function storeEpisodes(
  trx: Trx,
  binId: number,
  episodes: readonly Episode[],
  inputs: StoreInputs,
): Promise<void> {
  const from = new Date(inputs.evaluatedAfter ?? 0);
  const rows = await trx
    .selectFrom('alerts')
    .selectAll()
    .where('binId', '=', binId)
    .where((eb) => eb.or([eb('closedAt', 'is', null), eb('closedAt', '>', from)]))
    .orderBy('since')
    .execute();
  const unmatchedRows = new Set(rows);
  // Open alerts first, so that they keep the open rows.
  const matches = episodes.toReversed().map((episode) => {
    const row = findMatchingRow([...unmatchedRows], episode) ?? null;
    if (row !== null) unmatchedRows.delete(row);
    return { episode, row };
  });
  // An alert about missing sensors can be raised after `from` with an earlier `since`.
  const isRaisedAfter = ({ since, rule }: AlertRow) =>
    since > from || inputs.openBefore?.every((alert) => alert.rule !== rule) === true;
  for (const row of unmatchedRows) {
    if (isRaisedAfter(row) && row.announcedSeverity === null) await deleteAlert(trx, row);
    // A settings change ended the alert.
    else if (row.closedAt === null) await closeAlert(trx, row, inputs.now);
  }
  // Past alerts first, because only one row of a rule can be open.
  for (const { episode, row } of matches.toReversed()) {
    if (row === null) await insertAlert(trx, binId, episode, inputs);
    else await updateAlert(trx, row, episode, inputs);
  }
}

/** The row with the same rule and an overlapping time; for an open alert, preferably an open row. */
function findMatchingRow(
  rows: readonly AlertRow[],
  { alert, closedAt }: Episode,
): AlertRow | undefined {
  const overlappingRows = rows.filter(
    ({ rule, since, closedAt: end }) =>
      rule === alert.rule &&
      since.getTime() <= (closedAt ?? Number.POSITIVE_INFINITY) &&
      (end?.getTime() ?? Number.POSITIVE_INFINITY) >= alert.since,
  );
  const isSameState = (row: AlertRow) => (row.closedAt === null) === (closedAt === null);
  return overlappingRows.find(isSameState) ?? overlappingRows[0];
}

async function deleteAlert(trx: Trx, { id, binId }: AlertRow): Promise<void> {
  await notifyChange(trx, binId);
  await trx.deleteFrom('alerts').where('id', '=', id).execute();
}

async function insertAlert(
  trx: Trx,
  binId: number,
  { alert, closedAt }: Episode,
  inputs: StoreInputs,
): Promise<void> {
  const { id } = await trx
    .insertInto('alerts')
    .values({
      binId,
      rule: alert.rule,
      ...toColumns(alert, inputs),
      raisedAt: new Date(inputs.now),
      closedAt: closedAt === null ? null : new Date(closedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertEvent(trx, { alertId: id, kind: 'raised', at: new Date(alert.since) });
  if (closedAt !== null) {
    await insertEvent(trx, { alertId: id, kind: 'closed', at: new Date(closedAt) });
  }
}

async function updateAlert(
  trx: Trx,
  storedRow: AlertRow,
  { alert, closedAt }: Episode,
  inputs: StoreInputs,
): Promise<void> {
  if (hasVisibleChange(storedRow, alert)) await notifyChange(trx, storedRow.binId);
  const hasWorsened = alert.severity === 'critical' && storedRow.severity !== 'critical';
  await trx
    .updateTable('alerts')
    .set({
      ...toColumns(alert, inputs),
      ...(hasWorsened && resetNotifications(storedRow)),
      ...(hasWorsened && storedRow.announcedSeverity === null && { escalatedAt: null }),
    })
    .where('id', '=', storedRow.id)
    .execute();
  if (hasWorsened) {
    const { id, severity } = storedRow;
    await trx
      .updateTable('farmContactAlerts')
      .set({ severity })
      .where('alertId', '=', id)
      .execute();
    await insertEvent(trx, { alertId: id, kind: 'worsened', at: new Date(inputs.now) });
  }
  if ((storedRow.closedAt?.getTime() ?? null) === closedAt) return;
  // Late readings may show a different end, or none.
  await trx
    .deleteFrom('alertEvents')
    .where('alertId', '=', storedRow.id)
    .where('kind', '=', 'closed')
    .execute();
  if (closedAt !== null) await closeAlert(trx, storedRow, closedAt);
  else {
    await trx
      .updateTable('alerts')
      .set({ closedAt: null })
      .where('id', '=', storedRow.id)
      .execute();
    await notifyChange(trx, storedRow.binId);
  }
}

/**
 * An alert that becomes critical is announced like a new one, even if it was critical before: nobody has
 * responded to it, and its recipients were notified only of the less severe alert.
 */
function resetNotifications({
  severity,
  announcedSeverity,
  notifiedSeverity,
  mailedSeverity,
}: AlertRow) {
  return {
    acknowledgedAt: null,
    acknowledgedBy: null,
    note: '',
    announcedSeverity: announcedSeverity && severity,
    notifiedSeverity: notifiedSeverity && severity,
    mailedSeverity: mailedSeverity && severity,
    textedAt: null,
  };
}

/** Whether the value, limit, severity or start that lists show has changed. */
function hasVisibleChange(storedAlert: AlertRow, alert: OpenAlert): boolean {
  return (
    storedAlert.value !== alert.value ||
    storedAlert.limitValue !== alert.limit ||
    storedAlert.severity !== alert.severity ||
    storedAlert.since.getTime() !== alert.since
  );
}

/** Notifies the server processes, after the commit, that the alerts of a bin changed. */
async function notifyChange(trx: Trx, binId: number): Promise<void> {
  await sql`select pg_notify('alerts_changed', ${String(binId)})`.execute(trx);
}

function toColumns(alert: OpenAlert, { lengths, cables }: StoreInputs) {
  const flips = getCableFlips(cables, lengths.length);
  const sensors = alert.sensors.map(
    (sensor): StoredAlertSensor => ({
      ...sensor,
      depth: depthFromTop(
        sensor.position,
        lengths[sensor.cable - 1] ?? sensor.position,
        flips[sensor.cable - 1] ?? false,
      ),
    }),
  );
  return {
    severity: alert.severity,
    since: new Date(alert.since),
    value: alert.value,
    limitValue: alert.limit,
    sensors: JSON.stringify(sensors),
  };
}

async function closeAlert(trx: Trx, { id }: Pick<AlertRow, 'id'>, at: Millis): Promise<void> {
  const closedAt = new Date(at);
  await trx.updateTable('alerts').set({ closedAt }).where('id', '=', id).execute();
  await insertEvent(trx, { alertId: id, kind: 'closed', at: closedAt });
}

/** Closes the open alerts of a bin. */
export async function closeAlerts(trx: Trx, binId: number, at: Millis): Promise<void> {
  const rows = await trx
    .selectFrom('alerts')
    .select('id')
    .where('binId', '=', binId)
    .where('closedAt', 'is', null)
    .execute();
  for (const row of rows) await closeAlert(trx, row, at);
}

async function insertEvent(
  trx: Trx,
  event: Pick<AlertEventsTable, 'alertId' | 'kind' | 'at'> & {
    readonly userId?: number;
    readonly note?: string;
  },
): Promise<void> {
  await trx
    .insertInto('alertEvents')
    .values({ userId: null, ...event })
    .execute();
  await sql`
    select pg_notify('alerts_changed', bin_id::text) from alerts where id = ${event.alertId}
  `.execute(trx);
}

/**
 * Announces a bin's open alerts for the given rules that have not been announced, or that have since become
 * critical, except those waiting for the farm's summary.
 *
 * @returns Whether any alerts were announced.
 */
export async function announceAlerts(
  trx: Trx,
  binId: number,
  { now, rules }: { readonly now: Millis; readonly rules: readonly AlertRule[] },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alerts set announced_severity = severity, announced_at = ${new Date(now)},
      escalated_at = null
    from bins
    where bins.id = bin_id and closed_at is null and bins.deleted_at is null and bins.id = ${binId}
      and rule = any(${rules}::text[])
      and (announced_severity is null and escalated_at is null
        or severity = 'critical' and announced_severity <> 'critical')`.execute(trx);
  return numAffectedRows > 0n;
}

/** An open alert that will be announced by the summary of its farm. */
const waitsForSummary = sql`
  (closed_at is null and announced_severity is null and escalated_at is not null)`;

/**
 * Holds a bin's open alerts that began before the given time for its farm's summary, except alerts that have
 * since become critical. Held alerts are marked as already escalated, so that no escalation is sent for them.
 */
export async function holdForSummary(
  trx: Trx,
  binId: number,
  { now, beganBefore }: { readonly now: Millis; readonly beganBefore: Date },
): Promise<void> {
  await sql`
    update alerts set escalated_at = ${new Date(now)}
    where bin_id = ${binId} and closed_at is null and announced_severity is null
      and escalated_at is null and since < ${beganBefore}
      and not exists (
        select from alert_events where alert_id = alerts.id and kind = 'worsened')`.execute(trx);
}

/**
 * Announces the alerts that wait for the summary of a farm. They are not escalated.
 *
 * @param whenLocked - Whether to wait for or skip alerts that are being evaluated.
 * @returns Whether any alerts were announced.
 */
export async function announceSummary(
  trx: Trx,
  farmId: number,
  now: Millis,
  whenLocked: 'wait' | 'skip-locked' = 'wait',
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alerts set announced_severity = severity, announced_at = ${new Date(now)}
    where id in (
      select alerts.id from alerts join bins on bins.id = bin_id
      where bins.deleted_at is null and farm_id = ${farmId} and ${waitsForSummary}
      for update of alerts ${whenLocked === 'wait' ? sql`` : sql`skip locked`})`.execute(trx);
  return numAffectedRows > 0n;
}

/** The farms with alerts that have been waiting for a summary since the given time or earlier. */
export async function findFarmsWithOverdueSummaries(db: Db, since: Millis): Promise<number[]> {
  const { rows } = await sql<{ farmId: number }>`
    select distinct farm_id from alerts join bins on bins.id = bin_id
    where deleted_at is null and ${waitsForSummary} and escalated_at <= ${new Date(since)}
    `.execute(db);
  return rows.map(({ farmId }) => farmId);
}

/** Acknowledges an open alert that has not been acknowledged yet; returns false if there is none. */
export async function acknowledge(
  db: Db,
  id: number,
  changedBy: ChangedBy & { readonly actor: { readonly id: number } },
  note: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const userId = changedBy.actor.id;
    const at = new Date(changedBy.at);
    const acknowledgedAlert = await trx
      .updateTable('alerts')
      .set({ acknowledgedAt: at, acknowledgedBy: userId, note })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .where('acknowledgedAt', 'is', null)
      .returning(['rule', 'binId'])
      .executeTakeFirst();
    if (acknowledgedAlert === undefined) return false;
    const { rule, binId } = acknowledgedAlert;
    // The stored state of the bin, which lists show, includes who acknowledged the alert.
    await markBin(trx, binId);
    await insertEvent(trx, { alertId: id, kind: 'acknowledged', at, userId, note });
    await recordBinChange(trx, binId, {
      ...changedBy,
      act: 'changed',
      changes: [{ field: `alert ${rule}`, before: 'open', after: 'acknowledged' }],
    });
    return true;
  });
}
