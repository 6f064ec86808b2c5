import { setTimeout as pause } from 'node:timers/promises';
import { upTopic } from '@granary/contract/boards/topics';
import { DAY, millis } from '@granary/domain/units';
import { type LoadBoard, type LoadProgress, publishLoad } from '@granary/simulator/load';
import { publishTemplate } from '@granary/simulator/load/packets';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { compareStored, type StoredComparison } from './compare-stored.ts';
import { RawMqttClient } from './mqtt-gateway.ts';
import { findDifferences } from './recompute.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface KillOptions extends ServerProcessOptions {
  /** How often the server's process is killed. */
  readonly serverKills: number;
  /** How often its database is told to stop at once, without tidying up. */
  readonly databaseStops: number;
  /** How often its database's main process is killed. */
  readonly databaseKills: number;
  /** How often the server is asked to end, under the same load. */
  readonly serverStops: number;
  readonly ratePerSecond: number;
  readonly boards: number;
  /** A blow falls within so many ms after readings flow again. */
  readonly withinMs: number;
  readonly print: (line: string) => void;
}

export interface KillFigures extends StoredComparison {
  readonly sent: number;
  readonly reconnects: number;
  /** ms from a start after a kill until it serves. */
  readonly starts: readonly number[];
  /** ms from each blow until a reading is safe. */
  readonly breaks: Breaks;
  /** Of latest and days from what the readings say. */
  readonly differences: readonly string[];
  /** Of the server, each time it was asked to end. */
  readonly exitCodes: readonly (number | null)[];
}

type Blow = 'server-kill' | 'server-stop' | 'database-stop' | 'database-kill';
type Breaks = Readonly<Record<Blow, readonly number[]>>;

const WINDOW = 20;
const LOOK_MS = 20;
/** Readings that must come through before the next blow falls. */
const FLOWING = 200;

/**
 * Kills a server and its database at random moments while boards publish, and then holds what
 * the boards were told is safe beside what is there.
 */
export async function proveKills(options: KillOptions): Promise<KillFigures> {
  const server = await ServerProcess.create({ ...options, isOnDisk: true });
  try {
    await server.start();
    const { boards, binOf } = await addBoards(server, 'kill', options.boards);
    const probe = new Probe(server, (await addBoards(server, 'probe', 1)).boards);
    const flow = new Flow();
    const over = new AbortController();
    const load = publishLoad({
      ...{ port: server.mqttPort, boards, window: WINDOW, ratePerSecond: options.ratePerSecond },
      ...{ start: millis(Date.now() - 300 * DAY), graceMs: 60_000, signal: over.signal },
      onProgress: (progress) => flow.tell(progress),
    });
    const beside = writeBeside(server, over.signal);
    const broken = await Promise.race([
      strike(server, options, flow, probe),
      load.then(() => null),
    ]);
    over.abort();
    await beside;
    const result = await load;
    if (broken === null) throw new Error('The load ended before the last kill.');
    const { db, dispose } = await server.openDatabase();
    const kept = await compareStored(db, [result], binOf);
    const differences = await findDifferences(db);
    const { sent, reconnects } = result;
    const lost = kept.lost + (await probe.countLost(db));
    await dispose();
    const exitCodes = [...broken.exitCodes, await server.stop()];
    return { ...broken, ...kept, lost, sent, reconnects, differences, exitCodes };
  } finally {
    await server.dispose();
  }
}

/**
 * Takes numbers of transactions as fast as others who write do: those that a crash undid are given
 * out anew, and committed.
 */
async function writeBeside(server: ServerProcess, over: AbortSignal): Promise<void> {
  // While the database is down nobody writes; when it is back, it may be elsewhere.
  for (; !over.aborted; await pause(LOOK_MS)) {
    const database = await server.openDatabase().catch(() => null);
    while (!over.aborted && database && (await takesNumber(database.db))) await pause(1);
    await database?.dispose();
  }
}

