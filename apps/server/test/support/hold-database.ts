import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';

/** A Granary that does nothing but hold its database, for tests that kill it. */
const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const server = await startEmbeddedPostgres({
  dataDir,
  log: console,
  settings: JSON.parse(settings) as Record<string, string>,
});
process.send?.({ pid: server.pid, connectionOptions: server.connectionOptions });
