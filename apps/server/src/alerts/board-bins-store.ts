import type { BoardBin } from '@granary/domain/alerts/board-no-data';
import { millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** A bin of a board, with the times of its newest readings, ms, newest first. */
export interface StoredBoardBin extends Omit<BoardBin, 'usualIntervalMs'> {
  readonly recent: readonly number[];
}

/** The bins of a board, taking into account readings that have arrived but have not been evaluated yet. */
export async function findBoardBins(db: Db, mainBoardId: string): Promise<StoredBoardBin[]> {
  const { rows } = await sql<
    Omit<StoredBoardBin, 'heardAt' | 'recent'> & { heardAt: Date | null; recent: string[] | null }
  >`
    select bins.id, bin_number, recent,
      case when silence_alert_enabled then silence_alert_hours end as silence_hours,
      greatest(coalesce(alert_memories.arrived_at, latest.at),
        (select max(arrived_at) from alert_marks where alert_marks.bin_id = bins.id)) as heard_at
    from bins left join latest on latest.bin_id = bins.id
    left join alert_memories on alert_memories.bin_id = bins.id
    where main_board_id = ${mainBoardId} and bins.deleted_at is null`.execute(db);
  return rows.map(({ heardAt, recent, ...bin }) => ({
    ...bin,
    heardAt: heardAt && millis(heardAt.getTime()),
    recent: (recent ?? []).map(Number),
  }));
}
