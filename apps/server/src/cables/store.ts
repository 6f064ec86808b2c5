import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { CableConfigurationsTable } from '../platform/postgres/tables/bins.ts';
import type { Tables } from '../platform/postgres/tables.ts';

export type ConfigurationRow = Selectable<CableConfigurationsTable>;

/** The newest configuration of a bin's cables; null where there never was one. */
export async function findConfiguration(
  db: Kysely<Tables>,
  binId: number,
): Promise<ConfigurationRow | null> {
  const row = await db
    .selectFrom('cableConfigurations')
    .selectAll()
    .where('binId', '=', binId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a bin as it is until the transaction ends; who configures its cables takes turns. */
export async function lockBin(trx: Transaction<Tables>, binId: number): Promise<void> {
  await sql`select from bins where id = ${binId} for update`.execute(trx);
}

/** Writes down what is to change; a wish that nobody was told of yet gives way to it. */
export async function writeConfiguration(
  trx: Transaction<Tables>,
  {
    binId,
    commands,
    at,
  }: {
    readonly binId: number;
    readonly commands: readonly string[];
    readonly at: Date;
  },
): Promise<void> {
  await trx
    .deleteFrom('cableConfigurations')
    .where('binId', '=', binId)
    .where('status', '=', 'pending')
    .execute();
  await trx
    .insertInto('cableConfigurations')
    .values({ binId, commands: [...commands], createdAt: at })
    .execute();
}

/** Takes back what the boards of bins were not told yet: they will never be. */
export async function cancelConfigurations(
  trx: Transaction<Tables>,
  binIds: readonly number[],
): Promise<void> {
  await sql`
    delete from cable_configurations
    where bin_id = any(${binIds}) and status = 'pending'`.execute(trx);
}
