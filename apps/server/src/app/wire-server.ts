import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { toNetwork } from '@granary/domain/accounts/sign-in-limits';
import { SECOND } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createGuard } from '../access/guard.ts';
import { findOwner } from '../access/owners.ts';
import { assertDeclared } from '../access/policy.ts';
import { Sessions } from '../accounts/sessions.ts';
import { listAlertRooms } from '../alerts/live-alerts.ts';
import { alertRoutes } from '../alerts/routes.ts';
import { countBinsWithoutAlert } from '../bins/severity/bin-states-store.ts';
import { findOwners } from '../bins/store.ts';
import type { Config } from '../config/config.ts';
import { limits } from '../config/limits.ts';
import { toListenError } from '../config/listen.ts';
import type { Secrets } from '../config/secrets.ts';
import { findLastFanEvents } from '../fans/last-report-store.ts';
import { scheduleRoutes } from '../fans/schedule-routes.ts';
import { findLedgerTotals } from '../inventory/ledger-store.ts';
import { RequestLimiter } from '../platform/http/request-limiter.ts';
import { createHttpApp } from '../platform/http/server.ts';
import { CallerLimits } from '../platform/limits/caller-limits.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { ClockReference } from '../platform/outbound/clock-reference.ts';
import { Outbound } from '../platform/outbound/outbound.ts';
import type { Database, DatabaseSource } from '../platform/postgres/database.ts';
import { LiveReadings } from '../readings/live/live-readings.ts';
import { findLatest } from '../readings/readings-store.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import { createSystemEnvironment, type Environment } from './environment.ts';
import { createReadinessCheck, wireHealth } from './health.ts';
import { wireHeartbeat } from './heartbeat.ts';
import { loadBinWithFill } from './load-bin-with-fill.ts';
import { type MqttPorts, MqttServer } from './mqtt-server.ts';
import { wireAccounts } from './wire-accounts.ts';
import { type Alerts, wireAlerts } from './wire-alerts.ts';
import { wireBins } from './wire-bins.ts';
import { wireBoards } from './wire-boards.ts';
import { auditRefusal, wireFanCommands } from './wire-fan-commands.ts';
import { wireFarmContacts, withContactLinks } from './wire-farm-contacts.ts';
import { type ChangeObserver, openIngestStore, wireIngest } from './wire-ingest.ts';
import { wireLiveAlerts } from './wire-live-alerts.ts';
import { type Maintenance, wireMaintenance } from './wire-maintenance.ts';
import { wireEntryReminders, wirePowerOutageNotices } from './wire-notices.ts';
import { type Messages, wireOutbox } from './wire-outbox.ts';
import { wirePlaces } from './wire-places.ts';
import { wireSecurityEvents } from './wire-security-events.ts';
import {
  type ServerChecks,
  wireServerHealth,
  wireServerHealthRoutes,
} from './wire-server-health.ts';
import { wireWeeklyMails } from './wire-weekly-mails.ts';

/** The ports that a running server listens on. */
export interface ServerPorts extends MqttPorts {
  readonly httpPort: number;
}

/** The server process, created but not started. */
export interface Server {
  readonly app: FastifyInstance;
  start(): Promise<ServerPorts>;
  /** Stops accepting frames, stores the frames that it has accepted, and shuts down. */
  stop(): Promise<void>;
}

