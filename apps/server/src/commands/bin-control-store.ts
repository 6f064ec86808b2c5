import type { BinControl } from '@granary/domain/alerts/control-rules';
import { type Selectable, sql } from 'kysely';
import type { CommandsTable } from '../platform/postgres/tables/commands.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { toCommand, toMillis } from './command-store.ts';
import { findInstallationModeSince } from './installation-mode-store.ts';

/** The data that alerts depend on besides readings and the fan. */
export type CommandSituation = Pick<
  BinControl,
  'commands' | 'switchedAt' | 'entrySince' | 'installationModeSince'
>;

/** A command of a bin and the controls of its fan; if there is no command, the command columns are null. */
type LastCommandRow = (Selectable<CommandsTable> | { readonly id: null }) & {
  readonly switchedAt: Date | null;
  readonly entryOpenedAt: Date | null;
  readonly boardOfBin: string;
  readonly numberOfBin: number;
};

/**
 * Finds a bin's last command of each kind except reading requests, when its earliest open entry began, and
 * when its board confirmed installation mode. Uses one query in most cases, because every evaluation of a bin
 * needs this data.
 */
export async function findCommandSituation(trx: Trx, binId: number): Promise<CommandSituation> {
  const { rows } = await sql<LastCommandRow>`
    select last.*, fan_controls.switched_at,
      (select min(opened_at) from bin_entries where bin_id = bin.id) as entry_opened_at,
      bin.main_board_id as board_of_bin, bin.bin_number as number_of_bin
    from (select id, main_board_id, bin_number from bins where id = ${binId}) as bin
    left join fan_controls on fan_controls.bin_id = bin.id
    left join lateral (
      select newest.*
      from unnest(array['fan', 'cable', 'radio', 'radar', 'installation-mode']) as kinds (kind)
      cross join lateral (
        select * from commands
        where bin_id = bin.id and commands.kind = kinds.kind and instruction is not null
        order by queued_at desc, seq desc limit 1
      ) newest
    ) last on true`.execute(trx);
  const commands = rows.flatMap((row) => {
    const command = row.id === null ? null : toCommand(row);
    if (row.id === null || command === null) return [];
    return [{ ...command, endedAt: row.endedAt && toMillis(row.endedAt) }];
  });
  const [controls] = rows;
  const hasInstallationModeCommand = commands.some(
    ({ instruction }) => instruction.kind === 'installation-mode',
  );
  const station = controls && {
    id: binId,
    mainBoardId: controls.boardOfBin,
    binNumber: controls.numberOfBin,
  };
  return {
    commands,
    switchedAt: controls?.switchedAt ? toMillis(controls.switchedAt) : null,
    entrySince: controls?.entryOpenedAt ? toMillis(controls.entryOpenedAt) : null,
    installationModeSince:
      hasInstallationModeCommand && station ? await findInstallationModeSince(trx, station) : null,
  };
}