function takesNumber(db: Kysely<Tables>): Promise<boolean> {
  return sql`select pg_current_xact_id()`.execute(db).then(
    () => true,
    () => false,
  );
}

async function strike(server: ServerProcess, options: KillOptions, flow: Flow, probe: Probe) {
  const starts: number[] = [];
  const breaks: Record<Blow, number[]> = {
    ...{ 'server-kill': [], 'server-stop': [], 'database-stop': [], 'database-kill': [] },
  };
  const exitCodes: (number | null)[] = [];
  await flow.passes(FLOWING);
  for (const [index, blow] of blowsOf(options).entries()) {
    await pause(Math.random() * options.withinMs);
    const began = performance.now();
    switch (blow) {
      case 'server-kill':
        await server.kill();
        starts.push(await server.start());
        break;
      case 'server-stop':
        exitCodes.push(await server.stop());
        await server.start();
        break;
      case 'database-stop':
        // What PostgreSQL calls an immediate stop.
        server.killDatabase('SIGQUIT');
        break;
      case 'database-kill':
        server.killDatabase('SIGKILL');
        break;
    }
    await probe.send();
    breaks[blow].push(performance.now() - began);
    options.print(`blow ${index + 1}, ${blow}: ${Math.round(performance.now() - began)} ms`);
    await flow.passes(FLOWING);
  }
  return { starts, breaks, exitCodes };
}

/** The blows by turns, so that each kind meets all states. */
function blowsOf(options: KillOptions): Blow[] {
  const counts: readonly (readonly [Blow, number])[] = [
    ['server-kill', options.serverKills],
    ['database-stop', options.databaseStops],
    ['database-kill', options.databaseKills],
    ['server-stop', options.serverStops],
  ];
  const blows: Blow[] = [];
  for (let turn = 0; turn < Math.max(...counts.map(([, count]) => count)); turn++) {
    blows.push(...counts.flatMap(([blow, count]) => (turn < count ? blow : [])));
  }
  return blows;
}

/** Whether acknowledgements come in. */
class Flow {
  private acknowledged = 0;

  tell({ acknowledged }: LoadProgress): void {
    this.acknowledged = acknowledged;
  }

  /** Settles when so many more acknowledgements came in. */
  async passes(count: number): Promise<void> {
    const goal = this.acknowledged + count;
    while (this.acknowledged < goal) await pause(LOOK_MS);
  }
}

/** Sends single readings, each until it is acknowledged. */
class Probe {
  private readonly safe: number[] = [];

  constructor(
    private readonly server: ServerProcess,
    private readonly boards: readonly LoadBoard[],
  ) {}

  async send(): Promise<void> {
    const at = Date.now();
    while (!(await this.isTaken(at))) await pause(LOOK_MS);
    this.safe.push(at);
  }

  async countLost(db: Kysely<Tables>): Promise<number> {
    const rows = await db
      .selectFrom('readings')
      .innerJoin('bins', 'bins.id', 'readings.binId')
      .select('at')
      .where('mainBoardId', '=', this.boards[0]?.mainBoardId ?? '')
      .execute();
    const stored = new Set(rows.map((row) => row.at.getTime()));
    return this.safe.filter((at) => !stored.has(at)).length;
  }

  private async isTaken(at: number): Promise<boolean> {
    const [board] = this.boards;
    if (!board) return false;
    const { mainBoardId, key } = board;
    const client = await RawMqttClient.connect(this.server.mqttPort, mainBoardId, key).catch(
      () => null,
    );
    if (client?.connack !== 0) return false;
    const body = { v: 1, bin_number: 1, date_time: new Date(at).toISOString() };
    const topic = upTopic(mainBoardId, 'temp-data');
    const { bytes, packetIdAt } = publishTemplate(topic, Buffer.from(JSON.stringify(body)));
    bytes.writeUInt16BE(1, packetIdAt);
    client.write(bytes);
    await client.until(() => client.acknowledged.length > 0);
    client.close();
    return client.acknowledged.length > 0;
  }
}
