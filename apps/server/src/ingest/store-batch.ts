import { USUAL_INTERVAL_GAPS } from '@granary/domain/boards/interval';
import type { Reading } from '@granary/domain/readings/reading';
import type { Kysely, Transaction } from 'kysely';
import { type BinContext, knownZone } from '../bins/bin-context.ts';
import type { ReportedCable } from '../bins/cables-store.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { PackedFrame, RawFrame } from '../raw-data/store.ts';
import { dayOfRow, dayRowOf, joinDays } from '../readings/days/day.ts';
import { findDays, writeDays } from '../readings/days/days-store.ts';
import { assertFresh } from '../readings/stale-bins.ts';
import { SettledTransaction } from './commit-marker.ts';
import type { Meaning, ReadFrame } from './decode.ts';
import {
  type Candidate,
  candidateOf,
  candidatesOf,
  type PartOfDay,
  type PreparedBatch,
  type PreparedFrame,
  partsOfDays,
  valueOf,
  type ZoneOf,
} from './prepare.ts';
import {
  insertReadings,
  type LockedBin,
  lockLatest,
  type Recent,
  updateLatest,
} from './readings-store.ts';
import { newCables } from './reported-cables.ts';
import { findLateRepeats, PLACED_WITHIN, placeAhead } from './timestamps.ts';

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
  /** A name that this way in shares with no other that there is or was. */
  readonly writer: string;
  /** Throws while what is committed may not be on disk. */
  assertDurable(): void;
  /** Makes the partitions that instants need, before the transaction. */
  ensurePartitions(readingsAt: readonly number[], receivedAt: readonly number[]): Promise<void>;
  /** The bases of bins, as they are now. */
  findBases(db: Kysely<Tables>, binIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  packFrame(frame: RawFrame): PackedFrame;
  storeRawFrames(trx: Transaction<Tables>, frames: readonly PackedFrame[]): Promise<void>;
  storeFanEvents(trx: Transaction<Tables>, frames: readonly ReadFrame[]): Promise<void>;
  storeHellos(trx: Transaction<Tables>, frames: readonly ReadFrame[]): Promise<void>;
  /** Gives bins the cables that nobody set up. */
  addReportedCables(trx: Transaction<Tables>, cables: readonly ReportedCable[]): Promise<void>;
}

/**
 * Stores a batch: readings, the bins' latest, their days, fan events, boards' words and the frames
 * themselves, in one transaction. Each call of the function that it answers is a try: when one
 * resolves, all of it is on disk; when it rejects, try again, but for a StaleBinsError: prepare the
 * frames anew then. The same frame may come again in any batch: it makes one reading.
 */
export function storeBatch(
  ports: IngestPorts,
  batch: PreparedBatch,
): () => Promise<StoredReading[]> {
  const { frames } = batch;
  const transaction = new SettledTransaction(ports.db, ports.writer, async (trx) => {
    const recent = await lockBins(trx, frames);
    await assertFresh(trx, ports.findBases, frames);
    const stored = await storeReadings(trx, batch, recent);
    await addCables(ports, trx, stored);
    await ports.storeFanEvents(trx, frames);
    await ports.storeHellos(trx, frames);
    await ports.storeRawFrames(
      trx,
      frames.map(({ packed }) => packed),
    );
    return stored;
  });
  return async () => {
    ports.assertDurable();
    await ports.ensurePartitions(
      frames.flatMap(({ meaning }) => instantsOf(meaning)),
      frames.map(({ frame }) => frame.receivedAt),
    );
    const readings = await transaction.try();
    // The server may have been another one by the time it committed.
    ports.assertDurable();
    return readings;
  };
}

