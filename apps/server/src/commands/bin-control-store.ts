import type { BinControl } from '@granary/domain/alerts/control-rules';
import type { Millis } from '@granary/domain/units';
import { type Selectable, sql } from 'kysely';
import type { CommandsTable } from '../platform/postgres/tables/commands.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { toCommand, toMillis } from './command-store.ts';

/** What alerts follow from besides readings and the fan. */
export type CommandSituation = Pick<
  BinControl,
  'commands' | 'switchedAt' | 'installationModeSince'
>;

type LastCommandRow = Selectable<CommandsTable> & { readonly switchedAt: Date | null };

/** The last command of each kind for a bin, and since when its board is in installation mode. */
export async function findCommandSituation(trx: Trx, binId: number): Promise<CommandSituation> {
  const { rows } = await sql<LastCommandRow>`
    select last.*, fan_controls.switched_at
    from unnest(array['fan', 'cable', 'radio', 'radar', 'installation-mode']) as kinds (kind)
    cross join lateral (
      select * from commands
      where bin_id = ${binId} and commands.kind = kinds.kind and instruction is not null
      order by queued_at desc, seq desc limit 1
    ) last
    left join fan_controls on fan_controls.bin_id = last.bin_id`.execute(trx);
  const commands = rows.flatMap((row) => {
    const command = toCommand(row);
    return command === null ? [] : [{ ...command, endedAt: row.endedAt && toMillis(row.endedAt) }];
  });
  const switchedAt = rows[0]?.switchedAt ?? null;
  const hasModes = commands.some(({ instruction }) => instruction.kind === 'installation-mode');
  return {
    commands,
    switchedAt: switchedAt && toMillis(switchedAt),
    installationModeSince: hasModes ? await findInstallationMode(trx, binId) : null,
  };
}

/** When the board of a bin confirmed that it is in installation mode; null if it is not. */
async function findInstallationMode(trx: Trx, binId: number): Promise<Millis | null> {
  const { rows } = await sql<{ isOn: boolean; confirmedAt: Date }>`
    select (instruction ->> 'isOn')::boolean as is_on, confirmed_at from commands
    where bin_id = ${binId} and kind = 'installation-mode' and confirmed_at is not null
    order by queued_at desc, seq desc limit 1`.execute(trx);
  const [last] = rows;
  return last?.isOn ? toMillis(last.confirmedAt) : null;
}
