import type { TestProject } from 'vitest/node';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { silentLog, temporaryFolder } from './testing.ts';

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
