import { setTimeout as pause } from 'node:timers/promises';
import { upTopic } from '@granary/contract/boards/topics';
import { DAY, millis } from '@granary/domain/units';
import { type LoadBoard, type LoadProgress, publishLoad } from '@granary/simulator/load';
import { publishTemplate } from '@granary/simulator/load/packets';
import type { Kysely } from 'kysely';
import { RawClient } from './boards/testing.ts';
import type { Tables } from './platform/postgres/tables.ts';
import { findDifferences } from './readings/testing-recompute.ts';
import { compareKept, type Kept } from './testing-kept.ts';
import { addBoards, type Form, ServerUnderTest } from './testing-server.ts';

export interface KillOptions {
  readonly form: Form;
  /** How often the server's process is killed, and how often its database's. */
  readonly serverKills: number;
  readonly databaseKills: number;
  /** How often the server is asked to end, under the same load. */
  readonly serverStops: number;
  readonly ratePerSecond: number;
  readonly boards: number;
  /** A blow falls within so many ms after readings flow again. */
  readonly withinMs: number;
  readonly print: (line: string) => void;
}

export interface KillFigures extends Kept {
  readonly sent: number;
  readonly reconnects: number;
  /** ms from a start after a kill until it serves, and from each kill until a reading is safe. */
  readonly starts: readonly number[];
  readonly serverBreaks: readonly number[];
  readonly databaseBreaks: readonly number[];
  /** Of latest and days from what the readings say. */
  readonly differences: readonly string[];
  /** Of the server, each time it was asked to end. */
  readonly exitCodes: readonly (number | null)[];
}

type Blow = 'server' | 'stop' | 'SIGKILL' | 'SIGQUIT';

const WINDOW = 20;
const LOOK_MS = 20;
/** Readings that must come through before the next blow falls. */
const FLOWING = 200;

/**
 * Kills a server and its database at random moments while boards publish, and then holds what
 * the boards were told is safe beside what is there.
 */
export async function proveKills(options: KillOptions): Promise<KillFigures> {
  const server = await ServerUnderTest.create(options.form);
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
    const broken = await Promise.race([
      strike(server, options, flow, probe),
      load.then(() => null),
    ]);
    over.abort();
    const result = await load;
    if (broken === null) throw new Error('The load ended before the last kill.');
    const { db, dispose } = await server.openDatabase();
    const kept = await compareKept(db, [result], binOf);
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

async function strike(server: ServerUnderTest, options: KillOptions, flow: Flow, probe: Probe) {
  const starts: number[] = [];
  const serverBreaks: number[] = [];
  const databaseBreaks: number[] = [];
  const exitCodes: (number | null)[] = [];
  await flow.passes(FLOWING);
  for (const [index, blow] of blowsOf(options).entries()) {
    await pause(Math.random() * options.withinMs);
    const began = performance.now();
    if (blow === 'server' || blow === 'stop') {
      if (blow === 'server') await server.kill();
      else exitCodes.push(await server.stop());
      const start = await server.start();
      await probe.send();
      if (blow === 'server') {
        starts.push(start);
        serverBreaks.push(performance.now() - began);
      }
    } else {
      server.killDatabase(blow);
      await probe.send();
      databaseBreaks.push(performance.now() - began);
    }
    options.print(`kill ${index + 1}, ${blow}: ${Math.round(performance.now() - began)} ms`);
    await flow.passes(FLOWING);
  }
  return { starts, serverBreaks, databaseBreaks, exitCodes };
}

/** The blows by turns, so that each kind meets all states. */
function blowsOf({ serverKills, databaseKills, serverStops }: KillOptions): Blow[] {
  const blows: Blow[] = [];
  for (let i = 0; i < Math.max(serverKills, databaseKills, serverStops); i++) {
    if (i < serverKills) blows.push('server');
    if (i < databaseKills) blows.push(i % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    if (i < serverStops) blows.push('stop');
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
    private readonly server: ServerUnderTest,
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
    const client = await RawClient.connect(this.server.mqttPort, mainBoardId, key).catch(
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
