import { MAX_FRAME_BYTES } from '@granary/contract/boards/topics';
import { dayOf } from '@granary/domain/bins/days';
import { USUAL_INTERVAL_GAPS } from '@granary/domain/boards/interval';
import type { Reading } from '@granary/domain/readings/reading';
import { type Millis, millis } from '@granary/domain/units';
import type { Kysely, Transaction } from 'kysely';
import type { BinContext } from '../bins/context.ts';
import { type IncomingFrame, interpret, type Meaning, type ReadFrame } from '../boards/frames.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import type { DayRow, Tables } from '../platform/postgres/tables.ts';
import { type Day, dayOfReading, dayOfRow, dayRowOf, joinDays } from './day.ts';
import { rowOf } from './row.ts';
import {
  findDays,
  insertClockPair,
  insertReadings,
  lockLatest,
  type Recent,
  readingKey,
  updateLatest,
  writeDays,
} from './store.ts';
import type { RawFrame } from '../raw-data/store.ts';

/** A reading that is now on disk. */
export interface StoredReading {
  readonly context: BinContext;
  readonly reading: Reading;
  /** Whether it is the bin's newest. */
  readonly isNewest: boolean;
}

/** The other rooms' parts of the transaction. */
export interface IngestPorts {
  readonly db: Kysely<Tables>;
  readonly boards: BoardDirectory;
  /** Makes the partitions that instants need, before the transaction. */
  ensurePartitions(readingsAt: readonly number[], receivedAt: readonly number[]): Promise<void>;
  storeRawFrames(
    trx: Transaction<Tables>,
    frames: readonly RawFrame[],
    maxFrameBytes: number,
  ): Promise<void>;
  storeFanEvents(trx: Transaction<Tables>, frames: readonly ReadFrame[]): Promise<void>;
  storeHellos(trx: Transaction<Tables>, frames: readonly ReadFrame[]): Promise<void>;
}

/** Reads a batch of frames: each with the board it came from, none of them able to throw. */
export async function readFrames(
  ports: IngestPorts,
  frames: readonly IncomingFrame[],
): Promise<ReadFrame[]> {
  const boards = await ports.boards.find(frames.map(({ mainBoardId }) => mainBoardId));
  return frames.map((frame) => {
    const board = boards.get(frame.mainBoardId);
    if (!board) throw new Error(`The directory left out board ${frame.mainBoardId}.`);
    return { frame, meaning: interpret(frame, board) };
  });
}

/**
 * Stores a batch: readings, the bins' latest, their days, fan events, boards' words and the frames
 * themselves, in one transaction. When it resolves, all of it is on disk; when it rejects, nothing
 * is. The same frame may come again in any batch: it makes one reading.
 */
export async function storeBatch(
  ports: IngestPorts,
  batch: readonly ReadFrame[],
): Promise<StoredReading[]> {
  await ports.ensurePartitions(
    batch.flatMap(({ meaning }) => ('reading' in meaning ? [meaning.reading.at] : [])),
    batch.map(({ frame }) => frame.receivedAt),
  );
  return ports.db.transaction().execute(async (trx) => {
    const stored = await storeReadings(trx, batch);
    await ports.storeFanEvents(trx, batch);
    await ports.storeHellos(trx, batch);
    await ports.storeRawFrames(trx, batch.map(rawFrame), MAX_FRAME_BYTES);
    return stored;
  });
}

function rawFrame({ frame, meaning }: ReadFrame): RawFrame {
  return {
    ...frame,
    binNumber: meaning.binNumber,
    reason: meaning.kind === 'rejected' ? meaning.reason : null,
  };
}

interface Candidate {
  readonly context: BinContext;
  readonly reading: Reading;
}

