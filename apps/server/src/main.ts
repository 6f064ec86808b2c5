import { once } from 'node:events';
import { destination, type Logger } from 'pino';
import { type AccountProblem, prepareFirstAdmin } from './accounts/setup.ts';
import { hasAccounts } from './accounts/store.ts';
import { getMailFolder } from './app/wire-outbox.ts';
import { type ServerPorts, wireServer } from './app/wire-server.ts';
import { type Config, deriveConfig } from './config/config.ts';
import { ConfigError, readEnv } from './config/env.ts';
import { readSecrets } from './config/secrets.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, hasDemoAccounts, seedDemo } from './demo/seed.ts';
import { type Closer, closeAll } from './platform/jobs/close-all.ts';
import { createLogger } from './platform/log/log.ts';
import {
  assertDurable,
  type Database,
  type DatabaseSource,
  openDatabase,
} from './platform/postgres/database.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { PostgresError } from './platform/postgres/errors.ts';
import { assertNoUnfinishedRestore, migrate } from './platform/postgres/migrate.ts';

/** If the server has not stopped within this time, the process exits. */
const STOP_TIMEOUT_MS = 20_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const config = deriveConfig(env);
  const log = createLogger(config.logLevel, destination(2));
  const stopRequest = listenForStop();
  const closers: Closer[] = [];
  try {
    const source = await openDatabaseSource(config, log, closers, stopRequest.signal);
    const database = openDatabase(source, { log: log.child({ part: 'postgres' }) });
    closers.push(() => database.dispose());
    await assertDurable(database.pool);
    await assertNoUnfinishedRestore(database.db);
    await migrate(database.db);

    const secrets = readSecrets(env, config.dataDir);
    const link = await prepareAccounts(config, database, secrets.boardPepper);
    const server = await wireServer(config, secrets, database, source, log);
    closers.push(() => server.stop());
    const addresses = await server.start();
    printStartupMessage(config, addresses, link);
    await stopRequest.promise;
  } catch (error) {
    // An error while stopping must not hide the error that caused the stop.
    await stopAll(closers).catch((stopError: unknown) =>
      log.error({ err: stopError }, 'shutdown failed'),
    );
    throw error;
  }
  await stopAll(closers);
  process.stdout.write('Granary has stopped\n');
}

function stopAll(closers: readonly Closer[]): Promise<void> {
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  return closeAll(closers);
}

/** Listens for SIGINT, SIGTERM, or the end of the parent process. */
function listenForStop(): { promise: Promise<void>; signal: AbortSignal } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
  return { promise: once(controller.signal, 'abort').then(() => {}), signal: controller.signal };
}

async function openDatabaseSource(
  config: Config,
  log: Logger,
  closers: Closer[],
  signal: AbortSignal,
): Promise<DatabaseSource> {
  if (config.databaseUrl) return { url: config.databaseUrl };
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: log.child({ part: 'postgres' }),
    signal,
    onLost: (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  });
  closers.push(() => postgres.dispose());
  return postgres.connectionOptions;
}

/** Creates the accounts on the first start; returns the path of the first admin's setup link, if any. */
async function prepareAccounts(
  config: Config,
  { db }: Database,
  pepper: Buffer,
): Promise<string | null> {
  const variable = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  const noun = config.databaseUrl ? 'database' : 'folder';
  const isDemo = await hasDemoAccounts(db);
  if (config.isDemo) {
    if (!isDemo && (await hasAccounts(db))) {
      throw new ConfigError(`The demo needs an empty ${noun}; ${variable} already has accounts.`);
    }
    await seedDemo(db, pepper, Date.now());
    return null;
  }
  if (isDemo) {
    throw new ConfigError(
      `The ${noun} in ${variable} has demo accounts with a public password. Use a different ${noun}.`,
    );
  }
  const admin = await prepareFirstAdmin(db, config.firstAdmin, Date.now());
  switch (admin.kind) {
    case 'exists':
      return null;
    case 'link':
      return `/setup#token=${admin.token}`;
    case 'refused':
      throw new ConfigError(
        admin.problem === 'email-taken'
          ? 'ADMIN_EMAIL is the address of an existing account. Use a different address.'
          : `ADMIN_PASSWORD is not accepted: ${passwordProblems[admin.problem]}.`,
      );
  }
}

const passwordProblems: Readonly<Record<Exclude<AccountProblem, 'email-taken'>, string>> = {
  'too-short': 'it must have at least 10 characters',
  'too-long': 'it must have at most 200 characters',
  common: 'it is too common',
  'own-address': 'it is the same as ADMIN_EMAIL or the part before the @',
};

function printStartupMessage(config: Config, addresses: ServerPorts, link: string | null): void {
  const scheme = config.tls ? 'https' : 'http';
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  const url = config.publicUrl ?? `${scheme}://${host}:${addresses.httpPort}`;
  const { mqttPort, mqttsPort } = addresses;
  const ports = mqttsPort === null ? `port ${mqttPort} (MQTT)` : `port ${mqttsPort} (MQTT, TLS)`;
  const lines = [`Granary is running at ${url}`, `Boards connect to ${ports}`];
  if (config.isDemo) {
    lines.push(`Sign in with the password ${DEMO_PASSWORD} as`);
    for (const { email, scope } of DEMO_ACCOUNTS) lines.push(`  ${email.padEnd(30)} ${scope}`);
  }
  if (config.smtpUrl === null) lines.push(`Emails are written to ${getMailFolder(config)}`);
  if (link) lines.push(`Create the first admin within an hour: ${url}${link}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.send?.({ ready: { url, mqttPort } });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof PostgresError;
  process.stderr.write(`${isExpected ? error.message : formatError(error)}\n`);
  process.exit(1);
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
