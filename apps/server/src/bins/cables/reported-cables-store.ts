import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** A cable as a bin's board reports it; its address is -1 where it could not be read. */
export interface ReportedCable {
  readonly binId: number;
  readonly mainBoardId: string;
  readonly cable: number;
  readonly cableId: number;
}

/**
 * Gives bins the cables that their boards report and nobody set up, and addresses to those that had
 * none. What people set up stays, and what they took out stays out. The bins' latest are locked.
 */
export async function addReportedCables(
  trx: Transaction<Tables>,
  cables: readonly ReportedCable[],
): Promise<void> {
  const column = <K extends keyof ReportedCable>(key: K) => cables.map((cable) => cable[key]);
  // Whoever edits cables has to have seen them.
  await sql`
    with reported as (
      insert into cables (bin_id, cable, cable_id)
      select bin_id, cable, cable_id from unnest(
        ${column('binId')}::integer[], ${column('cable')}::smallint[],
        ${column('cableId')}::smallint[]
      ) as sent (bin_id, cable, cable_id)
      join bins on bins.id = bin_id and not cable = any(removed_cables)
      order by bin_id, cable
      on conflict (bin_id, cable) do update set cable_id = excluded.cable_id
        where cables.cable_id = -1 and excluded.cable_id <> -1
      returning bin_id
    )
    update bins set version = version + 1 where id in (select bin_id from reported)`.execute(trx);
  await sql`
    select pg_notify('bins_changed', id)
    from unnest(${[...new Set(column('mainBoardId'))]}::text[]) as board (id)`.execute(trx);
}
