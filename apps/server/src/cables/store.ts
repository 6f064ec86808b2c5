import type { CableChange } from '@granary/domain/cables/commands';
import { type Selectable, sql } from 'kysely';
import type { CableConfigurationsTable } from '../platform/postgres/tables/bins.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

export type ConfigurationRow = Selectable<CableConfigurationsTable>;

/** Finds the newest configuration of a bin's cables; null if they were never configured. */
export async function findConfiguration(db: Db, binId: number): Promise<ConfigurationRow | null> {
  const row = await db
    .selectFrom('cableConfigurations')
    .selectAll()
    .where('binId', '=', binId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds and locks the configuration whose current command is the given one; null if there is none. */
export async function findConfigurationOfCommand(
  trx: Trx,
  commandId: string,
): Promise<ConfigurationRow | null> {
  const row = await trx
    .selectFrom('cableConfigurations')
    .selectAll()
    .where('commandId', '=', commandId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a change to cables; it replaces a change that has not been sent to the board yet. */
export async function replacePendingConfiguration(
  trx: Trx,
  configuration: {
    readonly binId: number;
    readonly change: CableChange;
    readonly commands: readonly string[];
    readonly commandId: string;
    readonly at: Date;
  },
): Promise<void> {
  const { binId, change, commands, commandId, at } = configuration;
  await deletePendingConfigurations(trx, [binId]);
  await trx
    .insertInto('cableConfigurations')
    .values({
      binId,
      change: JSON.stringify(change),
      commands: [...commands],
      commandId,
      createdAt: at,
    })
    .execute();
}

/** Deletes the changes to bins' cables that have not been sent to their boards yet. */
export async function deletePendingConfigurations(
  trx: Trx,
  binIds: readonly number[],
): Promise<void> {
  await sql`
    delete from cable_configurations
    where bin_id = any(${binIds}) and status = 'pending'`.execute(trx);
}

/**
 * Ends the changes to bins' cables, because the bins are no longer connected to the boards that the changes
 * were meant for.
 */
export async function cancelConfigurations(trx: Trx, binIds: readonly number[]): Promise<void> {
  await deletePendingConfigurations(trx, binIds);
  await sql`
    update cable_configurations set status = 'failed'
    where bin_id = any(${binIds}) and status = 'in_progress'`.execute(trx);
}

/** Marks a change as in progress after its first command was sent. */
export async function startConfiguration(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`
    update cable_configurations
    set status = 'in_progress', released_at = coalesce(released_at, ${at})
    where id = ${id} and status in ('pending', 'in_progress')`.execute(trx);
}

/** Stores the second command of a change after the board confirmed the first. */
export async function storeSecondCommand(
  trx: Trx,
  id: number,
  commandId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('cableConfigurations')
    .set({ status: 'in_progress', receivedAt: at, commandId, message: '' })
    .where('id', '=', id)
    .execute();
}

export async function failConfiguration(trx: Trx, id: number, message: string): Promise<void> {
  await trx
    .updateTable('cableConfigurations')
    .set({ status: 'failed', message })
    .where('id', '=', id)
    .execute();
}

export async function completeConfiguration(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('cableConfigurations')
    .set({ status: 'completed', message: '' })
    .where('id', '=', id)
    .execute();
}

/**
 * Finds the old and new address in a cable change that waits for its board; null if there is no such change.
 */
export async function findOpenAddressChange(
  db: Db,
  binId: number,
): Promise<{ readonly oldId: number; readonly newId: number } | null> {
  const configuration = await findConfiguration(db, binId);
  if (configuration === null || configuration.change === null) return null;
  const { status, commandId, change } = configuration;
  const { oldId, newId } = change;
  const isOpen = status === 'in_progress' || (status === 'pending' && commandId !== null);
  return isOpen && newId !== null ? { oldId, newId } : null;
}

/** Stores the addresses of a bin's cables, keyed by cable number; returns the new version of the bin. */
export async function storeAddresses(
  trx: Trx,
  binId: number,
  addresses: ReadonlyMap<number, number>,
): Promise<number> {
  await sql`
    update cables set cable_id = changed.cable_id
    from unnest(${[...addresses.keys()]}::smallint[], ${[...addresses.values()]}::smallint[])
      as changed (cable, cable_id)
    where bin_id = ${binId} and cables.cable = changed.cable`.execute(trx);
  const { version } = await trx
    .updateTable('bins')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', binId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Moves the statuses of a cable's sensors to their new positions; returns whether any changed. */
export async function moveStatuses(
  trx: Trx,
  binId: number,
  cable: number,
  positions: ReadonlyMap<number, number>,
): Promise<boolean> {
  const rows = await trx
    .deleteFrom('sensorStatuses')
    .where('binId', '=', binId)
    .where('cable', '=', cable)
    .returningAll()
    .execute();
  // If a sensor moves to another sensor's position, the moved sensor's status wins.
  const newPositions = new Set(positions.values());
  const movedRows = rows.flatMap((row) => {
    const position = positions.get(row.position);
    if (position !== undefined) return { ...row, position };
    return newPositions.has(row.position) ? [] : row;
  });
  if (movedRows.length > 0) await trx.insertInto('sensorStatuses').values(movedRows).execute();
  return (
    movedRows.length < rows.length ||
    rows.some(({ position }) => (positions.get(position) ?? position) !== position)
  );
}
