import type { Reading } from '@granary/domain/readings/reading';
import { isStoredAsInteger, scalarNames } from '@granary/domain/readings/scalars';
import { HOUR, type Millis, millis } from '@granary/domain/units';
import type { Trx } from '../platform/postgres/tables.ts';
import { fromReadingRow } from '../readings/row.ts';
import {
  findAdjustedTimestamps,
  findBinsWithAdjustments,
  findReadingsAt,
  findReadingTimes,
  insertAdjustedTimestamps,
} from './adjusted-timestamps-store.ts';
import type { FrameContent } from './decode.ts';
import type { IngestBin } from './ingest-ports.ts';

const integerScalarNames = scalarNames.filter(isStoredAsInteger);

type FutureReading = Extract<FrameContent, { kind: 'reading-ahead' }>;

interface BinReading {
  readonly context: IngestBin;
  readonly reading: Reading;
}

/** A free time for a reading is found within this period after its arrival. */
export const MAX_SHIFT_MS = HOUR;

/**
 * Finds times for readings with future timestamps: their arrival time, or the next free millisecond of their
 * bin. Repeats are left out; for the others the adjusted timestamp is stored. The bins are locked, and the
 * batch's other readings are already inserted.
 */
export async function placeFutureReadings(
  trx: Trx,
  frames: readonly FutureReading[],
): Promise<BinReading[]> {
  if (frames.length === 0) return [];
  const adjustedTimestamps = await findAdjustedTimestamps(
    trx,
    frames.map(({ context, sentAt }) => ({ binId: context.bin.id, at: sentAt })),
  );
  const knownKeys = new Set(adjustedTimestamps.map(({ binId, sentAt }) => `${binId}:${sentAt}`));
  const newFrames = frames.filter(({ context, sentAt }) => {
    const key = `${context.bin.id}:${sentAt}`;
    if (knownKeys.has(key)) return false;
    knownKeys.add(key);
    return true;
  });
  if (newFrames.length === 0) return [];

  const takenKeys = await findTakenTimes(trx, newFrames);
  const placedReadings = newFrames.map(({ context, reading }) => {
    let { at } = reading;
    while (takenKeys.has(`${context.bin.id}:${at}`)) at = millis(at + 1);
    takenKeys.add(`${context.bin.id}:${at}`);
    return { context, reading: { ...reading, at } };
  });
  await insertAdjustedTimestamps(
    trx,
    newFrames.map(({ context, sentAt }, index) => ({
      binId: context.bin.id,
      sentAt,
      storedAt: placedReadings[index]?.reading.at ?? sentAt,
    })),
  );
  return placedReadings;
}

/** The times near these readings' arrivals at which their bins have readings, as keys of bin and time. */
async function findTakenTimes(trx: Trx, frames: readonly FutureReading[]): Promise<Set<string>> {
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
  const takenTimes = await findReadingTimes(trx, [...spans.values()]);
  return new Set(takenTimes.map(({ binId, at }) => `${binId}:${at}`));
}

/**
 * Finds repeats of readings that were stored, or arrived in the same batch, under a different time: the
 * timestamp was in the future when the frame first arrived, but no longer is when it is sent again. A reading
 * at that time with other values is not a repeat: the board's clock was corrected.
 */
export async function findLateRepeats<Candidate extends BinReading>(
  trx: Trx,
  readings: readonly Candidate[],
  futureReadings: readonly FutureReading[],
): Promise<Set<Candidate>> {
  const futureIds = new Set(
    futureReadings.map(({ context, sentAt, reading }) => toReadingId(context, sentAt, reading)),
  );
  const repeats = new Set(
    // Building an ID takes time, and future timestamps are rare.
    futureIds.size === 0
      ? []
      : readings.filter(({ context, reading }) =>
          futureIds.has(toReadingId(context, reading.at, reading)),
        ),
  );
  const bins = await findBinsWithAdjustments(trx, [
    ...new Set(readings.map(({ context }) => context.bin.id)),
  ]);
  const candidates = readings.filter(({ context }) => bins.has(context.bin.id));
  if (candidates.length === 0) return repeats;
  const adjustedTimestamps = await findAdjustedTimestamps(
    trx,
    candidates.map(({ context, reading }) => ({ binId: context.bin.id, at: reading.at })),
  );
  if (adjustedTimestamps.length === 0) return repeats;
  const rows = await findReadingsAt(
    trx,
    adjustedTimestamps.map(({ binId, storedAt }) => ({ binId, at: storedAt })),
  );
  const values = new Map(
    rows.map((row) => [
      `${row.binId}:${row.at.getTime()}`,
      serializeReadingValues(fromReadingRow(row)),
    ]),
  );
  const storedValues = new Map(
    adjustedTimestamps.map(({ binId, sentAt, storedAt }) => [
      `${binId}:${sentAt}`,
      values.get(`${binId}:${storedAt}`),
    ]),
  );
  for (const candidate of candidates) {
    const { context, reading } = candidate;
    if (storedValues.get(`${context.bin.id}:${reading.at}`) === serializeReadingValues(reading))
      repeats.add(candidate);
  }
  return repeats;
}

/** The key by which repeats of a reading are recognized. */
function toReadingId(context: IngestBin, sentAt: Millis, reading: Reading): string {
  return `${context.bin.id}:${sentAt}:${serializeReadingValues(reading)}`;
}

/** The values of a reading that are stored exactly, without its timestamp. */
function serializeReadingValues({
  temperatures,
  humidities,
  cableIds,
  scalars,
  anyError,
}: Reading): string {
  return [
    temperatures.lengths,
    temperatures.values,
    humidities.values,
    cableIds,
    anyError,
    ...integerScalarNames.map((name) => scalars[name]),
  ].join(';');
}