/** Connects the features; only this folder constructs adapters. */
export async function wireServer(
  config: Config,
  secrets: Secrets,
  { db }: Database,
  source: DatabaseSource,
  log: Logger,
  environment: Environment = createSystemEnvironment(),
): Promise<Server> {
  const core = { ...environment, ...createReporting(log), config, secrets, db, source, log };
  const security = wireSecurityEvents(core);
  const dependencies: Dependencies = { ...core, securityEvents: security.events };
  const ingestStore = openIngestStore(core);
  const sessions = new Sessions(db, secrets.tokenKey, dependencies.now);
  const live = wireLiveReadings(dependencies, sessions);
  const maintenance = wireMaintenance(dependencies, ingestStore.tables);
  const { outbound, clock } = createOutbound(dependencies);
  const messages = wireOutbox(dependencies, outbound);
  const alerts = wireAlerts(withContactLinks(dependencies), messages);
  const weeklyMails = wireWeeklyMails(dependencies, messages);
  const entryReminders = wireEntryReminders(dependencies, messages);
  const powerOutages = wirePowerOutageNotices(dependencies, messages);
  const observer = createChangeObserver(dependencies, live, maintenance, alerts);
  const ingest = wireIngest(dependencies, ingestStore, live, alerts.observer, observer);
  const checks = wireServerHealth(dependencies, messages, alerts, clock);
  const mqttServer = new MqttServer(config, ingest.gateway);

  const listUnready = createReadinessCheck(dependencies, ingest);
  const parts = { live, maintenance, mqttServer, outbound, messages, checks, listUnready };
  const heartbeat = wireHeartbeat(dependencies, outbound, alerts, listUnready);
  const recurring = [heartbeat, weeklyMails, entryReminders, powerOutages, checks];
  const { app } = await wireRoutes(dependencies, sessions, parts);
  return {
    app,
    start: async () => {
      await ingest.changes.start();
      await messages.start();
      await maintenance.jobs.start();
      const mqttPorts = await mqttServer.open();
      await ingest.commands.start();
      await alerts.start(() => ingest.batcher.isWriting);
      live.connections.start(app.server);
      for (const work of recurring) work.start();
      return { httpPort: await listen(app, config), ...mqttPorts };
    },
    stop: async () => {
      ingest.gateway.closeListeners();
      outbound.stop();
      await Promise.all([
        ...recurring.map(async (work) => work.stop()),
        alerts.stop(),
        messages.stop(),
        maintenance.stop(),
        closeHttpServer(app, live),
        ingest.batcher.stop().then(() => ingest.gateway.stop()),
      ]);
      await ingest.close();
      await security.stop();
    },
  };
}

/** Creates the observer that reacts to changes to settings, alerts and notifications. */
function createChangeObserver(
  dependencies: Dependencies,
  live: LiveReadings,
  maintenance: Maintenance,
  alerts: Alerts,
): ChangeObserver {
  return {
    ...wireLiveAlerts(dependencies, live),
    binsChanged: (mainBoardId) => {
      alerts.settingsChanged(mainBoardId);
      void maintenance.recalculate.run().then(() => alerts.evaluate());
    },
  };
}

/** Creates the error handler, the metrics and the caller limits. */
function createReporting(log: Logger) {
  const failed = (error: unknown) => log.error({ err: error }, 'background work failed');
  const metrics = new Metrics();
  return { failed, metrics, callerLimits: createCallerLimits(metrics, log) };
}

function createOutbound({ now, lookup, isPrivateAddress, caCertificates }: Environment) {
  const clock = new ClockReference(now);
  return { outbound: new Outbound(lookup, isPrivateAddress, caCertificates, clock), clock };
}

/** The dependencies of routes, in addition to the shared ones. */
interface RouteDependencies {
  readonly live: LiveReadings;
  readonly maintenance: Maintenance;
  readonly mqttServer: MqttServer;
  readonly outbound: Outbound;
  readonly messages: Messages;
  readonly checks: ServerChecks;
  listUnready(): Promise<readonly string[]>;
}

/** Creates the HTTP server with the routes of all features. */
async function wireRoutes(
  dependencies: Dependencies,
  sessions: Sessions,
  { live, maintenance, mqttServer, outbound, messages, checks, listUnready }: RouteDependencies,
): Promise<HttpServer> {
  const { db, now } = dependencies;
  const httpServer = await createHttpServer(dependencies, sessions);
  await wireAccounts(dependencies, httpServer, sessions, live, messages);
  wireBins(dependencies, httpServer, () => void maintenance.rebuild.run());
  wireFanCommands(dependencies, httpServer, messages);
  wireBoards(dependencies, httpServer, mqttServer);
  wirePlaces(dependencies, httpServer, outbound);
  alertRoutes(httpServer.app, {
    db,
    guard: httpServer.guard,
    now,
    loadBin: loadBinWithFill,
    countBinsWithoutAlert: (scope, filter) => countBinsWithoutAlert(db, scope, filter, now()),
  });
  scheduleRoutes(httpServer.app, { db, guard: httpServer.guard, now });
  wireFarmContacts(dependencies, httpServer, messages);
  wireServerHealthRoutes(dependencies, httpServer, checks);
  wireHealth(dependencies, httpServer, listUnready);
  return httpServer;
}

