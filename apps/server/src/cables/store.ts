import { type Selectable, sql } from 'kysely';
import type { CableConfigurationsTable } from '../platform/postgres/tables/bins.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

export type ConfigurationRow = Selectable<CableConfigurationsTable>;

/** The newest configuration of a bin's cables; null if there never was one. */
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

/** Stores a change of cables; one that was not sent to the board yet is replaced. */
export async function replacePendingConfiguration(
  trx: Trx,
  configuration: {
    readonly binId: number;
    readonly commands: readonly string[];
    readonly at: Date;
  },
): Promise<void> {
  const { binId, commands, at } = configuration;
  await cancelConfigurations(trx, [binId]);
  await trx
    .insertInto('cableConfigurations')
    .values({ binId, commands: [...commands], createdAt: at })
    .execute();
}

/** Deletes the changes of bins' cables that were not sent to their boards yet. */
export async function cancelConfigurations(trx: Trx, binIds: readonly number[]): Promise<void> {
  await sql`
    delete from cable_configurations
    where bin_id = any(${binIds}) and status = 'pending'`.execute(trx);
}