/** What a bin's newest reading shows is what its board has now; most bins know all of it. */
async function addCables(
  { addReportedCables }: Pick<IngestPorts, 'addReportedCables'>,
  trx: Transaction<Tables>,
  stored: readonly StoredReading[],
): Promise<void> {
  const cables = stored.flatMap(({ context, reading, isNewest }) => {
    if (!isNewest) return [];
    const { id: binId, mainBoardId } = context.bin;
    return newCables(context, reading).map((cable) => ({ ...cable, binId, mainBoardId }));
  });
  if (cables.length > 0) await addReportedCables(trx, cables);
}

/** Where in time a frame's reading may come to stand. */
function instantsOf(meaning: Meaning): number[] {
  if (meaning.kind === 'reading') return [meaning.reading.at];
  if (meaning.kind !== 'reading-ahead') return [];
  return [meaning.reading.at, meaning.reading.at + PLACED_WITHIN];
}

/** Locks the bins that readings of these frames belong to, against other batches and changes. */
async function lockBins(
  trx: Transaction<Tables>,
  frames: readonly PreparedFrame[],
): Promise<LockedBin[]> {
  const ids = frames.flatMap(({ meaning }) =>
    meaning.kind === 'reading' || meaning.kind === 'reading-ahead' ? meaning.context.bin.id : [],
  );
  if (ids.length === 0) return [];
  return lockLatest(
    trx,
    [...new Set(ids)].sort((a, b) => a - b),
  );
}

async function storeReadings(
  trx: Transaction<Tables>,
  { frames, days }: PreparedBatch,
  recent: readonly LockedBin[],
): Promise<StoredReading[]> {
  const candidates = candidatesOf(frames);
  const ahead = frames.flatMap(({ meaning }) => (meaning.kind === 'reading-ahead' ? meaning : []));
  if (candidates.length === 0 && ahead.length === 0) return [];

  const repeats = await findLateRepeats(trx, candidates, ahead);
  const keys = await insertNew(
    trx,
    candidates.filter((candidate) => !repeats.has(candidate)),
  );
  const placed = (await placeAhead(trx, ahead)).map(candidateOf);
  await insertNew(trx, placed);
  const stored = [...candidates.filter(({ key }) => keys.has(key)), ...placed];
  const zoneOf = zonesOf(recent);
  const isCutRight = candidates.every(({ context }) => zoneOf(context) === context.timeZone);
  const parts = isCutRight
    ? days.flatMap((part) => newPart(part, keys))
    : partsOfDays(
        candidates.filter(({ key }) => keys.has(key)),
        zoneOf,
      );
  await addToDays(trx, [...parts, ...partsOfDays(placed, zoneOf)]);
  return keepLatest(trx, stored, recent);
}

async function insertNew(
  trx: Transaction<Tables>,
  candidates: readonly Candidate[],
): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  return insertReadings(
    trx,
    candidates.map(({ row }) => row),
  );
}

/**
 * What stands beside the locked bin decides, not what the way in remembers: while a farm's zone
 * changes, each bin's days go over to the new one at an instant of their own.
 */
function zonesOf(bins: readonly LockedBin[]): ZoneOf {
  const zones = new Map(bins.map(({ binId, daysZone }) => [binId, daysZone]));
  return ({ bin, timeZone }) => {
    const zone = zones.get(bin.id) ?? timeZone;
    return zone === timeZone ? zone : knownZone(zone);
  };
}

/** What of a part of a day was new; nothing where none of it was. */
function newPart(part: PartOfDay, keys: ReadonlySet<string>): PartOfDay[] {
  const candidates = part.candidates.filter(({ key }) => keys.has(key));
  if (candidates.length === part.candidates.length) return [part];
  if (candidates.length === 0) return [];
  return [{ ...part, candidates, value: valueOf({ context: part.context, candidates }) }];
}

async function addToDays(trx: Transaction<Tables>, parts: readonly PartOfDay[]): Promise<void> {
  if (parts.length === 0) return;
  const days = new Map<string, Pick<PartOfDay, 'context' | 'day' | 'value'>>();
  for (const { context, day, value } of parts) {
    const key = `${context.bin.id}:${day}`;
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
