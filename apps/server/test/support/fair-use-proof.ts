import { setTimeout as pause } from 'node:timers/promises';
import { READING_EVENT, WATCH_EVENT } from '@granary/contract/readings/live';
import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import { publishLoad } from '@granary/simulator/load';
import { createPublishTemplate } from '@granary/simulator/load/packets';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { Sessions } from '../../src/accounts/sessions.ts';
import { readEnv } from '../../src/config/env.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import type { Db } from '../../src/platform/postgres/tables.ts';
import { addUser } from './fixtures.ts';
import { callLocally, signInLocally } from './local-request.ts';
import { RawMqttClient } from './mqtt-gateway.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

/** Heavy use that must not reach any limit. */
export const FAIR_USE_SCENARIOS = [
  'a farm of 200 bins open on five screens',
  'a dealer with 5,000 customers',
  '500 users behind one IP address',
  'a board that sends a week of stored frames',
  'a board that reconnects every minute with half-open sessions',
] as const;
export type FairUseName = (typeof FAIR_USE_SCENARIOS)[number];

export interface FairUseOptions extends ServerProcessOptions {
  /** The factor for all amounts; 1 is full scale. */
  readonly scale: number;
  readonly print: (line: string) => void;
}

export interface FairUseFigures {
  readonly name: FairUseName;
  /** The number of events, calls or frames that succeeded. */
  readonly succeeded: number;
  readonly expected: number;
  readonly seconds: number;
  /** The limits that were reached. */
  readonly reachedLimits: readonly string[];
}

interface FairUseContext {
  readonly server: ServerProcess;
  readonly db: Db;
  readonly sessions: Sessions;
  readonly scale: number;
}

type Scenario = (
  context: FairUseContext,
) => Promise<Pick<FairUseFigures, 'succeeded' | 'expected'>>;

const scenarios: Record<FairUseName, Scenario> = {
  'a farm of 200 bins open on five screens': openFarm,
  'a dealer with 5,000 customers': listCustomers,
  '500 users behind one IP address': shareAddress,
  'a board that sends a week of stored frames': sendWeekOfFrames,
  'a board that reconnects every minute with half-open sessions': reconnect,
};

/** A board that loses its connection is allowed to reach this limit; its oldest session then ends. */
const IGNORED_LIMIT = 'sessionsPerBoard';
const PASSWORD = 'seven patient oxen';

/** Runs each scenario on one server, and counts what succeeded. */
export async function proveFairUse(options: FairUseOptions): Promise<FairUseFigures[]> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const { db, dispose } = await server.openDatabase();
    const { tokenKey } = readSecrets(readEnv({}), server.dataDir);
    const sessions = new Sessions(db, tokenKey, Date.now);
    const figures: FairUseFigures[] = [];
    let before = await countReachedLimits(server);
    for (const name of FAIR_USE_SCENARIOS) {
      options.print(name);
      const startedAt = performance.now();
      const counted = await scenarios[name]({ server, db, sessions, scale: options.scale });
      const seconds = (performance.now() - startedAt) / 1_000;
      const after = await countReachedLimits(server);
      const reachedLimits = [...after].filter(([limit, count]) => count > (before.get(limit) ?? 0));
      before = after;
      figures.push({
        name,
        ...counted,
        seconds,
        reachedLimits: reachedLimits.map(([limit]) => limit),
      });
    }
    await dispose();
    return figures;
  } finally {
    await server.dispose();
  }
}

/** Counts how many times each limit was reached, except `IGNORED_LIMIT`. */
async function countReachedLimits({ url }: ServerProcess): Promise<Map<string, number>> {
  const { text } = await callLocally(`${url}/metrics`);
  const lines = text.matchAll(/^granary_limits_reached_total\{limit="(\w+)"\} (\d+)$/gm);
  return new Map(
    [...lines].flatMap(([, limit = '', count]) =>
      limit === IGNORED_LIMIT ? [] : [[limit, Number(count)]],
    ),
  );
}

/** Each screen loads the bins and receives a newer reading from each. */
async function openFarm({ server, db, sessions, scale }: FairUseContext) {
  const boardCount = Math.ceil(25 * scale);
  const { farmId, boards } = await addBoards(server, 'farm', boardCount, 8);
  const owner = await findOwner(db, farmId);
  const token = await sessions.begin(owner, false);
  const received = new Set<string>();
  const screens = Array.from({ length: 5 }, async (_, screen) => {
    const socket = await watchAll(server, token);
    socket.on(READING_EVENT, ({ bin_sensor_id }) => received.add(`${screen} ${bin_sensor_id}`));
    for (const path of [`farm/getAllBins?farm_id=${farmId}`, 'board/getAllBinForAUser']) {
      await expectOk(server, path, token);
    }
    return socket;
  });
  const sockets = await Promise.all(screens);
  const frames = boardCount * 8;
  const start = millis(Date.now() - HOUR);
  await publishLoad({ port: server.mqttPort, boards, frames, start, ratePerSecond: 100 });
  const expected = frames * sockets.length;
  await waitUntil(() => received.size >= expected);
  for (const socket of sockets) socket.close();
  return { succeeded: received.size, expected };
}