async function storeReadings(
  trx: Transaction<Tables>,
  batch: readonly ReadFrame[],
): Promise<StoredReading[]> {
  const candidates = new Map<string, Candidate>();
  const ahead: Extract<Meaning, { kind: 'reading-ahead' }>[] = [];
  for (const { meaning } of batch) {
    if (meaning.kind === 'reading-ahead') ahead.push(meaning);
    if (meaning.kind !== 'reading') continue;
    const key = readingKey(meaning.context.bin.id, meaning.reading.at);
    // The first of a bin and instant wins, within a batch as between batches.
    if (!candidates.has(key)) candidates.set(key, meaning);
  }
  if (candidates.size === 0 && ahead.length === 0) return [];

  const binIds = new Set([...candidates.values(), ...ahead].map(({ context }) => context.bin.id));
  const recent = await lockLatest(
    trx,
    [...binIds].sort((a, b) => a - b),
  );
  const keys = await insertReadings(
    trx,
    [...candidates.values()].map(({ context, reading }) => rowOf(context.bin.id, reading)),
  );
  const stored = [...candidates].filter(([key]) => keys.has(key)).map(([, found]) => found);
  for (const meaning of ahead) {
    const placed = await storeAhead(trx, meaning);
    if (placed) stored.push(placed);
  }
  await addToDays(trx, stored);
  return keepLatest(trx, stored, recent);
}

/** A board may send this many frames within one millisecond before its clock pairs run out. */
const INSTANTS_TRIED = 1_000;

async function storeAhead(
  trx: Transaction<Tables>,
  { context, reading, sentAt }: Extract<Meaning, { kind: 'reading-ahead' }>,
): Promise<Candidate | null> {
  const binId = context.bin.id;
  for (let step = 0; step < INSTANTS_TRIED; step++) {
    const placed = { ...reading, at: millis(reading.at + step) };
    if (step === 0) {
      const isNew = await insertClockPair(trx, {
        binId,
        sentAt: new Date(sentAt),
        storedAt: new Date(placed.at),
      });
      if (!isNew) return null;
    }
    const keys = await insertReadings(trx, [rowOf(binId, placed)]);
    if (keys.size > 0) return { context, reading: placed };
  }
  throw new Error(`No free instant for bin ${binId} after ${reading.at}.`);
}

async function addToDays(trx: Transaction<Tables>, stored: readonly Candidate[]): Promise<void> {
  if (stored.length === 0) return;
  const days = new Map<string, { context: BinContext; day: string; value: Day }>();
  for (const { context, reading } of stored) {
    const day = dayOf(reading.at, context.timeZone);
    const key = `${context.bin.id}:${day}`;
    const value = dayOfReading(context, reading);
    const known = days.get(key);
    days.set(key, { context, day, value: known ? joinDays(known.value, value) : value });
  }
  const wanted = [...days.values()].map(({ context, day }) => ({ binId: context.bin.id, day }));
  for (const row of await findDays(trx, wanted)) {
    const key = `${row.binId}:${row.day}`;
    const added = days.get(key);
    if (added) days.set(key, { ...added, value: joinDays(dayOfRow(row), added.value) });
  }
  await writeDays(
    trx,
    [...days.values()].map(({ context, day, value }): DayRow => dayRowOf(context, day, value)),
  );
}

/** The usual interval looks back on this many gaps, which one more instant bounds. */
const INSTANTS_KEPT = USUAL_INTERVAL_GAPS + 1;

async function keepLatest(
  trx: Transaction<Tables>,
  stored: readonly Candidate[],
  known: readonly Recent[],
): Promise<StoredReading[]> {
  if (stored.length === 0) return [];
  const newest = new Map<number, Candidate>();
  const instants = new Map(known.map(({ binId, recent }) => [binId, recent.map(Number)]));
  for (const candidate of stored) {
    const binId = candidate.context.bin.id;
    const best = newest.get(binId);
    if (!best || candidate.reading.at > best.reading.at) newest.set(binId, candidate);
  }
  for (const [binId, { reading }] of newest) {
    const last = instants.get(binId)?.[0];
    if (last !== undefined && last > reading.at) newest.delete(binId);
  }
  for (const { context, reading } of stored) instants.get(context.bin.id)?.push(reading.at);
  const touched = new Set(stored.map(({ context }) => context.bin.id));
  await updateLatest(
    trx,
    [...newest.values()].map(({ context, reading }) => rowOf(context.bin.id, reading)),
    [...touched].map((binId) => ({ binId, recent: lastInstants(instants.get(binId) ?? []) })),
  );
  return stored.map((candidate) => ({
    ...candidate,
    isNewest: newest.get(candidate.context.bin.id) === candidate,
  }));
}

function lastInstants(instants: readonly number[]): Date[] {
  return [...new Set(instants)]
    .sort((a, b) => b - a)
    .slice(0, INSTANTS_KEPT)
    .map((at) => new Date(at as Millis));
}
