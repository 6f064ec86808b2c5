import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { formatUpTopic } from '@granary/contract/boards/topics';
import { millis } from '@granary/domain/units';
import { type LoadBoard, publishLoad } from '@granary/simulator/load';
import { createConnectPacket, createPublishTemplate } from '@granary/simulator/load/packets';
import type pg from 'pg';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { exactFigure, type Figure, formatAmount, quantile } from './report.ts';
import { type Granary, makeBoards, type Postgres, startGranary } from './server.ts';

/** Boards that report a hot sensor one after another. */
const SAMPLES = 200;
/** Farms, each with its own owner, whose bins all report a hot sensor at the same time. */
const FARMS = 100;
const BINS_PER_FARM = 10;
const BINS = FARMS * BINS_PER_FARM;
/** Frames per second from other boards while the second half of the sample boards publish hot readings. */
const LOAD_PER_SECOND = 500;
const LOAD_SECONDS = 40;
const STEP_MS = 60_000;
const STORAGE_BUDGET_MS = 1_000;
const NOTIFICATION_BUDGET_S = 60;
const KEEP_ALIVE_S = 300;
const DAY = 86_400_000;
/** °C */
const LIMIT = 35;

/**
 * Measures how soon an alert is stored after a board publishes a hot reading, and how soon all owners are
 * notified when a thousand bins report a hot sensor at the same time.
 */
export async function benchAlerts(postgres: Postgres): Promise<Figure[]> {
  const mailSink = await startMailSink();
  const env = { SMTP_URL: mailSink.url, MAIL_FROM: 'granary@bench.example' };
  const granary = await startGranary(postgres.url, [], env);
  const boards: Board[] = [];
  try {
    const fleet = await makeFleet(postgres, granary);
    for (const { board, binId } of [...fleet.samples, ...fleet.farms]) {
      boards.push({ board, binId, socket: await connectBoard(granary.mqttPort, board) });
    }
    for (const board of boards) publish(board, 20);
    await waitFor(async () => (await countEvaluated(postgres)) >= boards.length);
    const samples = boards.slice(0, SAMPLES);
    return [
      ...(await measureAlertStorage(postgres, granary, samples, fleet.others)),
      ...(await measureNotifications(postgres, mailSink, boards.slice(SAMPLES))),
    ];
  } finally {
    for (const { socket } of boards) socket.destroy();
    await granary.stop();
    mailSink.close();
  }
}

interface BoardWithBin {
  readonly board: LoadBoard;
  readonly binId: number;
}

interface Board extends BoardWithBin {
  readonly socket: Socket;
}

async function makeFleet({ pool }: Postgres, { dataDir }: Granary) {
  const make = async (count: number): Promise<BoardWithBin[]> => {
    const { boards, binIds } = await makeBoards(pool, dataDir, count, 1);
    return boards.map((board, index) => ({ board, binId: binIds[index] ?? 0 }));
  };
  const samples = await make(SAMPLES);
  const farmBoards: BoardWithBin[] = [];
  for (let farm = 0; farm < FARMS; farm++) farmBoards.push(...(await make(BINS_PER_FARM)));
  await pool.query('update bins set temperature_alert_enabled = true, temperature_alert_c = $1', [
    LIMIT,
  ]);
  // Created after the limits are set, so that the load raises no alerts.
  const others = (await make(50)).map(({ board }) => board);
  return { samples, farms: farmBoards, others };
}

async function measureAlertStorage(
  postgres: Postgres,
  granary: Granary,
  boards: readonly Board[],
  others: readonly LoadBoard[],
): Promise<Figure[]> {
  const listener = await postgres.pool.connect();
  try {
    await listener.query('listen alerts_changed');
    const measure = async (measuredBoards: readonly Board[]) => {
      const times: number[] = [];
      for (const board of measuredBoards) times.push(await measureAlert(listener, board));
      return times;
    };
    const half = boards.length / 2;
    const idleTimes = await measure(boards.slice(0, half));
    const load = publishLoad({
      port: granary.mqttPort,
      boards: others,
      ratePerSecond: LOAD_PER_SECOND,
      // Old readings of other bins, which arrive faster than they were taken, raise no alerts.
      start: millis(Date.now() - 30 * DAY),
      stepMs: STEP_MS,
      signal: AbortSignal.timeout(LOAD_SECONDS * 1_000),
    });
    const busyTimes = await measure(boards.slice(half));
    await load;
    const figure = (name: string, times: readonly number[]): Figure => {
      const p99 = quantile(times, 0.99);
      return {
        name,
        value: `${quantile(times, 0.5).toFixed(0)} / ${p99.toFixed(0)} ms`,
        budget: `p99 ${formatAmount(STORAGE_BUDGET_MS)} ms or less`,
        pass: p99 <= STORAGE_BUDGET_MS,
      };
    };
    return [
      figure(`from a hot reading to its alert, ${half} boards, p50 / p99`, idleTimes),
      figure(`the same while ${LOAD_PER_SECOND} other readings a second are stored`, busyTimes),
    ];
  } finally {
    listener.release(true);
  }
}

