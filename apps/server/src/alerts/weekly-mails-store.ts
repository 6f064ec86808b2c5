import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { isMailed } from './alert-mails-store.ts';

/** A farm that should get its weekly mail. */
export interface WeeklyFarm {
  readonly farmId: number;
  readonly farmName: string;
  /** The ID of the farm's owner. */
  readonly userId: number;
  readonly email: string;
  readonly language: string;
  readonly bins: readonly { readonly id: number; readonly hasFan: boolean }[];
}

/** The time zones that farms are in, each once. */
export async function findTimeZones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('farms')
    .select('timezone')
    .distinct()
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ timezone }) => timezone);
}

/**
 * The farms with bins in a time zone that have not received the mail for the given week and whose owners want
 * it. `week` is the date of its Monday, 'YYYY-MM-DD'.
 */
export async function findFarmsToMail(
  db: Db,
  timeZone: string,
  week: string,
): Promise<WeeklyFarm[]> {
  const { rows } = await sql<WeeklyFarm>`
    select farms.id as farm_id, farms.name as farm_name, owners.id as user_id, owners.email,
      owners.language, jsonb_agg(jsonb_build_object('id', bins.id, 'hasFan', fan_attached)) as bins
    from farms join users owners on owners.id = owner_id
    join bins on bins.farm_id = farms.id and bins.deleted_at is null
    left join farm_alert_mails mails on mails.farm_id = farms.id
    where farms.timezone = ${timeZone} and farms.deleted_at is null
      and ${isMailed('owners')} and owners.notifies_weekly
      and last_week is distinct from ${week}::date
    group by farms.id, owners.id
    order by farms.id`.execute(db);
  return rows;
}

/** Records that a farm received the mail for the given week; false if that was already recorded. */
export async function recordWeeklyMail(trx: Trx, farmId: number, week: string): Promise<boolean> {
  const { rows } = await sql`
    insert into farm_alert_mails (farm_id, last_week) values (${farmId}, ${week}::date)
    on conflict (farm_id) do update set last_week = excluded.last_week
    where farm_alert_mails.last_week is distinct from excluded.last_week
    returning farm_id`.execute(trx);
  return rows.length > 0;
}
