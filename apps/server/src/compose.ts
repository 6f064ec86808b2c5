import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createGuard } from './access/guard.ts';
import { findOwner } from './access/owners.ts';
import { assertDeclared } from './access/policy.ts';
import { hashPassword, isPassword } from './accounts/passwords.ts';
import { accountRoutes } from './accounts/routes.ts';
import { Sessions } from './accounts/sessions.ts';
import { SignIn } from './accounts/sign-in.ts';
import { findLedgers, type PartSources } from './bins/parts.ts';
import { binRoutes } from './bins/routes.ts';
import { findOwners, findTimeZone, loadBin, loadBins } from './bins/store.ts';
import { BoardDirectory } from './boards/directory.ts';
import { Gateway } from './boards/gateway.ts';
import { storeHellos } from './boards/hello.ts';
import { BoardKeys } from './boards/keys.ts';
import type { Config } from './config/config.ts';
import { listenError } from './config/listen.ts';
import type { Secrets } from './config/secrets.ts';
import { findLastFanEvents, storeFanEvents } from './fans/store.ts';
import { farmRoutes } from './farms/routes.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createHttp } from './platform/http/server.ts';
import type { Repeat } from './platform/live/live.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { Changes } from './platform/postgres/changes.ts';
import type { Database, DatabaseSource } from './platform/postgres/database.ts';
import { Partitions } from './platform/postgres/partitions.ts';
import { packFrame, storeRawFrames } from './raw-data/store.ts';
import { Batcher } from './readings/batcher.ts';
import type { IngestPorts } from './readings/ingest.ts';
import { LiveReadings } from './readings/live.ts';
import { EMPTY_LEDGER } from './readings/present.ts';
import { rewriteDays } from './readings/rewrite-days.ts';
import { readingRoutes } from './readings/routes.ts';
import { findLatest, findTrends } from './readings/store.ts';
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
  { now, pause, repeat, pages }: Surroundings = realSurroundings(),
): Promise<Granary> {
  const { db } = database;
  const metrics = new Metrics();
  const failed = (error: unknown) => log.error({ err: error }, 'background work failed');
  const sessions = new Sessions(db, secrets.tokenKey, now);
  const directory = new BoardDirectory(db, (ids) => loadBins(db, { mainBoardIds: ids }));
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

  const ingest: IngestPorts = {
    db,
    boards: directory,
    ensurePartitions: async (readingsAt, receivedAt) => {
      await readings.ensure(readingsAt);
      await rawFrames.ensure(receivedAt);
    },
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

  const changes = new Changes(
    source,
    ['bins_changed', 'board_key_changed'],
    (channel, id) => {
      if (channel === 'bins_changed') directory.forget(id === '' ? null : id);
      else gateway.disconnect(id);
    },
    () => {
      directory.forget(null);
      gateway.disconnectRevoked().catch(failed);
    },
  );

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
  const signIn = new SignIn({
    db,
    sessions,
    accountKey: secrets.tokenKey,
    decoyHash: await hashPassword('no account has this password'),
    isPassword,
    now,
    pause,
  });
  accountRoutes(app, {
    db,
    guard,
    sessions,
    signIn,
    now,
    sessionEnded: (sid) => live.live.end(sid),
  });
  farmRoutes(app, { db, guard });
  binRoutes(app, { db, guard, sources, rewriteDays });
  readingRoutes(app, {
    db,
    guard,
    now,
    loadBin: (id) => loadBin(db, id),
    findTimeZone: (id) => findTimeZone(db, id),
    findLedger,
  });
  healthRoutes(app, {
    metrics,
    metricsToken: config.metricsToken,
    notReady: async () => {
      const missing: string[] = [];
      await sql`select 1`.execute(db).catch(() => missing.push('database'));
      if (!gateway.isListening) missing.push('broker');
      return missing;
    },
  });

  const upkeep = new Upkeep({ db, rawDays: config.rawDays, readings, rawFrames, now, failed });

  return {
    app,
    start: async () => {
      await changes.start();
      await upkeep.start();
      const ports = await startGateway(gateway, config);
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
      await live.live.stop();
      await app.close();
      await batcher.stop();
      await gateway.stop();
      await changes.stop();
    },
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
    pages: builtPages(),
  };
}

/** The pages beside the server, wherever it runs from; null before they are built. */
function builtPages(): string | null {
  const folder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(folder) ? folder : null;
}
