import type { CableSettings } from '@granary/contract/bins/settings';
import type { FirmwareName } from '@granary/domain/boards/options';
import { sql, type Updateable } from 'kysely';
import type { BinsTable } from '../../platform/postgres/tables/bins.ts';
import type { Trx } from '../../platform/postgres/tables.ts';

/** Writes settings of a bin. */
export async function writeSettings(
  trx: Trx,
  id: number,
  columns: Updateable<BinsTable>,
): Promise<void> {
  await trx.updateTable('bins').set(columns).where('id', '=', id).execute();
}

/** Replaces a bin's cables. Removed cables stay removed, even if the board reports them again. */
export async function replaceCables(
  trx: Trx,
  binId: number,
  cables: readonly CableSettings[],
): Promise<void> {
  const cableNumbers = cables.map(({ cable }) => cable);
  await sql`
    update bins set removed_cables = array(
      select unnest(removed_cables) union select cable from cables where bin_id = ${binId}
      except select unnest(${cableNumbers}::smallint[]) order by 1
    ) where id = ${binId}`.execute(trx);
  await trx.deleteFrom('cables').where('binId', '=', binId).execute();
  if (cables.length === 0) return;
  await trx
    .insertInto('cables')
    .values(cables.map((cable) => ({ ...cable, binId })))
    .execute();
}

/** Finds the names of at most `limit` bins that are set to a firmware version. */
export async function findBinsWithFirmware(
  trx: Trx,
  name: FirmwareName,
  version: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('bins')
    .select('name')
    .where('firmwareName', '=', name)
    .where('firmwareVersion', '=', version)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.name);
}
