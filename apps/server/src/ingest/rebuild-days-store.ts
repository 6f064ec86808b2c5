import { sql } from 'kysely';
import type { DayRow, Db, Trx } from '../platform/postgres/tables.ts';
import { writeDays } from '../readings/days/days-store.ts';

/** The existing bins whose days have a different time zone than their farm. */
export async function findBinsToRebuild(db: Db): Promise<number[]> {
  const { rows } = await sql<{ binId: number }>`
    select latest.bin_id from latest
    join bins on bins.id = latest.bin_id and bins.deleted_at is null
    join farms on farms.id = bins.farm_id and farms.deleted_at is null
    where latest.days_zone is distinct from farms.timezone
    order by latest.bin_id`.execute(db);
  return rows.map(({ binId }) => binId);
}

/** The number of readings of a bin on each UTC day, `YYYY-MM-DD`. */
export async function countByUtcDay(
  db: Db,
  binId: number,
): Promise<{ readonly utcDay: string; readonly count: number }[]> {
  const { rows } = await sql<{ utcDay: string; count: number }>`
    select (at at time zone 'UTC')::date as utc_day, count(*)::integer as count
    from readings where bin_id = ${binId} group by 1`.execute(db);
  return rows;
}

const ROWS_AT_ONCE = 500;

/** Replaces all days of a bin, and stores their time zone. */
export async function replaceDays(
  trx: Trx,
  binId: number,
  days: readonly DayRow[],
  zone: string,
): Promise<void> {
  await trx.deleteFrom('days').where('binId', '=', binId).execute();
  for (let start = 0; start < days.length; start += ROWS_AT_ONCE) {
    await writeDays(trx, days.slice(start, start + ROWS_AT_ONCE));
  }
  await trx.updateTable('latest').set({ daysZone: zone }).where('binId', '=', binId).execute();
}
