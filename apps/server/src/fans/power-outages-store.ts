import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { toOrderTime } from './last-report-store.ts';

/** A board reported that its power came back, and nobody has been notified since. */
const needsNotification = sql`(restarted_at > coalesce(power_cut_noticed_at, '-infinity'))`;

/**
 * The farms where the first power outage that nobody was notified of was reported at least `minAgeMs` ago.
 */
export async function findFarmsWithPowerOutages(db: Db, minAgeMs: number): Promise<number[]> {
  const { rows } = await sql<{ farmId: number }>`
    select farm_id from fan_controls join bins on bins.id = bin_id
    where ${needsNotification} group by farm_id
    having min(restarted_at) <= clock_timestamp() - ${minAgeMs} * interval '1 millisecond'`.execute(
    db,
  );
  return rows.map(({ farmId }) => farmId);
}

/** A fan that ran until a power outage, and has stayed off since. */
export interface StoppedFan {
  readonly binId: number;
  readonly binName: string;
}

/**
 * Claims the power outages on a farm that nobody was notified of, and returns the fans that they stopped.
 * Fans on a schedule are left out unless they are on hold, because the schedule turns them on again. The
 * power might have failed several times in a row, so a fan is included only if it was on before the most
 * recent series of power-outage reports. Outages that ingest has locked are claimed later.
 */
export async function claimStoppedFans(trx: Trx, farmId: number): Promise<StoppedFan[]> {
  const { rows } = await sql<StoppedFan & { isStopped: boolean }>`
    select bins.id as bin_id, bins.name as bin_name,
      fan_attached and deleted_at is null and (fan_mode <> 'scheduled' or held_at is not null)
        and coalesce(ran.is_on and cut.id > coalesce(power_cut_report_id, 0), false) as is_stopped
    from fan_controls join bins on bins.id = fan_controls.bin_id
    left join lateral (
      select is_on, ${toOrderTime('report')} as counted_at, id from fan_events report
      where bin_id = bins.id and (is_on or caused_by is distinct from 'restart')
      order by ${toOrderTime('report')} desc, id desc limit 1
    ) ran on true
    left join lateral (
      select id from fan_events later
      where bin_id = bins.id and (${toOrderTime('later')}, id) > (ran.counted_at, ran.id)
      order by ${toOrderTime('later')}, id limit 1
    ) cut on true
    where farm_id = ${farmId} and ${needsNotification}
    order by bins.name, bins.id
    for no key update of fan_controls skip locked`.execute(trx);
  await sql`
    update fan_controls set power_cut_noticed_at = restarted_at, power_cut_report_id = (
      select max(id) from fan_events where fan_events.bin_id = fan_controls.bin_id)
    where bin_id = any(${rows.map(({ binId }) => binId)}::integer[])`.execute(trx);
  return rows.filter(({ isStopped }) => isStopped);
}

/**
 * A farm's name and the account to notify about its fans; null if the farm was deleted. Until the transaction
 * ends, no other process writes notices about the farm.
 */
export async function lockFarm(
  trx: Trx,
  farmId: number,
): Promise<{ readonly name: string; readonly ownerId: number } | null> {
  const farm = await trx
    .selectFrom('farms')
    .select(['name', 'ownerId'])
    .where('id', '=', farmId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return farm ?? null;
}

/** A notification about fans that a power outage stopped. */
export interface OpenNotification {
  readonly id: number;
  readonly at: Date;
  readonly fans: readonly StoppedFan[];
}

/**
 * The newest notice to a farm's owner written at or after `since`; null if there is none, or if one of its
 * fans has run again, because the notice is then about an earlier power outage.
 */
export async function findOpenNotice(
  trx: Trx,
  farmId: number,
  ownerId: number,
  since: Date,
): Promise<OpenNotification | null> {
  const { rows } = await sql<StoppedFan & { id: number; at: Date; wasOn: boolean }>`
    select notifications.id, notifications.at, bins.id as bin_id, bins.name as bin_name,
      exists (select from fan_events event
        where event.bin_id = bins.id and is_on and event.id > power_cut_report_id) as was_on
    from fan_controls join bins on bins.id = fan_controls.bin_id
    join notifications on notifications.id = power_cut_notice_id
    where power_cut_notice_id = (
        select max(notice.id) from notifications notice
        join fan_controls stopped on stopped.power_cut_notice_id = notice.id
        join bins of_farm on of_farm.id = stopped.bin_id
        where of_farm.farm_id = ${farmId} and notice.user_id = ${ownerId} and notice.at >= ${since})
    order by bins.name, bins.id`.execute(trx);
  const [firstRow] = rows;
  return firstRow === undefined || rows.some(({ wasOn }) => wasOn)
    ? null
    : { id: firstRow.id, at: firstRow.at, fans: rows };
}

/**
 * The given bins whose board sent frames after `since` and before it reconnected after its power outage.
 * Frames that arrived less than `reconnectMs` before it reported the power outage are ignored, because they
 * are part of reconnecting.
 */
export async function findBinsReportingSince(
  trx: Trx,
  binIds: readonly number[],
  since: Date,
  reconnectMs: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select bins.id from bins join fan_controls on fan_controls.bin_id = bins.id
    where bins.id = any(${binIds}::integer[]) and exists (
      select from raw_frames frame
      where frame.main_board_id = bins.main_board_id and frame.topic like '%/up/%'
        and frame.received_at > ${since}
        and frame.received_at < restarted_at - ${reconnectMs} * interval '1 millisecond')
    `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Records which notification is about these fans. */
export async function recordPowerOutageNotice(
  trx: Trx,
  fans: readonly StoppedFan[],
  noticeId: number,
): Promise<void> {
  await sql`
    update fan_controls set power_cut_notice_id = ${noticeId}
    where bin_id = any(${fans.map(({ binId }) => binId)}::integer[])`.execute(trx);
}
