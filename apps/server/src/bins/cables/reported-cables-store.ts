import { sql } from 'kysely';
import type { Trx } from '../../platform/postgres/tables.ts';
import { notifyBinsChanged } from '../store.ts';

/** A cable that a bin's board reports; its address is -1 if the board could not read it. */
export interface ReportedCable {
  readonly binId: number;
  readonly mainBoardId: string;
  readonly cable: number;
  readonly cableId: number;
}

/**
 * Adds cables that boards report and that are not set up yet, and addresses of cables that had none.
 * It never changes a cable that was set up, and never adds a removed one. The caller has locked the
 * bins' readings.
 */
export async function addReportedCables(trx: Trx, cables: readonly ReportedCable[]): Promise<void> {
  const pickColumn = <K extends keyof ReportedCable>(key: K) => cables.map((cable) => cable[key]);
  // A new version makes edits that are based on an older version conflict; otherwise, they would remove the
  // new cables.
  await sql`
    with reported as (
      insert into cables (bin_id, cable, cable_id)
      select bin_id, cable, cable_id from unnest(
        ${pickColumn('binId')}::integer[], ${pickColumn('cable')}::smallint[],
        ${pickColumn('cableId')}::smallint[]
      ) as sent (bin_id, cable, cable_id)
      join bins on bins.id = bin_id and not cable = any(removed_cables)
      order by bin_id, cable
      on conflict (bin_id, cable) do update set cable_id = excluded.cable_id
        where cables.cable_id = -1 and excluded.cable_id <> -1
      returning bin_id
    )
    update bins set version = version + 1 where id in (select bin_id from reported)`.execute(trx);
  await notifyBinsChanged(trx, [...new Set(pickColumn('mainBoardId'))]);
}
