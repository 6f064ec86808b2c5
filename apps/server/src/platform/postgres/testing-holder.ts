import { startEmbeddedPostgres } from './embedded.ts';

/** A Granary that does nothing but hold its database, for tests that kill it. */
const [dataDir = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDir, log: console });
process.send?.({ pid: server.pid, connectionOptions: server.connectionOptions });
