import { fork } from 'node:child_process';
import { once } from 'node:events';
import { MAX_FRAME_BYTES } from '@granary/contract/boards/topics';
import { DAY, type Millis, millis } from '@granary/domain/units';
import { type LoadBoard, type LoadTestResult, publishLoad } from '@granary/simulator/load';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { loadBins } from '../../src/bins/store.ts';
import { BoardDirectory } from '../../src/boards/directory.ts';
import { decodeFrame } from '../../src/ingest/decode.ts';
import { loadIngestBins } from '../../src/ingest/ingest-revision.ts';
import { findLedgerHistories } from '../../src/inventory/ledger-store.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { inflateFrame } from '../../src/raw-data/deflate.ts';
import { compareStoredReadings, type StoredComparison } from './compare-stored-readings.ts';
import type { Attack, AttackResult } from './malformed-frame-sender.ts';
import { findDifferences } from './recompute.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface MalformedFrameOptions extends ServerProcessOptions {
  readonly frames: number;
  readonly connections: number;
  /** Readings per second of all other boards together. */
  readonly ratePerSecond: number;
  /** How long the other boards first publish without malformed frames. */
  readonly baselineMs: number;
  /** Whether the same number of valid frames is sent afterward, for comparison. */
  readonly comparesWithValid: boolean;
  readonly print: (line: string) => void;
}

export interface MalformedFrameFigures {
  /** Malformed frames that were sent, acknowledged, and stored as raw data. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly stored: number;
  /**
   * Frames that could not be decoded and are only counted, and how many of them the raw data accounts for.
   */
  readonly notStored: number;
  readonly accountedFor: number;
  /** Stored frames that were rejected with a reason; the others were valid after all. */
  readonly rejected: number;
  /** Stored frames whose stored reason differs from that of a second decoding. */
  readonly reasonMismatches: number;
  /** The total error of the server's counters of all frames and of rejected frames. */
  readonly miscounted: number;
  readonly endedSessions: number;
  readonly isSameProcess: boolean;
  /**
   * p99 acknowledgment latency of the other boards, ms: baseline, with malformed frames, with valid frames.
   */
  readonly p99: {
    readonly baseline: number;
    readonly malformed: number;
    readonly valid: number | null;
  };
  readonly malformedPerSecond: number;
  readonly others: StoredComparison;
  readonly differences: readonly string[];
  readonly exitCode: number | null;
}

/** Chosen to stay below a board's burst limit. */
const FRAMES_PER_ATTACKER = 90_000;
const MIN_ATTACKERS = 5;
const OTHER_BOARDS = 50;
const PAGE_SIZE = 2_000;

/** Sends malformed frames while other boards publish, and checks what is stored of each frame. */
export async function proveMalformedFrames(
  options: MalformedFrameOptions,
): Promise<MalformedFrameFigures> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const { pid } = server;
    const others = await addBoards(server, 'other', OTHER_BOARDS);
    const attackers = Math.max(MIN_ATTACKERS, 1 + Math.ceil(options.frames / FRAMES_PER_ATTACKER));
    const { boards } = await addBoards(server, 'malformed', attackers);
    const results = await measureLatencies(server, options, others.boards, boards);

    options.print('decoding the stored malformed frames again');
    const { db, dispose } = await server.openDatabase();
    const decoded = await decodeAgain(db, options.frames - results.counted.notStored);
    const comparison = await compareStoredReadings(db, results.loads, others.binIds);
    const differences = await findDifferences(db);
    await dispose();
    const { baseline, malformed, valid, attack, counted } = results;
    const expectedFrames =
      options.frames + baseline.acknowledgedCount + malformed.acknowledgedCount;
    return {
      sent: options.frames,
      acknowledged: attack.acknowledged,
      ...decoded,
      notStored: counted.notStored,
      miscounted:
        Math.abs(counted.frames - expectedFrames) +
        Math.abs(counted.rejected - counted.notStored - decoded.rejected),
      endedSessions: attack.endedSessions,
      isSameProcess: server.isRunning && server.pid === pid,
      p99: { baseline: p99(baseline), malformed: p99(malformed), valid: valid ? p99(valid) : null },
      malformedPerSecond: attack.acknowledged / attack.seconds,
      others: comparison,
      differences,
      exitCode: await server.stop(),
    };
  } finally {
    await server.dispose();
  }
}

