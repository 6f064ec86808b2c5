import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { silentLog, temporaryFolder } from './test-database.ts';

/** Starts one server for a run; its own database is the template of those that tests ask for. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const template = openDatabase(server.connectionOptions, { log: silentLog });
  await migrate(template.db);
  await template.dispose();
  project.provide('postgres', { app: server.connectionOptions, admin: server.adminOptions });
  return async () => {
    await server.stop('immediate');
    await folder.remove();
  };
}
