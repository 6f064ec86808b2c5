import { usualIntervalOf } from '@granary/domain/boards/report-interval';
import {
  countRun,
  type FanRates,
  type FanRun,
  type ReportedRun,
} from '@granary/domain/fans/fan-runs';
import { type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** A bin's runs that touch `[from, to]`, newest first, as they count at `now`. */
export async function findFanRuns(
  db: Db,
  binId: number,
  { from, to, now }: { readonly from: Millis; readonly to: Millis; readonly now: Millis },
): Promise<FanRun[]> {
  const [reported, usualIntervalMs] = await Promise.all([
    findReportedRuns(db, binId, { from, to }),
    findUsualInterval(db, binId),
  ]);
  const runs = reported.map((run) => countRun(run, usualIntervalMs, now));
  return runs.filter(({ until }) => until >= from);
}

/** The power of a bin's fan, and the farm's price of a kWh. */
export async function findFanRates(db: Db, binId: number): Promise<FanRates> {
  const row = await db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .where('bins.id', '=', binId)
    .select(['bins.fanKw as powerKw', 'farms.pricePerKwh'])
    .executeTakeFirst();
  return row ?? { powerKw: null, pricePerKwh: null };
}

async function findUsualInterval(db: Db, binId: number): Promise<number> {
  const row = await db
    .selectFrom('latest')
    .where('binId', '=', binId)
    .select('recent')
    .executeTakeFirst();
  return usualIntervalOf((row?.recent ?? []).map(Number));
}

async function findReportedRuns(
  db: Db,
  binId: number,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<ReportedRun[]> {
  // The board's reports about a bin are its readings and its reports of the fan.
  const { rows } = await sql<{ onAt: Date; offAt: Date | null; isPowerCut: boolean; last: Date }>`
    select on_at, off_at, is_power_cut, greatest(on_at, reading.at, event.at) as last
    from (
      select is_on, at as on_at, lead(at) over ordered as off_at,
        coalesce(lead(caused_by) over ordered = 'restart', false) as is_power_cut
      from (
        select at, sent_at, id, is_on, caused_by,
          lag(is_on) over (order by at, sent_at, id) as was_on
        from fan_events where bin_id = ${binId}
      ) events where was_on is distinct from is_on
      window ordered as (order by at, sent_at, id)
    ) turns
    left join lateral (
      select max(at) as at from readings
      where bin_id = ${binId} and at >= on_at and at < coalesce(off_at, 'infinity')
    ) reading on off_at is null or is_power_cut
    left join lateral (
      select max(at) as at from fan_events
      where bin_id = ${binId} and at >= on_at and at < coalesce(off_at, 'infinity')
    ) event on off_at is null or is_power_cut
    where is_on and on_at <= ${new Date(to)} and (off_at is null or off_at >= ${new Date(from)})
    order by on_at desc`.execute(db);
  return rows.map(({ onAt, offAt, isPowerCut, last }) => ({
    onAt: millis(onAt.getTime()),
    offAt: offAt && millis(offAt.getTime()),
    isPowerCut,
    lastReportAt: millis(last.getTime()),
  }));
}
