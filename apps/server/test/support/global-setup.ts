import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareJobQueue } from '../../src/platform/jobs/job-queue.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { copyDataFolder, createTemporaryFolder } from './data-folders.ts';
import { silentLog } from './test-database.ts';

/**
 * Starts one PostgreSQL server for the run. Its database is the template for the tests' databases, and its
 * data folder is the template for the servers that tests start themselves.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'shared');
  const preparedDir = join(folder.path, 'prepared');
  const templateServer = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const template = openDatabase(templateServer.connectionOptions, { log: silentLog });
  await migrate(template.db);
  await prepareJobQueue(
    templateServer.connectionOptions,
    createLogger('silent', { write: () => {} }),
  );
  await template.dispose();
  await templateServer.stop();
  await copyDataFolder(dataDir, preparedDir);

  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  project.provide('postgres', { app: server.connectionOptions, admin: server.adminOptions });
  project.provide('dataFolder', preparedDir);
  return async () => {
    await server.stop('immediate');
    await folder.remove();
  };
}
