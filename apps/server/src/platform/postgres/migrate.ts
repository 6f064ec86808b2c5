import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { PostgresError } from './errors.ts';
import { migrations as allMigrations } from './migrations/index.ts';

export const MIGRATIONS_TABLE = 'kysely_migration';
/** A table that exists while a backup is being restored, and after an interrupted restore. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Migrates the database to the newest version in one transaction. When several servers start at once, one
 * migrates and the others wait.
 *
 * @param migrations Keyed by name; they run in name order.
 * @returns the names of the migrations that this call ran
 * @throws PostgresError `newer-database` when a newer version of Granary migrated it, otherwise
 *   `migration-failed`; the database is then unchanged.
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: Migrations = allMigrations,
): Promise<string[]> {
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const migrator = new Migrator({ db, provider, migrationTableName: MIGRATIONS_TABLE });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map((result) => result.migrationName);

  const unknownMigrations = await findUnknownMigrations(db, migrations);
  if (unknownMigrations.length > 0) {
    throw new PostgresError(
      'newer-database',
      `the database was upgraded by a newer version of Granary (unknown migrations: ${unknownMigrations.join(', ')}); ` +
        'start that version or a newer one',
      { cause: error },
    );
  }
  const failedMigration = results.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : 'an unknown error';
  throw new PostgresError(
    'migration-failed',
    `the database could not be brought up to date${failedMigration ? ` (${failedMigration})` : ''}: ${reason}`,
    { cause: error },
  );
}

async function findUnknownMigrations<T>(db: Kysely<T>, migrations: Migrations): Promise<string[]> {
  const tableCheck = await sql<{ found: boolean }>`
    SELECT to_regclass(${MIGRATIONS_TABLE}) IS NOT NULL AS found
  `.execute(db);
  if (!tableCheck.rows[0]?.found) return [];
  const executedMigrations = await sql<{ name: string }>`
    SELECT name FROM ${sql.table(MIGRATIONS_TABLE)} ORDER BY name
  `.execute(db);
  return executedMigrations.rows.map((row) => row.name).filter((name) => !(name in migrations));
}

/**
 * @throws PostgresError `unfinished-restore` when a restore was interrupted; the backup must be restored
 * again.
 */
export async function assertNoUnfinishedRestore<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT to_regclass(${UNFINISHED_RESTORE}) IS NOT NULL AS found
  `.execute(db);
  if (!rows[0]?.found) return;
  throw new PostgresError(
    'unfinished-restore',
    'a restore of this database was interrupted; restore the backup again',
  );
}
