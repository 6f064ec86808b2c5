import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createGuard } from './access/guard.ts';
import { findOwner } from './access/owners.ts';
import { assertDeclared } from './access/policy.ts';
import { Guesses } from './accounts/guesses.ts';
import { PasswordReset } from './accounts/password-reset.ts';
import { hashPassword, isPassword } from './accounts/passwords.ts';
import { peopleRoutes } from './accounts/people-routes.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { resetMessage, resetRoutes } from './accounts/reset-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { Sessions } from './accounts/sessions.ts';
import { SignIn } from './accounts/sign-in.ts';
import { auditRoutes } from './audit/routes.ts';
import { findBasesOf, loadBoardBins } from './bins/basis-store.ts';
import { findHolders, lockCrops, reckonWithTable, tableSource } from './bins/crop-periods-store.ts';
import { DELETED_KEPT, takeAway } from './bins/deletion.ts';
import { findBin, findBinsOfFarm, purgeBins } from './bins/deletion-store.ts';
import { findLedgers, type PartSources } from './bins/parts.ts';
import { binRoutes } from './bins/routes.ts';
import { binSettingsRoutes } from './bins/settings-routes.ts';
import { findOwners, loadBin } from './bins/store.ts';
import { BoardDirectory } from './boards/directory.ts';
import { Gateway } from './boards/gateway.ts';
import { storeHellos } from './boards/hello.ts';
import { BoardKeys } from './boards/keys.ts';
import { boardRoutes } from './boards/routes.ts';
import { cableRoutes } from './cables/routes.ts';
import { commandRoutes } from './commands/routes.ts';
import { cancelCommands } from './commands/store.ts';
import type { Config } from './config/config.ts';
import { listenError } from './config/listen.ts';
import type { Secrets } from './config/secrets.ts';
import { cropRoutes } from './crops/routes.ts';
import { fanRoutes } from './fans/routes.ts';
import { findLastFanEvents, storeFanEvents } from './fans/store.ts';
import { purgeFarms } from './farms/deletion-store.ts';
import { farmRoutes } from './farms/routes.ts';
import { firmwareRoutes } from './firmware/routes.ts';
import { inventoryRoutes } from './inventory/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { forgetDevicesOfSession, forgetDevicesOfUser } from './notifications/store.ts';
import { Geocoder } from './places/geocoder.ts';
import { placeRoutes } from './places/routes.ts';
import { Tiles } from './places/tiles.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createHttp } from './platform/http/server.ts';
import { Background } from './platform/jobs/background.ts';
import type { Repeat } from './platform/live/live.ts';
import { KeptMail } from './platform/mail/kept.ts';
import type { Mail } from './platform/mail/mail.ts';
import { SmtpMail } from './platform/mail/smtp.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { type Lookup, Outbound } from './platform/outbound/outbound.ts';
import { Changes } from './platform/postgres/changes.ts';
import type { Database, DatabaseSource } from './platform/postgres/database.ts';
import { Durability } from './platform/postgres/durability.ts';
import { Partitions } from './platform/postgres/partitions.ts';
import { rawDataRoutes } from './raw-data/routes.ts';
import { packFrame, storeRawFrames } from './raw-data/store.ts';
import { Batcher } from './readings/batcher.ts';
import type { IngestPorts } from './readings/ingest.ts';
import { LiveReadings } from './readings/live.ts';
import { EMPTY_LEDGER } from './readings/present.ts';
import { rebuildAllDays } from './readings/rebuild-days.ts';
import { rewriteDays } from './readings/rewrite-days.ts';
import { readingRoutes } from './readings/routes.ts';
import { findLatest, findTrends } from './readings/store.ts';
import { searchRoutes } from './search/routes.ts';
import { Upkeep } from './upkeep.ts';

/** The ports a running server has. */
export interface Addresses {
  readonly httpPort: number;
  readonly mqttPort: number;
  /** Null without TLS. */
  readonly mqttsPort: number | null;
}

