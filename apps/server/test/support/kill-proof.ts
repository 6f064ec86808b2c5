import { setTimeout as pause } from 'node:timers/promises';
import { formatUpTopic } from '@granary/contract/boards/topics';
import { DAY, millis } from '@granary/domain/units';
import { type LoadBoard, type LoadProgress, publishLoad } from '@granary/simulator/load';
import { createPublishTemplate } from '@granary/simulator/load/packets';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { compareStoredReadings, type StoredComparison } from './compare-stored-readings.ts';
import { RawMqttClient } from './mqtt-gateway.ts';
import { findDifferences } from './recompute.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface KillOptions extends ServerProcessOptions {
  /** How many times the server's process is killed. */
  readonly serverKills: number;
  /** How many times its database is shut down in immediate mode, without cleanup. */
  readonly databaseStops: number;
  /** How many times its database's main process is killed. */
  readonly databaseKills: number;
  /** How many times the server is stopped with SIGTERM, under the same load. */
  readonly serverStops: number;
  readonly ratePerSecond: number;
  readonly boards: number;
  /** The longest delay from the acknowledgment of readings to the next fault, ms. */
  readonly maxDelayMs: number;
  readonly print: (line: string) => void;
}

export interface KillFigures extends StoredComparison {
  readonly sent: number;
  readonly reconnects: number;
  /** Time from each start after a kill until the server is ready, ms. */
  readonly startTimesMs: readonly number[];
  /** Time from each fault until a reading is acknowledged, ms. */
  readonly recoveryTimes: RecoveryTimes;
  /** Differences between the readings and the stored latest and daily values. */
  readonly differences: readonly string[];
  /** The exit codes of the server after each SIGTERM. */
  readonly exitCodes: readonly (number | null)[];
}

type Fault = 'server-kill' | 'server-stop' | 'database-stop' | 'database-kill';
type RecoveryTimes = Readonly<Record<Fault, readonly number[]>>;

const WINDOW = 20;
const POLL_MS = 20;
/** Readings that must be acknowledged before the next fault. */
const READINGS_BETWEEN_FAULTS = 200;

/**
 * Kills a server and its database at random moments while boards publish, and then compares the
 * acknowledged readings with the stored ones.
 */
export async function proveKills(options: KillOptions): Promise<KillFigures> {
  const server = await ServerProcess.create({ ...options, isOnDisk: true });
  try {
    await server.start();
    const { boards, binIds } = await addBoards(server, 'kill', options.boards);
    const probe = new Probe(server, (await addBoards(server, 'probe', 1)).boards);
    const acknowledgedCount = new AcknowledgedCount();
    const stop = new AbortController();
    const load = publishLoad({
      port: server.mqttPort,
      boards,
      window: WINDOW,
      ratePerSecond: options.ratePerSecond,
      start: millis(Date.now() - 300 * DAY),
      graceMs: 60_000,
      signal: stop.signal,
      onProgress: (progress) => acknowledgedCount.update(progress),
    });
    const consumer = consumeTransactionIds(server, stop.signal);
    const faults = await Promise.race([
      injectFaults(server, options, acknowledgedCount, probe),
      load.then(() => null),
    ]);
    stop.abort();
    await consumer;
    const result = await load;
    if (faults === null) throw new Error('The load ended before the last fault.');
    const { db, dispose } = await server.openDatabase();
    const comparison = await compareStoredReadings(db, [result], binIds);
    const differences = await findDifferences(db);
    const { sentCount, reconnects } = result;
    const lost = comparison.lost + (await probe.countLost(db));
    await dispose();
    const exitCodes = [...faults.exitCodes, await server.stop()];
    return { ...faults, ...comparison, lost, sent: sentCount, reconnects, differences, exitCodes };
  } finally {
    await server.dispose();
  }
}

/**
 * Uses up transaction IDs as other busy writers would: after a crash, PostgreSQL reuses the IDs of lost
 * transactions for new ones, which then commit.
 */
async function consumeTransactionIds(server: ServerProcess, signal: AbortSignal): Promise<void> {
  // The database may have a new address after a restart.
  for (; !signal.aborted; await pause(POLL_MS)) {
    const database = await server.openDatabase().catch(() => null);
    while (!signal.aborted && database && (await consumeTransactionId(database.db))) await pause(1);
    await database?.dispose();
  }
}

