import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod';
import { type DatabaseSource, openDatabase } from '../platform/postgres/database.ts';
import type { PostgresLog } from '../platform/postgres/log.ts';
import { MIGRATIONS_TABLE, migrate, UNFINISHED_RESTORE } from '../platform/postgres/migrate.ts';
import { migrations } from '../platform/postgres/migrations/index.ts';
import { BACKUP_FORMAT, type BackupHeader, type BackupTrailer } from './back-up.ts';
import { BackupError, PartReader, readBackupFile } from './backup-file.ts';
import {
  connect,
  queryFirstColumn,
  quoteIdentifier,
  quoteIdentifiers,
  setSequences,
} from './tables.ts';

export interface RestoreOptions {
  readonly target: DatabaseSource;
  readonly log: PostgresLog;
  readonly file: string;
  readonly passphrase: string;
  /** Stores the secrets from the backup, before its rows can be used. */
  storeSecrets(secrets: Readonly<Record<string, string>>): void;
}

export interface RestoredBackup {
  readonly createdAt: Date;
  readonly rowCount: number;
}

const text = z.string();
const headerSchema: z.ZodType<BackupHeader> = z.object({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  secrets: z.record(text, z.hex()),
  migrations: z.array(text),
  columns: z.record(text, z.array(text)),
  partitions: z.array(text),
  sequences: z.record(text, z.string().regex(/^\d+$/)),
});
const trailerSchema: z.ZodType<BackupTrailer> = z.object({ counts: z.record(text, z.int()) });