/** Everything of one process, made and not yet started. */
export interface Granary {
  readonly app: FastifyInstance;
  start(): Promise<Addresses>;
  /** Stops taking in, stores what was taken, and ends. */
  stop(): Promise<void>;
}

/** Time and the built pages: what a process finds around it, and tests bring along. */
export interface Surroundings {
  now(): Millis;
  pause(ms: number): Promise<unknown>;
  readonly repeat: Repeat;
  /** Finds the addresses of providers' hosts. */
  readonly lookup: Lookup;
  /** The folder of the built pages; null before they are built. */
  readonly pages: string | null;
}

/** Puts the parts together; the only place that constructs adapters. */
export async function compose(
  config: Config,
  secrets: Secrets,
  database: Database,
  source: DatabaseSource,
  log: Logger,
  { now, pause, repeat, lookup, pages }: Surroundings = realSurroundings(),
): Promise<Granary> {
  const { db } = database;
  const metrics = new Metrics();
  const failed = (error: unknown) => log.error({ err: error }, 'background work failed');
  const sessions = new Sessions(db, secrets.tokenKey, now);
  const directory = new BoardDirectory(db, (ids) => loadBoardBins(db, ids));
  const readings = new Partitions(db, 'readings', 'month');
  const rawFrames = new Partitions(db, 'raw_frames', 'day');
  const findLedger = async (binId: number) =>
    (await findLedgers(db, [binId])).get(binId) ?? EMPTY_LEDGER;

  const live = new LiveReadings({
    findSession: (token) => sessions.find(token),
    findAlive: (sids) => sessions.findAlive(sids),
    findOwners: (binIds) => findOwners(db, binIds),
    findLedgers: (ids) => findLedgers(db, ids),
    findLastFanEvents: (ids) => findLastFanEvents(db, ids),
    findLatest: (ids) => findLatest(db, ids),
    repeat,
    failed,
  });

  const durability = new Durability((problem) => {
    if (problem) log.error({ err: problem }, 'nothing is acknowledged');
    else log.info('PostgreSQL keeps what it commits again');
  });
  const ingest: IngestPorts = {
    db,
    assertDurable: () => durability.assert(),
    boards: directory,
    ensurePartitions: async (readingsAt, receivedAt) => {
      await readings.ensure(readingsAt);
      await rawFrames.ensure(receivedAt);
    },
    findBases: findBasesOf,
    packFrame,
    storeRawFrames,
    storeFanEvents,
    storeHellos,
  };
  const batcher = new Batcher(ingest, {
    stored: (frames, stored) => {
      metrics.batchSize.observe(frames.length);
      metrics.readings.inc(stored.length);
      for (const { meaning, frame } of frames) {
        metrics.frames.inc({ kind: meaning.kind });
        if (meaning.kind !== 'rejected') continue;
        metrics.rejected.inc({ reason: meaning.rejection });
        log.debug({ board: frame.mainBoardId, reason: meaning.reason }, 'frame kept, not read');
      }
      live.stored(frames, stored);
    },
    postponed: (error) => {
      metrics.postponed.inc();
      log.warn({ err: error }, 'a batch could not be stored; trying again');
    },
    untold: failed,
  });

  const gateway = new Gateway({
    keys: new BoardKeys(db, secrets.boardPepper),
    sink: batcher,
    now,
    refused: (reason, mainBoardId) => {
      metrics.refused.inc({ reason });
      log.debug({ board: mainBoardId, reason }, 'board refused');
    },
  });
  metrics.gauge('granary_boards_connected', 'Live board sessions.', () => gateway.connectedBoards);
  metrics.gauge('granary_frames_waiting', 'Frames not yet on disk.', () => batcher.size);
  metrics.gauge('granary_live_connections', 'Live browser connections.', () => live.live.size);

  const changes = new Changes(source, ['bins_changed', 'board_key_changed'], {
    heard: (channel, id) => {
      if (channel === 'bins_changed') directory.forget(id === '' ? null : id);
      else gateway.disconnect(id);
    },
    lost: () => {
      durability.doubt();
      log.warn('the connection that hears of changes was lost');
    },
    reconnected: () => {
      directory.forget(null);
      gateway.disconnectRevoked().catch(failed);
    },
    probe: (client) => durability.check(client),
  });

  const app = await createHttp({
    log,
    tls: config.tls,
    trustProxy: config.trustProxy,
    pages,
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) assertDeclared(one, url);
    },
  });
  const guard = createGuard({
    findSession: (token) => sessions.find(token),
    findOwner: (of, id) => findOwner(db, of, id),
  });
  const sources: PartSources = {
    findLatest: (ids) => findLatest(db, ids),
    findTrends: (ids, days) => findTrends(db, ids, days),
    findLastFanEvents: (ids) => findLastFanEvents(db, ids),
  };
  const accountKey = secrets.tokenKey;
  const guesses = new Guesses({ db, accountKey, now, pause });
  const signIn = new SignIn({
    db,
    sessions,
    guesses,
    decoyHash: await hashPassword('no account has this password'),
    isPassword,
  });
  const mail = mailOf(config, log, now);
  const reset = new PasswordReset({
    ...{ db, sessions, guesses, accountKey, now },
    sendCode: ({ email, language }, code) =>
      mail.send({ to: email, ...resetMessage(language, code) }),
    forgetDevices: forgetDevicesOfUser,
  });
  const sessionEnded = (sid: string) => live.live.end(sid);
  accountRoutes(app, {
    ...{ db, guard, sessions, signIn, now, sessionEnded },
    forgetDevices: (sid) => forgetDevicesOfSession(db, sid),
  });
  resetRoutes(app, { guard, reset, sendsMail: mail.isSent, sessionEnded });
  profileRoutes(app, { db, guard, now });
  peopleRoutes(app, {
    ...{ db, guard, sessions, now, sessionEnded },
    forgetDevices: forgetDevicesOfUser,
  });
  notificationRoutes(app, { db, guard, now });
  auditRoutes(app, { db, guard });
  const rebuild = new Background(
    (signal) => rebuildAllDays({ db, loadBin, failed }, signal),
    failed,
  );
  farmRoutes(app, {
    ...{ db, guard, now },
    takeBinsAway: async (trx, farmId, at) => {
      const bins = await findBinsOfFarm(trx, farmId);
      await takeAway({ cancelCommands }, trx, bins, { at, withFarm: true });
    },
    zoneChanged: () => void rebuild.run(),
  });
  binRoutes(app, { db, guard, now, sources, rewriteDays, cancelCommands });
  inventoryRoutes(app, {
    ...{ db, guard, now },
    findBinName: async (trx, id) => (await findBin(trx, id))?.name ?? null,
  });
  binSettingsRoutes(app, { db, guard, now, sources, cancelCommands });
  let mqttPorts: Pick<Addresses, 'mqttPort' | 'mqttsPort'> = { mqttPort: 0, mqttsPort: null };
  boardRoutes(app, {
    ...{ db, guard, now, pepper: secrets.boardPepper },
    mqttAddress: () => ({
      host: config.publicUrl === null ? null : new URL(config.publicUrl).hostname,
      port: mqttPorts.mqttsPort ?? mqttPorts.mqttPort,
      isSecure: mqttPorts.mqttsPort !== null,
    }),
  });
  cableRoutes(app, { db, guard, now, loadBin });
  commandRoutes(app, { db, guard });
  fanRoutes(app, { db, guard });
  searchRoutes(app, { db, guard });
  rawDataRoutes(app, { db, guard, now });
  firmwareRoutes(app, { db, guard, now });
  cropRoutes(app, {
    ...{ db, guard, now, findHolders, reckonWithTable, tableSource },
    lockCrops: (trx) => lockCrops(trx, 'to-change'),
  });
  const outbound = new Outbound(lookup);
  const providers = providersOf(config, outbound, log, now, pause);
  placeRoutes(app, { guard, attribution: config.tileAttribution, ...providers });
  readingRoutes(app, {
    db,
    guard,
    now,
    loadBin: (id) => loadBin(db, id),
    findLedger,
  });
  healthRoutes(app, {
    metrics,
    metricsToken: config.metricsToken,
    notReady: async () => {
      const missing: string[] = [];
      await sql`select 1`.execute(db).catch(() => missing.push('database'));
      if (durability.isRefused) missing.push('durable database');
      if (!gateway.isListening) missing.push('broker');
      return missing;
    },
  });

  const purge = new Background(async (signal) => {
    const before = new Date(now() - DELETED_KEPT);
    await purgeBins(db, before, signal);
    await purgeFarms(db, before);
  }, failed);
  const upkeep = new Upkeep({
    ...{ db, rawDays: config.rawDays, readings, rawFrames, now, failed },
    clearInBackground: () => {
      void purge.run();
      void rebuild.run();
    },
  });

  return {
    app,
    start: async () => {
      await changes.start();
      await upkeep.start();
      const ports = await startGateway(gateway, config);
      mqttPorts = ports;
      live.live.start(app.server);
      await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
        throw listenError(error, ['HOST', config.host], ['PORT', config.port]);
      });
      const address = app.server.address();
      const httpPort = typeof address === 'object' && address ? address.port : config.port;
      return { httpPort, ...ports };
    },
    stop: async () => {
      gateway.closeListeners();
      upkeep.stop();
      outbound.stop();
      await Promise.all([purge.stop(), rebuild.stop()]);
      await live.live.stop();
      await app.close();
      await batcher.stop();
      await gateway.stop();
      await changes.stop();
    },
  };
}

