import { fork } from 'node:child_process';
import { once } from 'node:events';
import { MAX_FRAME_BYTES } from '@granary/contract/boards/topics';
import { DAY, type Millis, millis } from '@granary/domain/units';
import { type LoadBoard, type LoadResult, publishLoad } from '@granary/simulator/load';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { loadBins } from '../../src/bins/store.ts';
import { BoardDirectory } from '../../src/boards/directory.ts';
import { decodeFrame } from '../../src/ingest/decode.ts';
import { loadIngestBins } from '../../src/ingest/ingest-revision.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { inflateFrame } from '../../src/raw-data/deflate.ts';
import { compareStored, type StoredComparison } from './compare-stored.ts';
import type { Attack, AttackResult } from './malformed-frame-sender.ts';
import { findDifferences } from './recompute.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface MalformedFrameOptions extends ServerProcessOptions {
  readonly frames: number;
  readonly connections: number;
  /** Of the boards beside, readings a second of all together. */
  readonly ratePerSecond: number;
  /** How long these publish alone first, and whether as many sound frames come after. */
  readonly aloneMs: number;
  readonly comparesWithSound: boolean;
  readonly print: (line: string) => void;
}

export interface MalformedFrameFigures {
  /** Spoilt frames sent, acknowledged and kept as raw data. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly kept: number;
  /** Of those, refused with a reason; the others could be read all the same. */
  readonly refused: number;
  /** Kept with another reason, or none, than reading them again gives. */
  readonly unexplained: number;
  /** What the server counts less what is kept, in all and refused. */
  readonly miscounted: number;
  readonly cut: number;
  readonly isSameProcess: boolean;
  /** Of the boards beside: p99 of acknowledgement, ms, alone, beside sound and spoilt frames. */
  readonly p99: { readonly alone: number; readonly spoilt: number; readonly sound: number | null };
  readonly spoiltPerSecond: number;
  readonly beside: StoredComparison;
  readonly differences: readonly string[];
  readonly exitCode: number | null;
}

const ATTACKERS = 5;
const BESIDE = 50;
const PAGE = 2_000;

/** Sends spoilt frames while other boards publish, and asks what became of each of them. */
export async function proveMalformedFrames(
  options: MalformedFrameOptions,
): Promise<MalformedFrameFigures> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const { pid } = server;
    const beside = await addBoards(server, 'beside', BESIDE);
    const { boards } = await addBoards(server, 'spoilt', ATTACKERS);
    const done = await attackBeside(server, options, beside.boards, boards);

    options.print('each is looked at again');
    const { db, dispose } = await server.openDatabase();
    const looked = await lookAgain(db, options.frames);
    const kept = await compareStored(db, done.loads, beside.binOf);
    const differences = await findDifferences(db);
    await dispose();
    const { alone, spoilt, sound, attack, counted } = done;
    const expectedFrames = options.frames + alone.acknowledged + spoilt.acknowledged;
    return {
      ...{ sent: options.frames, acknowledged: attack.acknowledged, ...looked },
      miscounted:
        Math.abs(counted.frames - expectedFrames) + Math.abs(counted.rejected - looked.refused),
      cut: attack.cut,
      isSameProcess: server.isRunning && server.pid === pid,
      p99: { alone: p99(alone), spoilt: p99(spoilt), sound: sound ? p99(sound) : null },
      spoiltPerSecond: attack.acknowledged / attack.seconds,
      ...{ beside: kept, differences, exitCode: await server.stop() },
    };
  } finally {
    await server.dispose();
  }
}