/**
 * Loads a backup into a database that has no accounts and no other sessions. Commands and messages that were
 * pending when the backup was made are not sent, and everyone must sign in again. The server refuses to start
 * on a database whose restore was interrupted; run the restore again.
 *
 * @throws BackupError or PostgresError; if loading had begun, the database is then empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { target, file, passphrase } = options;
  const client = await connect(target);
  try {
    await assertUnused(client);
    let restoredBackup: RestoredBackup | undefined;
    await readBackupFile(file, passphrase, async (parts) => {
      const reader = new PartReader(parts);
      const backup = parseHeader(await reader.readLine(), file);
      try {
        await recreateSchema(client);
        await client.query(`create table ${UNFINISHED_RESTORE} ()`);
        await runSelectedMigrations(options, (name) => backup.migrations.includes(name));
        const rowCount = await loadRows(client, backup, reader);
        await runSelectedMigrations(options, () => true);
        options.storeSecrets(backup.secrets);
        // Several statements in one query run as one transaction.
        await client.query(`${END_PENDING}; drop table ${UNFINISHED_RESTORE}`);
        await client.query('analyze');
        restoredBackup = { createdAt: new Date(backup.createdAt), rowCount };
      } catch (error) {
        await client.query('rollback');
        await recreateSchema(client);
        throw error;
      }
    });
    if (restoredBackup === undefined) throw new BackupError(`${file} is incomplete.`);
    return restoredBackup;
  } finally {
    await client.end();
  }
}

async function assertUnused(client: pg.Client): Promise<void> {
  const others = await queryFirstColumn(client, LIST_OTHER_SESSIONS);
  if (others.length > 0) throw new BackupError('The database is in use. Stop Granary first.');
  const tables = await queryFirstColumn(client, LIST_TABLES);
  if (tables.length === 0 || tables.includes(UNFINISHED_RESTORE)) return;
  if (!tables.includes('users') || !tables.includes(MIGRATIONS_TABLE)) {
    throw new BackupError("The database contains another program's tables. Use an empty database.");
  }
  if ((await queryFirstColumn(client, 'select id from users limit 1')).length > 0) {
    throw new BackupError(
      'The database already has accounts. Restore into an empty data folder or database.',
    );
  }
}

function parseHeader(line: string, file: string): BackupHeader {
  const { data: backup } = headerSchema.safeParse(parseJson(line));
  if (backup === undefined) throw new BackupError(`${file} has an unknown format.`);
  const unknownMigrations = backup.migrations.filter((name) => !(name in migrations));
  if (unknownMigrations.length === 0) return backup;
  throw new BackupError(
    `${file} was made by a newer version of Granary (unknown migrations: ${unknownMigrations.join(', ')}); use that version or a newer one.`,
  );
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function recreateSchema(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public');
}

async function runSelectedMigrations(
  { target, log }: RestoreOptions,
  isSelected: (name: string) => boolean,
): Promise<void> {
  const database = openDatabase(target, { log, max: 1 });
  try {
    const selectedMigrations = Object.entries(migrations).filter(([name]) => isSelected(name));
    await migrate(database.db, Object.fromEntries(selectedMigrations));
  } finally {
    await database.dispose();
  }
}

/** Loads all rows in one transaction and returns their number. */
async function loadRows(
  client: pg.Client,
  backup: BackupHeader,
  reader: PartReader,
): Promise<number> {
  await client.query('begin');
  for (const statement of backup.partitions) await client.query(statement);
  // The rows are loaded table by table; the database checks the foreign keys when they are created again.
  const { rows: keys } = await client.query<ForeignKey>(LIST_FOREIGN_KEYS);
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  }
  const counts: Record<string, number> = {};
  for (const [table, columns] of Object.entries(backup.columns)) {
    // Removes the rows that the migrations inserted, because the table must match the backup.
    await client.query(`delete from ${quoteIdentifier(table)}`);
    const copy = client.query(
      copyFrom(`copy ${quoteIdentifier(table)} (${quoteIdentifiers(columns)}) from stdin`),
    );
    await pipeline(Readable.from(reader.readRows()), copy);
    counts[table] = copy.rowCount;
  }
  await setSequences(client, backup);
  assertCounts(counts, await reader.readLine());
  for (const { table, name, definition } of keys) {
    await client.query(
      `alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`,
    );
  }
  await client.query('commit');
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function assertCounts(counts: Readonly<Record<string, number>>, line: string): void {
  const { data } = trailerSchema.safeParse(parseJson(line));
  const differs = Object.entries(counts).some(([table, count]) => data?.counts[table] !== count);
  if (data === undefined || differs) throw new BackupError('The backup is damaged.');
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** For partitioned tables, lists only the keys of the parent table: partitions inherit them. */
const LIST_FOREIGN_KEYS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
  order by conname`;
const LIST_OTHER_SESSIONS = `
  select pid::text from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
const LIST_TABLES = `select tablename::text from pg_tables where schemaname = 'public'`;
/**
 * Ends the open commands, unsent messages and valid sessions in the backup. Since the backup was made, fans
 * may have been turned on or off, messages may have been delivered, and sessions may have been revoked.
 * Without this, an unanswered OFF command would be sent again. Schedules and automatic control are put on
 * hold: since the backup, someone may have entered a bin, or locked out its fan.
 */
const END_PENDING = `
  update cable_configurations set status = 'failed' where command_id in (
    select id from commands where state in ('queued', 'released'));
  update bins set radar_height_wanted = false where radar_height_wanted and id in (
    select bin_id from commands where kind = 'radar' and state in ('queued', 'released'));
  update bins set wanted_installation_mode = null where id in (
    select bin_id from commands where kind = 'installation-mode' and state in ('queued', 'released'));
  update commands set state = 'cancelled', ended_at = now()
  where state in ('queued', 'released')
    or (state in ('expired', 'failed') and kind = 'fan' and confirmed_at is null
      and instruction ->> 'isOn' = 'false');
  insert into fan_controls as stored (bin_id, held_by, held_at)
  select id, 'restore', now() from bins where fan_mode <> 'manual'
  on conflict (bin_id) do update set held_by = excluded.held_by, held_at = excluded.held_at
  where stored.held_at is null;
  update outbox_messages set content = null, outcome = 'expired', ended_at = now()
  where ended_at is null;
  update sessions set revoked_at = now() where revoked_at is null`;
