import { type ChildProcess, spawn } from 'node:child_process';
import type { Settings } from '../../src/platform/postgres/postmaster.ts';
import { resolveServerModule } from './run-program.ts';

/**
 * Starts a process that only runs a database, for tests that kill the process. It sends the `pid` and the
 * `connectionOptions` of the database when the database is running.
 */
export function startDatabaseProcess(dataDir: string, settings: Settings = {}): ChildProcess {
  const { options, url } = resolveServerModule('platform/postgres/embedded');
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(url)});
    const [dataDir, settings] = process.argv.slice(1);
    const server = await startEmbeddedPostgres({
      dataDir,
      log: console,
      settings: JSON.parse(settings),
    });
    process.send({ pid: server.pid, connectionOptions: server.connectionOptions });`;
  const args = ['--input-type=module', '-e', script, dataDir, JSON.stringify(settings)];
  return spawn(process.execPath, [...options, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