function mailOf({ smtpUrl, mailFrom, dataDir }: Config, log: Logger, now: () => Millis): Mail {
  if (smtpUrl !== null) return new SmtpMail(smtpUrl, mailFrom);
  return new KeptMail({ folder: join(dataDir, 'mail'), from: mailFrom, log, now });
}

/** How long a provider of the map may take to answer. */
const PROVIDER_MS = 5_000;

/** The map's providers; one that does not answer is no failure of ours. */
function providersOf(
  { tileUrl, geocoderUrl }: Config,
  outbound: Outbound,
  log: Logger,
  now: () => Millis,
  pause: Surroundings['pause'],
) {
  const get = async (url: URL, maxBytes: number) => {
    try {
      return await outbound.get(url, { timeoutMs: PROVIDER_MS, maxBytes });
    } catch (error) {
      // The path and the query may hold the operator's key.
      log.debug({ err: error, host: url.host }, 'no answer from a provider');
      return null;
    }
  };
  return {
    geocoder: new Geocoder({ url: geocoderUrl, get, now, pause }),
    tiles: new Tiles({ url: tileUrl, get, now }),
  };
}

/** Opens the boards' way in, without TLS and, where there is TLS, with it. */
async function startGateway(gateway: Gateway, config: Config) {
  const { mqttHost, plainMqttHost, tls } = config;
  const plain = { host: plainMqttHost, port: config.mqttPort, tls: null };
  const secure = { host: mqttHost, port: config.mqttsPort, tls };
  try {
    const [mqttPort = 0, mqttsPort = null] = await gateway.start(tls ? [plain, secure] : [plain]);
    return { mqttPort, mqttsPort };
  } catch (error) {
    const isSecure = error instanceof Error && 'port' in error && error.port === secure.port;
    const [name, { port }] = isSecure ? ['MQTTS_PORT', secure] : ['MQTT_PORT', plain];
    throw listenError(error, ['MQTT_HOST', mqttHost], [name, port]);
  }
}

function realSurroundings(): Surroundings {
  return {
    now: () => millis(Date.now()),
    pause: (ms) => setTimeout(ms),
    repeat: (act, everyMs) => {
      const timer = setInterval(act, everyMs);
      return () => clearInterval(timer);
    },
    lookup: (hostname) => lookup(hostname, { all: true }),
    pages: builtPages(),
  };
}

/** The pages beside the server, wherever it runs from; null before they are built. */
function builtPages(): string | null {
  const folder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(folder) ? folder : null;
}