/** The dealer repeatedly opens the pages that list customers. */
async function listCustomers({ server, db, sessions, scale }: FairUseContext) {
  const dealer = await addUser(db, 'distributor', { email: 'dealer@proof.example' });
  await sql`
    insert into users (email, password_hash, role, distributor_id, first_name, last_name)
    select 'customer-' || number || '@proof.example', '-', 'user', ${dealer.id},
      'Customer', number::text
    from generate_series(1, ${Math.ceil(5_000 * scale)}) as number`.execute(db);
  const token = await sessions.begin(dealer, false);
  const paths = [
    'user/getUsersList',
    `user/getUsersByDistributor/${dealer.id}`,
    'user/getCustomerStates',
    'user/getWorstCustomers?first=100',
  ];
  const visits = Math.ceil(25 * scale);
  for (let visit = 0; visit < visits; visit++) {
    await Promise.all(paths.map((path) => expectOk(server, path, token)));
  }
  return { succeeded: visits * paths.length, expected: visits * paths.length };
}

/** Each user signs in, opens a screen and makes ten calls within a minute. */
async function shareAddress({ server, db, scale }: FairUseContext) {
  const count = Math.ceil(500 * scale);
  const passwordHash = await hashPassword(PASSWORD);
  await sql`
    insert into users (email, password_hash, role)
    select 'neighbor-' || number || '@proof.example', ${passwordHash}, 'user'
    from generate_series(1, ${count}) as number`.execute(db);
  let succeeded = 0;
  const simulateUser = async (number: number) => {
    const credentials = { email: `neighbor-${number}@proof.example`, password: PASSWORD };
    const token = await signInLocally(server.url, credentials);
    const socket = await watchAll(server, token);
    for (let call = 0; call < 10; call++) await expectOk(server, 'user/getMyInfo', token);
    succeeded += 12;
    return socket;
  };
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, index) => simulateUser(index + 1)),
  );
  for (const socket of sockets) socket.close();
  return { succeeded, expected: count * 12 };
}

/** Sends the frames that a board with eight bins, reporting every minute, stores in a week. */
async function sendWeekOfFrames({ server, db, scale }: FairUseContext) {
  const { boards, farmId } = await addBoards(server, 'week', 1, 8);
  const frames = Math.ceil(7 * 24 * 60 * scale) * 8;
  await publishLoad({
    port: server.mqttPort,
    boards,
    frames,
    window: 100,
    start: millis(Date.now() - 7 * DAY),
    stepMs: MINUTE,
  });
  const { count } = await db
    .selectFrom('readings')
    .innerJoin('bins', 'bins.id', 'readings.binId')
    .where('bins.farmId', '=', farmId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { succeeded: Number(count), expected: frames };
}

/** Connections that the board lost stay open on the server; each new connection delivers a frame. */
async function reconnect({ server, scale }: FairUseContext) {
  const { boards } = await addBoards(server, 'reconnecting', 1);
  const [board] = boards;
  if (!board) throw new Error('No board was added.');
  const minutes = Math.ceil(60 * scale);
  const clients: RawMqttClient[] = [];
  let succeeded = 0;
  for (let minute = 0; minute < minutes; minute++) {
    // After a restart, a board often has a new client ID.
    const clientId = minute % 2 === 0 ? board.mainBoardId : `${board.mainBoardId} ${minute}`;
    const client = await RawMqttClient.connectAs(server.mqttPort, board, clientId);
    clients.push(client);
    const date_time = new Date(Date.now() - (minutes - minute) * MINUTE).toISOString();
    const frame = { v: 1, bin_number: 1, date_time, temp_reading: [[12]] };
    const { bytes, packetIdOffset } = createPublishTemplate(
      `boards/${board.mainBoardId}/up/temp-data`,
      Buffer.from(JSON.stringify(frame)),
    );
    bytes.writeUInt16BE(1, packetIdOffset);
    client.write(bytes);
    await client.waitForCondition(() => client.acknowledgedIds.length > 0);
    succeeded += client.acknowledgedIds.length;
  }
  for (const client of clients) client.close();
  return { succeeded, expected: minutes };
}

function findOwner(db: Db, farmId: number) {
  return db
    .selectFrom('users')
    .innerJoin('farms', 'farms.ownerId', 'users.id')
    .selectAll('users')
    .where('farms.id', '=', farmId)
    .executeTakeFirstOrThrow();
}

async function expectOk({ url }: ServerProcess, path: string, token: string): Promise<void> {
  const { status, text } = await callLocally(`${url}/api/${path}`, { token });
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
}

async function watchAll({ url }: ServerProcess, token: string): Promise<Socket> {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(url, { ...options, auth: { token } });
  const response = await socket.timeout(60_000).emitWithAck(WATCH_EVENT, { all: true });
  if (response.ok !== true) throw new Error('The server refused the watch event.');
  return socket;
}

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!condition() && performance.now() < deadline) await pause(50);
}
