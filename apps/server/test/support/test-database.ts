import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';

/** The server that all tests of a run share. */
export interface TestServer {
  readonly app: ConnectionOptions;
  readonly admin: ConnectionOptions;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: TestServer;
  }
}

export interface TestDatabase extends Database {
  readonly connectionOptions: ConnectionOptions;
}

/** For the parts that report what they do, where a test does not look. */
export const silentLog = { info() {}, warn() {}, error() {} };

/** A database of the test's own with all tables and no rows; `dispose` drops it. */
export function testDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('postgres').app.database);
}

/** The same before the first migration. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { app } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} OWNER ${app.user} TEMPLATE ${template}`);
  const connectionOptions = { ...app, database: name };
  const database = openDatabase(connectionOptions, { log: silentLog });
  return {
    ...database,
    connectionOptions,
    async dispose() {
      await database.dispose();
      await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres').admin);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A data folder for a server of the test's own, which its user can reach. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'granary-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
