import type { Millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { BinAtStation, Trx } from '../platform/postgres/tables.ts';
import { toMillis } from './command-store.ts';

/**
 * Selects the installation mode that was last confirmed for the row `bin` at its bin station; no row if none
 * was confirmed there. Confirmations by other boards do not apply.
 */
export const lastConfirmedMode = sql`(
  select (instruction ->> 'isOn')::boolean as is_on, confirmed_at from commands
  where bin_id = bin.id and main_board_id = bin.main_board_id and bin_number = bin.bin_number
    and kind = 'installation-mode' and confirmed_at is not null
  order by queued_at desc, seq desc limit 1
)`;

/** Finds when the board of a bin confirmed that it is in installation mode; null if it is not. */
export async function findInstallationModeSince(
  trx: Trx,
  { id, mainBoardId, binNumber }: BinAtStation,
): Promise<Millis | null> {
  const { rows } = await sql<{ isOn: boolean; confirmedAt: Date }>`
    select last.* from (
      values (${id}::integer, ${mainBoardId}::text, ${binNumber}::integer)
    ) as bin (id, main_board_id, bin_number)
    cross join lateral ${lastConfirmedMode} last`.execute(trx);
  const [lastMode] = rows;
  return lastMode?.isOn ? toMillis(lastMode.confirmedAt) : null;
}
