import {
  type EnergySettings,
  type FanRun,
  type ReportedRun,
  resolveRun,
} from '@granary/domain/fans/fan-runs';
import { type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

export interface RunsQuery {
  readonly from: Millis;
  readonly to: Millis;
  /** Whether the fan is on at `now`, according to the newest report. */
  readonly isFanReportedOn: boolean;
  readonly now: Millis;
}

/** A bin's runs that overlap `[from, to]` according to reports, newest first. */
export async function findFanRuns(
  db: Db,
  binId: number,
  { isFanReportedOn, now, ...range }: RunsQuery,
): Promise<FanRun[]> {
  const reportedRuns = await findReportedRuns(db, binId, range);
  return reportedRuns.map((run) => resolveRun(run, isFanReportedOn, now));
}

/** The power of a bin's fan, and the farm's price per kWh. */
export async function findEnergySettings(db: Db, binId: number): Promise<EnergySettings> {
  const row = await db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .where('bins.id', '=', binId)
    .select(['bins.fanKw as powerKw', 'farms.pricePerKwh'])
    .executeTakeFirst();
  return row ?? { powerKw: null, pricePerKwh: null };
}

async function findReportedRuns(
  db: Db,
  binId: number,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<ReportedRun[]> {
  // Readings from a board whose clock is far off are stored only as raw data, with their arrival time. After
  // a power outage, all bins of a board report again, so for a run that an outage ended, only reports from
  // its own bin count.
  const { rows } = await sql<{
    onAt: Date;
    offAt: Date | null;
    endedByPowerOutage: boolean;
    lastReport: Date;
  }>`
    select on_at, off_at, ended_by_power_outage,
      case when off_at is null or ended_by_power_outage then greatest(
        on_at,
        (
          select max(greatest(
            (select max(at) from readings
              where bin_id = other.id and at >= on_at and at < coalesce(off_at, 'infinity')),
            (select max(at) from fan_events
              where bin_id = other.id and at >= on_at and at < coalesce(off_at, 'infinity'))
          ))
          from bins other where other.id = bin.id
            or not ended_by_power_outage and other.main_board_id = bin.main_board_id and other.deleted_at is null
        ),
        (
          select received_at from raw_frames
          where main_board_id = bin.main_board_id and cause is null
            and received_at >= on_received_at
            and received_at < coalesce(off_received_at, off_at, 'infinity')
            and (not ended_by_power_outage or raw_frames.bin_number = bin.bin_number)
          order by received_at desc limit 1
        )
      ) else off_at end as last_report
    from (
      select is_on, at as on_at, received_at as on_received_at, lead(at) over ordered as off_at,
        lead(received_at) over ordered as off_received_at,
        coalesce(lead(caused_by) over ordered = 'restart', false) as ended_by_power_outage
      from (
        select at, sent_at, id, is_on, caused_by, received_at,
          lag(is_on) over (order by at, sent_at, id) as was_on
        from fan_events where bin_id = ${binId}
      ) events where was_on is distinct from is_on
      window ordered as (order by at, sent_at, id)
    ) switches join bins bin on bin.id = ${binId}
    where is_on and on_at <= ${new Date(to)} and (off_at is null or off_at >= ${new Date(from)})
    order by on_at desc`.execute(db);
  return rows.map(({ onAt, offAt, endedByPowerOutage, lastReport }) => ({
    onAt: millis(onAt.getTime()),
    offAt: offAt && millis(offAt.getTime()),
    endedByPowerOutage,
    lastReportAt: millis(lastReport.getTime()),
  }));
}