/** Publishes a hot reading, and returns the time until its alert is committed, ms. */
async function measureAlert(listener: pg.ClientBase, board: Board): Promise<number> {
  const storedAt = new Promise<number>((resolve) => {
    const onNotification = ({ payload }: pg.Notification) => {
      if (payload !== String(board.binId)) return;
      listener.off('notification', onNotification);
      resolve(performance.now());
    };
    listener.on('notification', onNotification);
  });
  const publishedAt = performance.now();
  publish(board, LIMIT + 5);
  return (await storedAt) - publishedAt;
}

async function measureNotifications(
  { pool }: Postgres,
  { counts }: MailSink,
  boards: readonly Board[],
): Promise<Figure[]> {
  const { rows: before } = await pool.query<{ last: number }>(
    'select coalesce(max(id), 0)::int as last from notifications',
  );
  const earlierAddresses = new Set(counts.keys());
  const count = async () => {
    const { rows } = await pool.query<{ notifications: number; owners: number; waiting: number }>(
      `select (select count(*)::int from notifications where id > $1) as notifications,
        (select count(distinct user_id)::int from notifications where id > $1) as owners,
        $2::int - (select count(*)::int from alerts
          where notification_id > $1 and notified_severity is not null) as waiting`,
      [before[0]?.last ?? 0, BINS],
    );
    const mailCounts = [...counts].filter(([address]) => !earlierAddresses.has(address));
    return { mailed: mailCounts, ...(rows[0] ?? { notifications: 0, owners: 0, waiting: BINS }) };
  };
  const startedAt = performance.now();
  const secondsSinceStart = () => (performance.now() - startedAt) / 1_000;
  for (const board of boards) publish(board, LIMIT + 5);
  await waitFor(async () => (await count()).waiting === 0);
  const notificationSeconds = secondsSinceStart();
  await waitFor(async () => (await count()).mailed.length >= FARMS);
  const mailSeconds = secondsSinceStart();
  // A duplicate mail would arrive within this time.
  await setTimeout(20_000);
  const { notifications, owners, mailed } = await count();
  const sent = mailed.reduce((sum, [, mailCount]) => sum + mailCount, 0);
  const budget = `${NOTIFICATION_BUDGET_S} s or less`;
  return [
    {
      name: `${formatAmount(BINS)} bins get an alert at once: all owners are notified`,
      value: `${notificationSeconds.toFixed(1)} s`,
      budget,
      pass: notificationSeconds <= NOTIFICATION_BUDGET_S,
    },
    {
      name: 'the same: each owner has received a mail',
      value: `${mailSeconds.toFixed(1)} s`,
      budget,
      pass: mailSeconds <= NOTIFICATION_BUDGET_S,
    },
    exactFigure('owners with a notification', owners, FARMS),
    exactFigure('notifications', notifications, FARMS),
    exactFigure('mails', sent, FARMS),
  ];
}

async function countEvaluated({ pool }: Postgres): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from alert_memories where folded_until is not null',
  );
  return rows[0]?.count ?? 0;
}

async function waitFor(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await setTimeout(100);
}

async function connectBoard(port: number, { mainBoardId, key }: LoadBoard): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.write(createConnectPacket(mainBoardId, key, KEEP_ALIVE_S));
  await once(socket, 'data');
  // Discards the acknowledgments.
  socket.resume();
  return socket;
}

/** Publishes a current reading, in which one sensor has the given temperature and the others 20 °C. */
function publish({ socket, board: { mainBoardId } }: Board, temperature: number): void {
  const cable = (first: number) => [first, ...Array.from({ length: 15 }, () => 20)];
  const temperatures = [cable(temperature), ...Array.from({ length: 7 }, () => cable(20))];
  const payload = JSON.stringify({
    v: 1,
    bin_number: 1,
    date_time: new Date().toISOString(),
    temp_reading: temperatures,
    humidity_readings: temperatures.map((values) => values.map(() => 55)),
  });
  const packet = createPublishTemplate(
    formatUpTopic(mainBoardId, 'temp-data'),
    Buffer.from(payload),
  );
  packet.bytes.writeUInt16BE(1, packet.packetIdOffset);
  socket.write(packet.bytes);
}