/** Creates the live updates of readings. */
function wireLiveReadings(dependencies: Dependencies, sessions: Sessions): LiveReadings {
  const { db, config, metrics, repeat, securityEvents, failed } = dependencies;
  const findAddress = createFindAddress(config.trustProxy);
  const live = new LiveReadings({
    callerLimits: dependencies.callerLimits,
    findNetwork: (request) => {
      const address = findAddress(request);
      return address === null ? 'closed' : toNetwork(address);
    },
    findSession: async (token, request) => {
      const session = await sessions.find(token);
      if (session === null) {
        const address = findAddress(request);
        securityEvents.record({ kind: 'session-rejected', ...(address !== null && { address }) });
      }
      return session?.mustSetUpTwoFactor ? null : session;
    },
    findActive: (sids) => sessions.findActive(sids),
    findOwners: (binIds) => findOwners(db, binIds),
    findLedgers: (ids) => findLedgerTotals(db, ids),
    findLastFanEvents: (ids) => findLastFanEvents(db, ids),
    findLatest: (ids) => findLatest(db, ids),
    listAlertRooms,
    repeat,
    failed,
  });
  metrics.addGauge(
    'granary_live_connections',
    'Live browser connections.',
    () => live.connections.size,
  );
  return live;
}

/**
 * Returns a function that finds a request's client address by Fastify's rules, for requests that Fastify does
 * not handle; null after the connection was closed.
 */
function createFindAddress(trustProxy: string | null): (request: IncomingMessage) => string | null {
  const proxies = trustProxy?.split(',').map((part) => part.trim()) ?? [];
  const isTrusted = proxyAddr.compile(proxies);
  return (request) =>
    request.socket.remoteAddress === undefined ? null : proxyAddr(request, isTrusted);
}

/** Creates the caller limits; exceeded limits go to the metrics and the log. */
function createCallerLimits(metrics: Metrics, log: Logger): CallerLimits {
  return new CallerLimits({
    limitReached: (limit) => metrics.limitsReached.inc({ limit }),
    reported: (limit, caller) => log.warn({ limit, caller }, 'a caller reached a limit'),
  });
}

/** Creates the HTTP server; it refuses to register a route that the access policy does not list. */
async function createHttpServer(
  { db, now, log, config, webAppFolder, callerLimits, securityEvents }: Dependencies,
  sessions: Sessions,
): Promise<HttpServer> {
  const requestLimiter = new RequestLimiter(callerLimits, toNetwork);
  const app = await createHttpApp({
    log,
    tls: config.tls,
    trustProxy: config.trustProxy,
    isPublicSecure: config.tls !== null || config.publicUrl?.startsWith('https:') === true,
    webAppFolder,
    requestLimiter,
    stalledReaderMs: limits.stalledReadTime.max * SECOND,
    onRoute: ({ method, url }) => {
      for (const httpMethod of [method].flat()) assertDeclared(httpMethod, url);
    },
  });
  const guard = createGuard({
    requestLimiter,
    findSession: (token) => sessions.find(token),
    findOwner: (type, id) => findOwner(db, type, id),
    record: (event) => securityEvents.record(event),
    auditRefusal: (refusal) => auditRefusal(db, refusal, now()),
  });
  return { app, guard, requestLimiter };
}

/** How long requests in progress can take to finish before their connections are closed, ms. */
const REQUEST_GRACE_MS = 3_000;

async function closeHttpServer(app: FastifyInstance, { connections }: LiveReadings): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE_MS);
  await connections.stop();
  await app.close();
  clearTimeout(timer);
}

/** Starts listening and returns the port; if the configured port is 0, the system picks a free port. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw toListenError(error, ['HOST', host], ['PORT', port]);
  });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}
