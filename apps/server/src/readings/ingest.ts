import { dayOf } from '@granary/domain/bins/days';
import { USUAL_INTERVAL_GAPS } from '@granary/domain/boards/interval';
import type { Reading } from '@granary/domain/readings/reading';
import { millis } from '@granary/domain/units';
import type { Kysely, Transaction } from 'kysely';
import type { BinContext } from '../bins/context.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import { type IncomingFrame, interpret, type Meaning, type ReadFrame } from '../boards/frames.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { PackedFrame, RawFrame } from '../raw-data/store.ts';
import { type Day, dayOfReading, dayOfRow, dayRowOf, joinDays } from './day.ts';
import { rowOf } from './row.ts';
import {
  findDays,
  insertClockPair,
  insertReadings,
  lockLatest,
  type PackedReading,
  packReading,
  type Recent,
  readingKey,
  updateLatest,
  writeDays,
} from './store.ts';

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
  packFrame(frame: RawFrame): PackedFrame;
  storeRawFrames(trx: Transaction<Tables>, frames: readonly PackedFrame[]): Promise<void>;
  storeFanEvents(trx: Transaction<Tables>, frames: readonly ReadFrame[]): Promise<void>;
  storeHellos(trx: Transaction<Tables>, frames: readonly ReadFrame[]): Promise<void>;
}

/** A frame read, and packed for the database as far as that needs no transaction. */
export interface PreparedFrame extends ReadFrame {
  readonly packed: PackedFrame;
  /** Null where the frame is no reading. */
  readonly candidate: Candidate | null;
}

interface Candidate {
  readonly context: BinContext;
  readonly reading: Reading;
  readonly row: PackedReading;
  /** The day this reading alone would make, and which. */
  readonly day: string;
  readonly ofDay: Day;
}

/** Reads a batch of frames and packs them; no frame can make it throw. */
export async function prepareBatch(
  ports: IngestPorts,
  frames: readonly IncomingFrame[],
): Promise<PreparedFrame[]> {
  const boards = await ports.boards.find(frames.map(({ mainBoardId }) => mainBoardId));
  return frames.map((frame) => {
    const board = boards.get(frame.mainBoardId);
    if (!board) throw new Error(`The directory left out board ${frame.mainBoardId}.`);
    return prepare(ports, { frame, meaning: interpret(frame, board) });
  });
}

/** Packs a frame whose meaning is known. */
export function prepare(ports: IngestPorts, { frame, meaning }: ReadFrame): PreparedFrame {
  const packed = ports.packFrame({
    ...frame,
    binNumber: meaning.binNumber,
    reason: meaning.kind === 'rejected' ? meaning.reason : null,
  });
  const isReading = meaning.kind === 'reading';
  const candidate = isReading ? candidateOf(meaning.context, meaning.reading) : null;
  return { frame, meaning, packed, candidate };
}

function candidateOf(context: BinContext, reading: Reading): Candidate {
  return {
    context,
    reading,
    row: packReading(rowOf(context.bin.id, reading)),
    day: dayOf(reading.at, context.timeZone),
    ofDay: dayOfReading(context, reading),
  };
}

/**
 * Stores a batch: readings, the bins' latest, their days, fan events, boards' words and the frames
 * themselves, in one transaction. When it resolves, all of it is on disk; when it rejects, nothing
 * is. The same frame may come again in any batch: it makes one reading.
 */
export async function storeBatch(
  ports: IngestPorts,
  batch: readonly PreparedFrame[],
): Promise<StoredReading[]> {
  await ports.ensurePartitions(
    batch.flatMap(({ meaning }) => ('reading' in meaning ? [meaning.reading.at] : [])),
    batch.map(({ frame }) => frame.receivedAt),
  );
  return ports.db.transaction().execute(async (trx) => {
    const stored = await storeReadings(trx, batch);
    await ports.storeFanEvents(trx, batch);
    await ports.storeHellos(trx, batch);
    await ports.storeRawFrames(
      trx,
      batch.map(({ packed }) => packed),
    );
    return stored;
  });
}