/** Runs the other boards' load alone, with malformed frames and, if requested, with valid ones. */
async function measureLatencies(
  server: ServerProcess,
  options: MalformedFrameOptions,
  otherBoards: readonly LoadBoard[],
  attackers: readonly LoadBoard[],
) {
  const run = (work: Promise<AttackResult>, start: number) =>
    publishDuring(server, otherBoards, options.ratePerSecond, work, millis(start));
  const now = Date.now();
  const attackOptions = { ...splitAttackers(attackers), port: server.mqttPort, seed: 20_261_014 };

  const baseline = await run(waitWithoutAttack(options.baselineMs), now - 300 * DAY);
  options.print('sending malformed frames');
  const malformedWork = runAttack({
    ...attackOptions,
    frames: options.frames,
    connections: options.connections,
    isValid: false,
    start: millis(now - 200 * DAY),
  });
  const malformed = await run(malformedWork, now - 280 * DAY);
  const attack = await malformedWork;
  const counted = await readFrameCounters(server);
  if (!options.comparesWithValid) {
    return { baseline, malformed, valid: null, attack, counted, loads: [baseline, malformed] };
  }
  options.print('sending valid frames');
  const validWork = runAttack({
    ...attackOptions,
    frames: options.frames,
    connections: 0,
    isValid: true,
    start: millis(now - 100 * DAY),
  });
  const valid = await run(validWork, now - 260 * DAY);
  return { baseline, malformed, valid, attack, counted, loads: [baseline, malformed, valid] };
}

function splitAttackers([reconnectingBoard, ...boards]: readonly LoadBoard[]) {
  if (!reconnectingBoard) throw new Error('No attacker was added.');
  return { reconnectingBoard, boards };
}

const p99 = ({ latency }: LoadTestResult) => latency.quantile(0.99);

/** Runs the other boards' load until the promise settles. */
async function publishDuring(
  server: ServerProcess,
  boards: readonly LoadBoard[],
  ratePerSecond: number,
  work: Promise<unknown>,
  start: Millis,
): Promise<LoadTestResult> {
  const stop = new AbortController();
  const load = publishLoad({
    port: server.mqttPort,
    boards,
    ratePerSecond,
    start,
    window: 20,
    signal: stop.signal,
    graceMs: 60_000,
  });
  await work.finally(() => stop.abort());
  return load;
}

function waitWithoutAttack(ms: number): Promise<AttackResult> {
  const noResult = { acknowledged: 0, seconds: 0, endedSessions: 0 };
  return new Promise((resolve) => setTimeout(() => resolve(noResult), ms));
}

async function runAttack(attack: Attack): Promise<AttackResult> {
  const child = fork(new URL('./malformed-frame-sender.ts', import.meta.url), {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
  });
  const attackerExit = once(child, 'exit').then(([code]) => {
    throw new Error(`The attacker exited with code ${code}.`);
  });
  child.send(attack);
  const [result] = (await Promise.race([once(child, 'message'), attackerExit])) as [AttackResult];
  attackerExit.catch(() => undefined);
  return result;
}

/** Reads the server's counters of all frames, of rejected frames, and of frames that were not stored. */
async function readFrameCounters(server: ServerProcess) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  const notStored = /_limits_reached_total\{limit="undecodablePerBoard"\} (\d+)/.exec(text)?.[1];
  return {
    frames: sum('granary_frames_total'),
    rejected: sum('granary_frames_rejected_total'),
    notStored: Number(notStored ?? 0),
  };
}

// The server's reasons are in English.
z.config(z.locales.en());

const NOT_STORED_BEFORE = / \((\d+) earlier frames like this were not stored\)$/;

/** Decodes the first `count` stored malformed frames again. */
async function decodeAgain(db: Kysely<Tables>, count: number) {
  const boards = new BoardDirectory(db, (ids) =>
    loadIngestBins(db, { loadBins, findLedgerHistories }, ids),
  );
  const counts = { stored: 0, rejected: 0, reasonMismatches: 0, accountedFor: 0 };
  let lastId = '0';
  while (counts.stored < count) {
    const rows = await db
      .selectFrom('rawFrames')
      .selectAll()
      .where('mainBoardId', 'like', 'malformed-%')
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(Math.min(PAGE_SIZE, count - counts.stored))
      .execute();
    if (rows.length === 0) break;
    const boardsById = await boards.find(rows.map(({ mainBoardId }) => mainBoardId));
    for (const row of rows) {
      const payload = inflateFrame(row.body, row.dictionary);
      const board = boardsById.get(row.mainBoardId);
      if (!board) throw new Error(`Board ${row.mainBoardId} does not exist.`);
      const { mainBoardId, topic } = row;
      const receivedAt = millis(row.receivedAt.getTime());
      const fullPayload = row.bytes > MAX_FRAME_BYTES ? Buffer.alloc(row.bytes) : payload;
      const content = decodeFrame({ mainBoardId, topic, payload: fullPayload, receivedAt }, board);
      const reason = content.kind === 'rejected' ? content.reason : null;
      counts.stored++;
      if (row.reason !== null) counts.rejected++;
      const [, skipped = '0'] = NOT_STORED_BEFORE.exec(row.reason ?? '') ?? [];
      counts.accountedFor += Number(skipped);
      if ((row.reason?.replace(NOT_STORED_BEFORE, '') ?? null) !== reason) {
        counts.reasonMismatches++;
      }
    }
    lastId = rows.at(-1)?.id ?? lastId;
  }
  return counts;
}
