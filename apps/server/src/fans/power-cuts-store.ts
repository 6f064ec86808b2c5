import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { countsAt } from './last-report-store.ts';

/** A board reported that its power came back, and nobody was notified since. */
const isNotNotified = sql`(restarted_at > coalesce(power_cut_noticed_at, '-infinity'))`;

/** The farms whose first board that reported a power cut did so this long ago, ms. */
export async function findFarmsWithPowerCuts(db: Db, ms: number): Promise<number[]> {
  const { rows } = await sql<{ farmId: number }>`
    select farm_id from fan_controls join bins on bins.id = bin_id
    where ${isNotNotified} group by farm_id
    having min(restarted_at) <= clock_timestamp() - ${ms} * interval '1 millisecond'`.execute(db);
  return rows.map(({ farmId }) => farmId);
}

/** A fan that ran until a power cut, and stays off. */
export interface StoppedFan {
  readonly binId: number;
  readonly binName: string;
}

/**
 * Claims the power cuts of a farm that nobody was notified of, and returns the fans that they stopped. A
 * schedule turns its fan on again, unless someone at the bin holds it. The power may have come back several
 * times: a fan ran before the first of the last reports that it was off after a power cut. Those that ingest
 * has locked are claimed later.
 */
export async function claimStoppedFans(trx: Trx, farmId: number): Promise<StoppedFan[]> {
  const { rows } = await sql<StoppedFan & { isStopped: boolean }>`
    select bins.id as bin_id, bins.name as bin_name,
      fan_attached and deleted_at is null and (fan_mode <> 'scheduled' or held_at is not null)
        and coalesce(ran.is_on and cut.id > coalesce(power_cut_report_id, 0), false) as is_stopped
    from fan_controls join bins on bins.id = fan_controls.bin_id
    left join lateral (
      select is_on, ${countsAt('report')} as counted_at, id from fan_events report
      where bin_id = bins.id and (is_on or caused_by is distinct from 'restart')
      order by ${countsAt('report')} desc, id desc limit 1
    ) ran on true
    left join lateral (
      select id from fan_events later
      where bin_id = bins.id and (${countsAt('later')}, id) > (ran.counted_at, ran.id)
      order by ${countsAt('later')}, id limit 1
    ) cut on true
    where farm_id = ${farmId} and ${isNotNotified}
    order by bins.name, bins.id
    for no key update of fan_controls skip locked`.execute(trx);
  await sql`
    update fan_controls set power_cut_noticed_at = restarted_at, power_cut_report_id = (
      select max(id) from fan_events where fan_events.bin_id = fan_controls.bin_id)
    where bin_id = any(${rows.map(({ binId }) => binId)}::integer[])`.execute(trx);
  return rows.filter(({ isStopped }) => isStopped);
}

/** A farm and the account that is notified of its fans. */
export async function findFarmOwner(
  trx: Trx,
  farmId: number,
): Promise<{ readonly name: string; readonly ownerId: number } | null> {
  const farm = await trx
    .selectFrom('farms')
    .select(['name', 'ownerId'])
    .where('id', '=', farmId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return farm ?? null;
}