function consumeTransactionId(db: Kysely<Tables>): Promise<boolean> {
  return sql`select pg_current_xact_id()`.execute(db).then(
    () => true,
    () => false,
  );
}

async function injectFaults(
  server: ServerProcess,
  options: KillOptions,
  acknowledgedCount: AcknowledgedCount,
  probe: Probe,
) {
  const startTimesMs: number[] = [];
  const recoveryTimes: Record<Fault, number[]> = {
    'server-kill': [],
    'server-stop': [],
    'database-stop': [],
    'database-kill': [],
  };
  const exitCodes: (number | null)[] = [];
  await acknowledgedCount.waitForMore(READINGS_BETWEEN_FAULTS);
  for (const [index, fault] of orderFaults(options).entries()) {
    await pause(Math.random() * options.maxDelayMs);
    const startedAt = performance.now();
    switch (fault) {
      case 'server-kill':
        await server.kill();
        startTimesMs.push(await server.start());
        break;
      case 'server-stop':
        exitCodes.push(await server.stop());
        await server.start();
        break;
      case 'database-stop':
        // An immediate shutdown of PostgreSQL.
        server.killDatabase('SIGQUIT');
        break;
      case 'database-kill':
        server.killDatabase('SIGKILL');
        break;
    }
    await probe.send();
    recoveryTimes[fault].push(performance.now() - startedAt);
    options.print(`fault ${index + 1}, ${fault}: ${Math.round(performance.now() - startedAt)} ms`);
    await acknowledgedCount.waitForMore(READINGS_BETWEEN_FAULTS);
  }
  return { startTimesMs, recoveryTimes, exitCodes };
}

/** Orders the faults so that their kinds alternate. */
function orderFaults(options: KillOptions): Fault[] {
  const counts: readonly (readonly [Fault, number])[] = [
    ['server-kill', options.serverKills],
    ['database-stop', options.databaseStops],
    ['database-kill', options.databaseKills],
    ['server-stop', options.serverStops],
  ];
  const faults: Fault[] = [];
  for (let round = 0; round < Math.max(...counts.map(([, count]) => count)); round++) {
    faults.push(...counts.flatMap(([fault, count]) => (round < count ? fault : [])));
  }
  return faults;
}

/** The number of acknowledgments so far. */
class AcknowledgedCount {
  private acknowledged = 0;

  update({ acknowledgedCount }: LoadProgress): void {
    this.acknowledged = acknowledgedCount;
  }

  /** Resolves after `count` more acknowledgments. */
  async waitForMore(count: number): Promise<void> {
    const goal = this.acknowledged + count;
    while (this.acknowledged < goal) await pause(POLL_MS);
  }
}

/** Sends readings one at a time, and repeats each until it is acknowledged. */
class Probe {
  private readonly acknowledgedTimes: number[] = [];

  constructor(
    private readonly server: ServerProcess,
    private readonly boards: readonly LoadBoard[],
  ) {}

  async send(): Promise<void> {
    const at = Date.now();
    while (!(await this.publish(at))) await pause(POLL_MS);
    this.acknowledgedTimes.push(at);
  }

  async countLost(db: Kysely<Tables>): Promise<number> {
    const rows = await db
      .selectFrom('readings')
      .innerJoin('bins', 'bins.id', 'readings.binId')
      .select('at')
      .where('mainBoardId', '=', this.boards[0]?.mainBoardId ?? '')
      .execute();
    const stored = new Set(rows.map((row) => row.at.getTime()));
    return this.acknowledgedTimes.filter((at) => !stored.has(at)).length;
  }

  private async publish(at: number): Promise<boolean> {
    const [board] = this.boards;
    if (!board) return false;
    const { mainBoardId, key } = board;
    const client = await RawMqttClient.connect(this.server.mqttPort, mainBoardId, key).catch(
      () => null,
    );
    if (client?.connack !== 0) return false;
    const body = { v: 1, bin_number: 1, date_time: new Date(at).toISOString() };
    const topic = formatUpTopic(mainBoardId, 'temp-data');
    const { bytes, packetIdOffset } = createPublishTemplate(
      topic,
      Buffer.from(JSON.stringify(body)),
    );
    bytes.writeUInt16BE(1, packetIdOffset);
    client.write(bytes);
    await client.waitForCondition(() => client.acknowledgedIds.length > 0);
    client.close();
    return client.acknowledgedIds.length > 0;
  }
}
