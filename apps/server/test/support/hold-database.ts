import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';

// Starts only the database, for tests that kill this process.
const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const server = await startEmbeddedPostgres({
  dataDir,
  log: console,
  settings: JSON.parse(settings) as Record<string, string>,
});
process.send?.({ pid: server.pid, connectionOptions: server.connectionOptions });
