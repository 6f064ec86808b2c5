import type { Reading } from '@granary/domain/readings/reading';
import { isWhole, scalarNames } from '@granary/domain/readings/scalars';
import { HOUR, type Millis, millis } from '@granary/domain/units';
import type { Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { readingOfRow } from '../readings/row.ts';
import {
  findAdjustedTimestamps,
  findBinsWithAdjustments,
  findReadingInstants,
  findReadingsAt,
  insertAdjustedTimestamps,
} from './adjusted-timestamps-store.ts';
import type { FrameContent } from './decode.ts';

const wholeScalarNames = scalarNames.filter(isWhole);

type FutureReading = Extract<FrameContent, { kind: 'reading-ahead' }>;

interface ReadingOfBin {
  readonly context: BinContext;
  readonly reading: Reading;
}

/** After its arrival an instant is free for a reading within this time, whatever came. */
export const MAX_SHIFT_MS = HOUR;

/**
 * Finds places in time for readings whose clock runs ahead: their arrival, or the next free
 * millisecond of their bin. Repeats are left out; the others' pairs are kept. The bins are locked,
 * and the batch's other readings are stored.
 */
export async function placeFutureReadings(
  trx: Transaction<Tables>,
  frames: readonly FutureReading[],
): Promise<ReadingOfBin[]> {
  if (frames.length === 0) return [];
  const pairs = await findAdjustedTimestamps(
    trx,
    frames.map(({ context, sentAt }) => ({ binId: context.bin.id, at: sentAt })),
  );
  const known = new Set(pairs.map(({ binId, sentAt }) => `${binId}:${sentAt}`));
  const fresh = frames.filter(({ context, sentAt }) => {
    const key = `${context.bin.id}:${sentAt}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  if (fresh.length === 0) return [];

  const taken = await findTakenInstants(trx, fresh);
  const placed = fresh.map(({ context, reading }) => {
    let { at } = reading;
    while (taken.has(`${context.bin.id}:${at}`)) at = millis(at + 1);
    taken.add(`${context.bin.id}:${at}`);
    return { context, reading: { ...reading, at } };
  });
  await insertAdjustedTimestamps(
    trx,
    fresh.map(({ context, sentAt }, index) => ({
      ...{ binId: context.bin.id, sentAt, storedAt: placed[index]?.reading.at ?? sentAt },
    })),
  );
  return placed;
}

/** The instants that are taken wherever one of these readings might come to stand. */
async function findTakenInstants(
  trx: Transaction<Tables>,
  frames: readonly FutureReading[],
): Promise<Set<string>> {
  const spans = new Map<number, { binId: number; from: number; until: number }>();
  for (const { context, reading } of frames) {
    const binId = context.bin.id;
    const { from = reading.at, until = reading.at } = spans.get(binId) ?? {};
    spans.set(binId, {
      binId,
      from: Math.min(from, reading.at),
      until: Math.max(until, reading.at + MAX_SHIFT_MS),
    });
  }
  const taken = await findReadingInstants(trx, [...spans.values()]);
  return new Set(taken.map(({ binId, at }) => `${binId}:${at}`));
}

/**
 * Those of a batch's readings that were stored before, or came before in the batch, at another
 * instant: their clock was ahead when they first came, and is so no longer by the time they come
 * again. A reading of that instant with other values is no repeat: the clock was put right, and the
 * instant came once more.
 */
export async function findLateRepeats<Sent extends ReadingOfBin>(
  trx: Transaction<Tables>,
  readings: readonly Sent[],
  ahead: readonly FutureReading[],
): Promise<Set<Sent>> {
  const sentAhead = new Set(
    ahead.map(({ context, sentAt, reading }) => readingId(context, sentAt, reading)),
  );
  const repeats = new Set(
    // To name a reading costs time, and hardly any clock runs ahead.
    sentAhead.size === 0
      ? []
      : readings.filter(({ context, reading }) =>
          sentAhead.has(readingId(context, reading.at, reading)),
        ),
  );
  const bins = await findBinsWithAdjustments(trx, [
    ...new Set(readings.map(({ context }) => context.bin.id)),
  ]);
  const suspects = readings.filter(({ context }) => bins.has(context.bin.id));
  if (suspects.length === 0) return repeats;
  const pairs = await findAdjustedTimestamps(
    trx,
    suspects.map(({ context, reading }) => ({ binId: context.bin.id, at: reading.at })),
  );
  if (pairs.length === 0) return repeats;
  const rows = await findReadingsAt(
    trx,
    pairs.map(({ binId, storedAt }) => ({ binId, at: storedAt })),
  );
  const values = new Map(
    rows.map((row) => [`${row.binId}:${row.at.getTime()}`, readingValues(readingOfRow(row))]),
  );
  const stored = new Map(
    pairs.map(({ binId, sentAt, storedAt }) => [
      `${binId}:${sentAt}`,
      values.get(`${binId}:${storedAt}`),
    ]),
  );
  for (const suspect of suspects) {
    const { context, reading } = suspect;
    if (stored.get(`${context.bin.id}:${reading.at}`) === readingValues(reading))
      repeats.add(suspect);
  }
  return repeats;
}

/** What is the same for a reading that comes again. */
function readingId(context: BinContext, sentAt: Millis, reading: Reading): string {
  return `${context.bin.id}:${sentAt}:${readingValues(reading)}`;
}

/** What a reading says, apart from when, as far as it is stored to the last digit. */
function readingValues({ temperatures, humidities, cableIds, scalars, anyError }: Reading): string {
  return [
    ...[temperatures.lengths, temperatures.values, humidities.values, cableIds, anyError],
    ...wholeScalarNames.map((name) => scalars[name]),
  ].join(';');
}
