import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { copyDataFolder } from './data-folders.ts';

/** The PostgreSQL server that all tests of a run share. */
export interface TestServer {
  readonly app: ConnectionOptions;
  readonly admin: ConnectionOptions;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: TestServer;
    /** The data folder of a stopped server with all tables and no rows, to copy. */
    readonly dataFolder: string;
  }
}

export interface TestDatabase extends Database {
  readonly connectionOptions: ConnectionOptions;
}

/** A logger that discards all messages, for tests that do not check them. */
export const silentLog = { info() {}, warn() {}, error() {} };

/** Creates a database with all tables and no rows; `dispose` drops it. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('postgres').app.database);
}

/** Creates a database on which no migration has run. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

/** Fills a data folder as a first start does: all tables and no rows. */
export function prepareDataFolder(dataDir: string): Promise<void> {
  return copyDataFolder(inject('dataFolder'), dataDir);
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { app } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // The default, which writes the copy to the WAL, takes five times as long.
  const copy = `TEMPLATE ${template} STRATEGY FILE_COPY`;
  await executeAsAdmin(`CREATE DATABASE ${name} OWNER ${app.user} ${copy}`);
  const connectionOptions = { ...app, database: name };
  const database = openDatabase(connectionOptions, { log: silentLog });
  return {
    ...database,
    connectionOptions,
    async dispose() {
      await database.dispose();
      await executeAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function executeAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres').admin);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
