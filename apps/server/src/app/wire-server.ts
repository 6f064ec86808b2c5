import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createGuard } from '../access/guard.ts';
import { findOwner } from '../access/owners.ts';
import { assertDeclared } from '../access/policy.ts';
import { Sessions } from '../accounts/sessions.ts';
import type { Config } from '../config/config.ts';
import { listenError } from '../config/listen.ts';
import type { Secrets } from '../config/secrets.ts';
import { createHttp } from '../platform/http/server.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { Outbound } from '../platform/outbound/outbound.ts';
import type { Database, DatabaseSource } from '../platform/postgres/database.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import type { LiveReadings } from '../readings/live/live-readings.ts';
import type { Door, Ground } from './dependencies.ts';
import { realSurroundings, type Surroundings } from './environment.ts';
import { composeHealth } from './health.ts';
import { BoardEntrance, type MqttPorts } from './mqtt-server.ts';
import { accountRooms } from './wire-accounts.ts';
import { binRooms } from './wire-bins.ts';
import { boardRooms } from './wire-boards.ts';
import { composeIngest, type GrowingTables } from './wire-ingest.ts';
import { composeLive } from './wire-live.ts';
import { composeBackground } from './wire-maintenance.ts';
import { placeRoom } from './wire-places.ts';

/** The ports a running server has. */
export interface Addresses extends MqttPorts {
  readonly httpPort: number;
}

/** Everything of one process, made and not yet started. */
export interface Granary {
  readonly app: FastifyInstance;
  start(): Promise<Addresses>;
  /** Stops taking in, stores what was taken, and ends. */
  stop(): Promise<void>;
}

/** Puts the parts together; adapters are constructed here and in `compose/`, and nowhere else. */
export async function compose(
  config: Config,
  secrets: Secrets,
  { db }: Database,
  source: DatabaseSource,
  log: Logger,
  surroundings: Surroundings = realSurroundings(),
): Promise<Granary> {
  const failed = (error: unknown) => log.error({ err: error }, 'background work failed');
  const metrics = new Metrics();
  const ground: Ground = { ...surroundings, config, secrets, db, source, log, metrics, failed };
  const tables: GrowingTables = {
    readings: new Partitions(db, 'readings', 'month'),
    rawFrames: new Partitions(db, 'raw_frames', 'day'),
  };
  const sessions = new Sessions(db, secrets.tokenKey, ground.now);
  const live = composeLive(ground, sessions);
  const ingest = composeIngest(ground, tables, live);
  const entrance = new BoardEntrance(config, ingest.gateway);
  const background = composeBackground(ground, tables);
  const outbound = new Outbound(ground.lookup);

  const door = await openDoor(ground, sessions);
  await accountRooms(ground, door, sessions, live);
  binRooms(ground, door, () => void background.rebuild.run());
  boardRooms(ground, door, entrance);
  placeRoom(ground, door, outbound);
  composeHealth(ground, door, ingest);

  const { app } = door;
  return {
    app,
    start: async () => {
      await ingest.changes.start();
      await background.upkeep.start();
      const mqttPorts = await entrance.open();
      live.live.start(app.server);
      return { httpPort: await listen(app, config), ...mqttPorts };
    },
    stop: async () => {
      ingest.gateway.closeListeners();
      background.upkeep.stop();
      outbound.stop();
      await Promise.all([
        background.purge.stop(),
        background.rebuild.stop(),
        closeDoor(app, live),
        ingest.batcher.stop().then(() => ingest.gateway.stop()),
      ]);
      await ingest.changes.stop();
    },
  };
}

/** Where calls come in, none of which is served that the policy does not know. */
async function openDoor({ db, log, config, pages }: Ground, sessions: Sessions): Promise<Door> {
  const app = await createHttp({
    ...{ log, tls: config.tls, trustProxy: config.trustProxy, pages },
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) assertDeclared(one, url);
    },
  });
  const guard = createGuard({
    findSession: (token) => sessions.find(token),
    findOwner: (of, id) => findOwner(db, of, id),
  });
  return { app, guard };
}

/** ms; a call that is under way may end within this time, and whoever sends none is cut off. */
const LAST_CALLS = 3_000;

async function closeDoor(app: FastifyInstance, { live }: LiveReadings): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), LAST_CALLS);
  await live.stop();
  await app.close();
  clearTimeout(timer);
}

/** Serves people; the port, which is a free one where none is asked for. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, ['HOST', host], ['PORT', port]);
  });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}