/** The other boards' loads alone, beside spoilt frames and, where asked, beside sound ones. */
async function attackBeside(
  server: ServerProcess,
  options: MalformedFrameOptions,
  besideBoards: readonly LoadBoard[],
  attackers: readonly LoadBoard[],
) {
  const run = (lasting: Promise<AttackResult>, start: number) =>
    besideOf(server, besideBoards, options.ratePerSecond, lasting, millis(start));
  const now = Date.now();
  const parts = { ...partsOf(attackers), port: server.mqttPort, seed: 20_261_014 };

  const alone = await run(rest(options.aloneMs), now - 300 * DAY);
  options.print('spoilt frames come');
  const spoiltWork = strike({
    ...{ ...parts, frames: options.frames, connections: options.connections },
    ...{ isSound: false, start: millis(now - 200 * DAY) },
  });
  const spoilt = await run(spoiltWork, now - 280 * DAY);
  const attack = await spoiltWork;
  const counted = await countsOf(server);
  if (!options.comparesWithSound) {
    return { alone, spoilt, sound: null, attack, counted, loads: [alone, spoilt] };
  }
  options.print('as many sound ones come');
  const soundWork = strike({
    ...{ ...parts, frames: options.frames, connections: 0 },
    ...{ isSound: true, start: millis(now - 100 * DAY) },
  });
  const sound = await run(soundWork, now - 260 * DAY);
  return { alone, spoilt, sound, attack, counted, loads: [alone, spoilt, sound] };
}

function partsOf([knocker, ...boards]: readonly LoadBoard[]) {
  if (!knocker) throw new Error('no board knocks');
  return { knocker, boards };
}

const p99 = ({ latency }: LoadResult) => latency.quantile(0.99);

/** The other boards' load while something lasts. */
async function besideOf(
  server: ServerProcess,
  boards: readonly LoadBoard[],
  ratePerSecond: number,
  lasting: Promise<unknown>,
  start: Millis,
): Promise<LoadResult> {
  const over = new AbortController();
  const load = publishLoad({
    ...{ port: server.mqttPort, boards, ratePerSecond, start, window: 20 },
    ...{ signal: over.signal, graceMs: 60_000 },
  });
  await lasting.finally(() => over.abort());
  return load;
}

function rest(ms: number): Promise<AttackResult> {
  const none = { acknowledged: 0, seconds: 0, cut: 0 };
  return new Promise((resolve) => setTimeout(() => resolve(none), ms));
}

async function strike(attack: Attack): Promise<AttackResult> {
  const child = fork(new URL('./malformed-frame-sender.ts', import.meta.url), {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The attacker ended with ${code}.`);
  });
  child.send(attack);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [AttackResult];
  ended.catch(() => undefined);
  return result;
}

/** Frames and refused frames by the server's own count. */
async function countsOf(server: ServerProcess) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return { frames: sum('granary_frames_total'), rejected: sum('granary_frames_rejected_total') };
}

// The server's reasons are in these words.
z.config(z.locales.en());

/** Reads what was kept of the spoilt frames, the first `count` there are, once more. */
async function lookAgain(db: Kysely<Tables>, count: number) {
  const boards = new BoardDirectory(db, (ids) => loadIngestBins(db, loadBins, ids));
  const found = { kept: 0, refused: 0, unexplained: 0 };
  let after = '0';
  while (found.kept < count) {
    const rows = await db
      .selectFrom('rawFrames')
      .selectAll()
      .where('mainBoardId', 'like', 'spoilt-%')
      .where('id', '>', after)
      .orderBy('id')
      .limit(Math.min(PAGE, count - found.kept))
      .execute();
    if (rows.length === 0) break;
    const known = await boards.find(rows.map(({ mainBoardId }) => mainBoardId));
    for (const row of rows) {
      const payload = inflateFrame(row.body, row.dictionary);
      const board = known.get(row.mainBoardId);
      if (!board) throw new Error(`no board ${row.mainBoardId}`);
      const { mainBoardId, topic } = row;
      const receivedAt = millis(row.receivedAt.getTime());
      const whole = row.bytes > MAX_FRAME_BYTES ? Buffer.alloc(row.bytes) : payload;
      const meaning = decodeFrame({ mainBoardId, topic, payload: whole, receivedAt }, board);
      const reason = meaning.kind === 'rejected' ? meaning.reason : null;
      found.kept++;
      if (row.reason !== null) found.refused++;
      if (row.reason !== reason) found.unexplained++;
    }
    after = rows.at(-1)?.id ?? after;
  }
  return found;
}
