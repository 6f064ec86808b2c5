import { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabaseSource } from '../platform/postgres/database.ts';
import { END_OF_ROWS, writeBackupFile } from './backup-file.ts';
import {
  connect,
  quoteIdentifier,
  quoteIdentifiers,
  readCatalog,
  type TableCatalog,
} from './tables.ts';

/**
 * The first line of a backup. The rows of each table follow, in the order of `columns`, and then a
 * `BackupTrailer`.
 */
export interface BackupHeader extends TableCatalog {
  readonly format: typeof BACKUP_FORMAT;
  readonly createdAt: string;
  /** The server's secrets by name, as hexadecimal digits. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The last line of a backup. */
export interface BackupTrailer {
  /** The number of rows in each table, keyed by table name. */
  readonly counts: Readonly<Record<string, number>>;
}

export const BACKUP_FORMAT = 1;

export interface BackupOptions {
  readonly source: DatabaseSource;
  readonly secrets: Readonly<Record<string, string>>;
  readonly file: string;
  readonly passphrase: string;
}

/**
 * Writes a consistent snapshot of the database and the secrets to an encrypted file. The server keeps
 * running.
 *
 * @returns the number of rows
 * @throws BackupError when the file cannot be written.
 */
export async function backUp({ source, secrets, ...target }: BackupOptions): Promise<number> {
  const client = await connect(source);
  try {
    await client.query('begin isolation level repeatable read read only');
    const catalog = await readCatalog(client);
    const header: BackupHeader = {
      format: BACKUP_FORMAT,
      createdAt: new Date().toISOString(),
      secrets,
      ...catalog,
    };
    const counts: Record<string, number> = {};
    await writeBackupFile(target.file, target.passphrase, async function* () {
      yield toLine(header);
      for (const [table, columns] of Object.entries(catalog.columns)) {
        const copy = client.query(
          copyTo(
            `copy (select ${quoteIdentifiers(columns)} from ${quoteIdentifier(table)}) to stdout`,
          ),
        );
        yield* Readable.from(copy);
        yield END_OF_ROWS;
        counts[table] = copy.rowCount;
      }
      yield toLine({ counts } satisfies BackupTrailer);
    });
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  } finally {
    await client.end();
  }
}

function toLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