type Ahead = Extract<Meaning, { kind: 'reading-ahead' }>;

async function storeReadings(
  trx: Transaction<Tables>,
  batch: readonly PreparedFrame[],
): Promise<StoredReading[]> {
  const candidates = new Map<string, Candidate>();
  const ahead: Ahead[] = [];
  for (const { meaning, candidate } of batch) {
    if (meaning.kind === 'reading-ahead') ahead.push(meaning);
    if (!candidate) continue;
    const key = readingKey(candidate.context.bin.id, candidate.reading.at);
    // The first of a bin and instant wins, within a batch as between batches.
    if (!candidates.has(key)) candidates.set(key, candidate);
  }
  if (candidates.size === 0 && ahead.length === 0) return [];

  const binIds = new Set([...candidates.values(), ...ahead].map(({ context }) => context.bin.id));
  const recent = await lockLatest(
    trx,
    [...binIds].sort((a, b) => a - b),
  );
  const rows = [...candidates.values()].map(({ row }) => row);
  const keys = rows.length > 0 ? await insertReadings(trx, rows) : new Set<string>();
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

async function storeAhead(trx: Transaction<Tables>, meaning: Ahead): Promise<Candidate | null> {
  const { context, reading, sentAt } = meaning;
  const binId = context.bin.id;
  const isNew = await insertClockPair(trx, {
    ...{ binId, sentAt: new Date(sentAt), storedAt: new Date(reading.at) },
  });
  if (!isNew) return null;
  for (let step = 0; step < INSTANTS_TRIED; step++) {
    const candidate = candidateOf(context, { ...reading, at: millis(reading.at + step) });
    if ((await insertReadings(trx, [candidate.row])).size > 0) return candidate;
  }
  throw new Error(`No free instant for bin ${binId} after ${reading.at}.`);
}

async function addToDays(trx: Transaction<Tables>, stored: readonly Candidate[]): Promise<void> {
  if (stored.length === 0) return;
  const days = new Map<string, { context: BinContext; day: string; value: Day }>();
  for (const { context, day, ofDay } of stored) {
    const key = `${context.bin.id}:${day}`;
    const known = days.get(key);
    days.set(key, { context, day, value: known ? joinDays(known.value, ofDay) : ofDay });
  }
  const wanted = [...days.values()].map(({ context, day }) => ({ binId: context.bin.id, day }));
  for (const row of await findDays(trx, wanted)) {
    const key = `${row.binId}:${row.day}`;
    const added = days.get(key);
    if (added) days.set(key, { ...added, value: joinDays(dayOfRow(row), added.value) });
  }
  await writeDays(
    trx,
    [...days.values()].map(({ context, day, value }) => dayRowOf(context, day, value)),
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
  const instants = new Map(known.map(({ binId, recent }) => [binId, [...recent]]));
  const newest = new Map<number, Candidate | null>();
  for (const candidate of stored) {
    const binId = candidate.context.bin.id;
    const best = newest.get(binId)?.reading.at ?? instants.get(binId)?.[0] ?? -Infinity;
    if (candidate.reading.at > best) newest.set(binId, candidate);
    else if (!newest.has(binId)) newest.set(binId, null);
  }
  for (const { context, reading } of stored) instants.get(context.bin.id)?.push(reading.at);
  await updateLatest(
    trx,
    [...newest].map(([binId, candidate]) => ({
      binId,
      newest: candidate?.row ?? null,
      recent: lastInstants(instants.get(binId) ?? []),
    })),
  );
  return stored.map((candidate) => ({
    context: candidate.context,
    reading: candidate.reading,
    isNewest: newest.get(candidate.context.bin.id) === candidate,
  }));
}

function lastInstants(instants: readonly number[]): number[] {
  return [...new Set(instants)].sort((a, b) => b - a).slice(0, INSTANTS_KEPT);
}
