import { type BinConditions, NO_CONDITIONS } from '@granary/domain/bins/conditions';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { USUAL_INTERVAL_GAP_COUNT } from '@granary/domain/boards/report-interval';
import { findAirflow, getPlenumSpeed } from '@granary/domain/fans/airflow';
import { millis } from '@granary/domain/units';
import type { BinMark } from '../alerts/marks-store.ts';
import type { AirflowReport, BoardAnswer, FanControlReport } from '../commands/answer-store.ts';
import type { ReportedFanEvent } from '../fans/store.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import {
  applyReading,
  calculateConditions,
  LOOKBACK_PERIOD,
  updatesConditions,
} from '../readings/conditions.ts';
import { fromDayRow, mergeDayParts, toDayRow } from '../readings/days/day.ts';
import { findDays, writeDays } from '../readings/days/days-store.ts';
import { VerifiedTransaction } from './commit-marker.ts';
import type { DecodedFrame, FrameContent } from './decode.ts';
import type { IngestPorts, StoredReading } from './ingest-ports.ts';
import { assertCurrentRevisions } from './ingest-revision.ts';
import {
  type DayPart,
  type FindBinZone,
  groupByDay,
  listPreparedReadings,
  type PreparedBatch,
  type PreparedFrame,
  type PreparedReading,
  prepareReading,
  rollUpDay,
} from './prepare.ts';
import { insertReadings, type LockedBin, lockLatest, updateLatest } from './readings-store.ts';
import { findNewCables } from './reported-cables.ts';
import { findLateRepeats, MAX_SHIFT_MS, placeFutureReadings } from './timestamps.ts';

/**
 * Returns a function that stores a batch in one transaction: readings, the bins' latest readings, their days,
 * fan events, board hellos and the raw frames. Each call of the returned function is one attempt: when it
 * resolves, everything is on disk; when it rejects, call it again. After a StaleRevisionError, prepare the
 * frames again instead. A frame that is sent repeatedly creates one reading.
 */
export function createBatchAttempt(
  ports: IngestPorts,
  batch: PreparedBatch,
): () => Promise<StoredReading[]> {
  const { frames } = batch;
  const transaction = new VerifiedTransaction(ports.db, ports.writerId, async (trx) => {
    const bins = await lockReadingBins(trx, frames, await findConfiguredBins(ports, trx, frames));
    await assertCurrentRevisions(trx, frames);
    const storedReadings = await storeReadings(trx, batch, bins);
    await ports.markBins(trx, toMarks(storedReadings, frames));
    const events = await ports.storeFanEvents(trx, toFanEvents(frames));
    await ports.storeAnswers(trx, {
      boards: listAnsweringBoards(frames),
      answers: toBoardAnswers(frames),
      controls: events.filter(({ isImported }) => !isImported).map(toFanControl),
      binIdsWithReadings: storedReadings.map(({ context }) => context.bin.id),
      airflows: storedReadings.flatMap(toAirflow),
    });
    await addNewCables(ports, trx, storedReadings);
    await ports.storeBoardHellos(trx, toBoardHellos(frames));
    await ports.storeRawFrames(
      trx,
      frames.flatMap(({ packed }) => packed ?? []),
    );
    return storedReadings;
  });
  return async () => {
    ports.assertDurable();
    await ports.ensurePartitions(
      frames.flatMap(({ content }) => listPossibleTimes(content)),
      frames.map(({ frame }) => frame.receivedAt),
    );
    const readings = await transaction.attempt();
    // PostgreSQL might have restarted with other settings before it committed.
    ports.assertDurable();
    return readings;
  };
}

function toFanEvents(frames: readonly DecodedFrame[]): ReportedFanEvent[] {
  return frames.flatMap(({ frame, content }) =>
    content.kind === 'fan'
      ? {
          binId: content.context.bin.id,
          sentAt: new Date(content.sentAt),
          at: new Date(content.at),
          isOn: content.isOn,
          commandId: content.commandId,
          lockout: content.lockout,
          causedBy: content.causedBy,
          eventId: content.eventId,
          receivedAt: new Date(frame.receivedAt),
          isImported: content.isImported,
        }
      : [],
  );
}

/** What a new fan event reports about the switch, the lockout and power outages at the bin. */
function toFanControl(event: ReportedFanEvent): FanControlReport {
  const { binId, lockout, causedBy, isOn, receivedAt } = event;
  return {
    binId,
    isLocked: lockout,
    isBySwitch: causedBy === 'switch',
    isAfterPowerOutage: causedBy === 'restart',
    isOn,
    receivedAt,
  };
}

/** The boards whose frames change more than readings: fans, commands or hellos. */
function listAnsweringBoards(frames: readonly DecodedFrame[]): string[] {
  return frames.flatMap(({ frame: { mainBoardId }, content }) =>
    content.kind === 'fan' || content.kind === 'report' || content.kind === 'hello'
      ? mainBoardId
      : [],
  );
}

/** The bins whose days an answer might change, because it might change the statuses of their sensors. */
async function findConfiguredBins(
  { findBinsOfCommands }: Pick<IngestPorts, 'findBinsOfCommands'>,
  trx: Trx,
  frames: readonly DecodedFrame[],
): Promise<number[]> {
  const commandIds = frames.flatMap(({ content }) =>
    content.kind === 'report' ? (content.commandId ?? []) : [],
  );
  return commandIds.length === 0 ? [] : findBinsOfCommands(trx, commandIds);
}

/** The answers to commands in the frames. */
function toBoardAnswers(frames: readonly DecodedFrame[]): BoardAnswer[] {
  return frames.flatMap(({ frame: { mainBoardId }, content }): BoardAnswer[] => {
    if (content.kind === 'fan' && content.commandId !== null) {
      const { commandId, isOn, causedBy: cause, lockout } = content;
      const answer = { kind: 'fan', isOn, cause, isLocked: lockout ?? false } as const;
      const binId = content.context.bin.id;
      return [{ mainBoardId, binId, commandId, answer, message: '' }];
    }
    if (content.kind !== 'report' || content.commandId === null || content.status === null) {
      return [];
    }
    const { commandId, status, message } = content;
    const answer = { kind: 'result', status } as const;
    return [{ mainBoardId, binId: null, commandId, answer, message }];
  });
}

function toAirflow({ context: { bin }, reading }: StoredReading): AirflowReport[] {
  const airflow = findAirflow(bin, getPlenumSpeed(reading));
  if (airflow === null) return [];
  return [{ binId: bin.id, isMoving: airflow === 'moving', at: new Date(reading.at) }];
}

function toBoardHellos(frames: readonly DecodedFrame[]) {
  return frames.flatMap(({ frame, content }) =>
    content.kind === 'hello'
      ? { ...content, mainBoardId: frame.mainBoardId, receivedAt: frame.receivedAt }
      : [],
  );
}

/** A mark for each bin with stored readings. */
function toMarks(stored: readonly StoredReading[], frames: readonly DecodedFrame[]): BinMark[] {
  const arrivedAt = new Date(Math.max(...frames.map(({ frame }) => frame.receivedAt)));
  const marks = new Map<number, BinMark>();
  for (const { context, reading } of stored) {
    const binId = context.bin.id;
    const at = new Date(reading.at);
    const { fromAt, untilAt } = marks.get(binId) ?? { fromAt: at, untilAt: at };
    marks.set(binId, {
      binId,
      fromAt: at < fromAt ? at : fromAt,
      untilAt: at > untilAt ? at : untilAt,
      arrivedAt,
    });
  }
  return [...marks.values()];
}

/** Adds the cables that are in a bin's newest reading but not in its settings. */
async function addNewCables(
  { addReportedCables }: Pick<IngestPorts, 'addReportedCables'>,
  trx: Trx,
  stored: readonly StoredReading[],
): Promise<void> {
  const cables = stored.flatMap(({ context, reading, isNewest }) => {
    if (!isNewest) return [];
    const { id: binId, mainBoardId } = context.bin;
    return findNewCables(context, reading).map((cable) => ({ ...cable, binId, mainBoardId }));
  });
  if (cables.length > 0) await addReportedCables(trx, cables);
}

/** The earliest and latest time (ms) at which a frame's reading can be stored. */
function listPossibleTimes(content: FrameContent): number[] {
  if (content.kind === 'reading') return [content.reading.at];
  if (content.kind !== 'reading-ahead') return [];
  return [content.reading.at, content.reading.at + MAX_SHIFT_MS];
}

/**
 * Locks the bins of these frames' readings, and other given bins, against other batches and settings changes.
 */
async function lockReadingBins(
  trx: Trx,
  frames: readonly PreparedFrame[],
  otherBinIds: readonly number[],
): Promise<LockedBin[]> {
  const readingBinIds = frames.flatMap(({ content }) =>
    content.kind === 'reading' || content.kind === 'reading-ahead' ? content.context.bin.id : [],
  );
  const ids = [...readingBinIds, ...otherBinIds];
  if (ids.length === 0) return [];
  return lockLatest(
    trx,
    [...new Set(ids)].sort((a, b) => a - b),
  );
}

async function storeReadings(
  trx: Trx,
  { frames, days }: PreparedBatch,
  bins: readonly LockedBin[],
): Promise<StoredReading[]> {
  const preparedReadings = listPreparedReadings(frames);
  const futureReadings = frames.flatMap(({ content }) =>
    content.kind === 'reading-ahead' ? content : [],
  );
  if (preparedReadings.length === 0 && futureReadings.length === 0) return [];

  const repeats = await findLateRepeats(trx, preparedReadings, futureReadings);
  const keys = await insertPreparedReadings(
    trx,
    preparedReadings.filter((reading) => !repeats.has(reading)),
  );
  const placedReadings = (await placeFutureReadings(trx, futureReadings)).map(prepareReading);
  await insertPreparedReadings(trx, placedReadings);
  const insertedReadings = preparedReadings.filter(({ key }) => keys.has(key));
  const findZone = createZoneLookup(bins);
  const hasCurrentZones = preparedReadings.every(
    ({ context }) => findZone(context) === context.timeZone,
  );
  const parts = hasCurrentZones
    ? days.flatMap((part) => removeRepeats(part, keys))
    : groupByDay(insertedReadings, findZone);
  await mergeIntoDays(trx, [...parts, ...groupByDay(placedReadings, findZone)]);
  return updateLatestReadings(trx, [...insertedReadings, ...placedReadings], bins);
}

/** Inserts readings; returns the keys of those that were not stored before. */
async function insertPreparedReadings(
  trx: Trx,
  readings: readonly PreparedReading[],
): Promise<Set<string>> {
  if (readings.length === 0) return new Set();
  return insertReadings(
    trx,
    readings.map(({ row }) => row),
  );
}

/**
 * The time zones of the locked bins' days. After a farm's time zone changes, its bins' days are rebuilt one
 * bin at a time, so the stored zone decides, not the one in memory.
 */
function createZoneLookup(bins: readonly LockedBin[]): FindBinZone {
  const zones = new Map(bins.map(({ binId, daysZone }) => [binId, daysZone]));
  return ({ bin, timeZone }) => {
    const zone = zones.get(bin.id) ?? timeZone;
    return zone === timeZone ? zone : toKnownZone(zone);
  };
}

/** A day part without the readings that were already stored; empty if none are left. */
function removeRepeats(part: DayPart, keys: ReadonlySet<string>): DayPart[] {
  const readings = part.readings.filter(({ key }) => keys.has(key));
  if (readings.length === part.readings.length) return [part];
  if (readings.length === 0) return [];
  return [{ ...part, readings, value: rollUpDay({ context: part.context, readings }) }];
}

async function mergeIntoDays(trx: Trx, parts: readonly DayPart[]): Promise<void> {
  if (parts.length === 0) return;
  const days = new Map<string, Pick<DayPart, 'context' | 'day' | 'value'>>();
  for (const { context, day, value } of parts) {
    const key = `${context.bin.id}:${day}`;
    const existing = days.get(key);
    days.set(key, { context, day, value: existing ? mergeDayParts(existing.value, value) : value });
  }
  const wanted = [...days.values()].map(({ context, day }) => ({ binId: context.bin.id, day }));
  for (const row of await findDays(trx, wanted)) {
    const key = `${row.binId}:${row.day}`;
    const newPart = days.get(key);
    if (newPart)
      days.set(key, { ...newPart, value: mergeDayParts(fromDayRow(row), newPart.value) });
  }
  await writeDays(
    trx,
    [...days.values()].map(({ context, day, value }) => toDayRow(context, day, value)),
  );
}

/**
 * How many recent reading times are stored: one more than the number of gaps from which the usual interval is
 * calculated.
 */
const RECENT_TIME_COUNT = USUAL_INTERVAL_GAP_COUNT + 1;

async function updateLatestReadings(
  trx: Trx,
  stored: readonly PreparedReading[],
  lockedBins: readonly LockedBin[],
): Promise<StoredReading[]> {
  if (stored.length === 0) return [];
  const lockedById = new Map(lockedBins.map((bin) => [bin.binId, bin]));
  const updates = new Map<number, BinUpdate>();
  for (const [binId, readings] of groupByBin(stored)) {
    updates.set(binId, await updateBin(trx, readings, lockedById.get(binId)));
  }
  await updateLatest(
    trx,
    [...updates].map(([binId, { newest, recent, conditions }]) => ({
      binId,
      newest: newest?.row ?? null,
      recent,
      conditions,
    })),
  );
  return stored.map((prepared) => {
    const update = updates.get(prepared.context.bin.id);
    return {
      context: prepared.context,
      reading: prepared.reading,
      isNewest: update?.newest === prepared,
      conditions: update?.conditions ?? NO_CONDITIONS,
    };
  });
}

interface BinUpdate {
  /** Null if the bin has a newer reading than this batch. */
  readonly newest: PreparedReading | null;
  readonly recent: readonly number[];
  readonly conditions: BinConditions;
}

async function updateBin(
  trx: Trx,
  stored: readonly PreparedReading[],
  lockedBin: LockedBin | undefined,
): Promise<BinUpdate> {
  const lastAt = lockedBin?.recent[0] ?? Number.NEGATIVE_INFINITY;
  const byTime = stored.toSorted((a, b) => a.reading.at - b.reading.at);
  const newerReadings = byTime.filter(({ reading }) => reading.at > lastAt);
  const newest = newerReadings.at(-1) ?? null;
  const recent = selectNewestTimes([
    ...(lockedBin?.recent ?? []),
    ...stored.map(({ reading }) => reading.at),
  ]);
  const isOutOfOrder = byTime.some(
    ({ reading }) => reading.at <= lastAt && reading.at > lastAt - LOOKBACK_PERIOD,
  );
  const [firstStored] = stored;
  const bin = firstStored && {
    context: firstStored.context,
    getFillPercent: firstStored.context.getFillPercent,
  };
  const until = recent[0];
  const previousConditions = lockedBin?.conditions ?? NO_CONDITIONS;
  if (bin === undefined || until === undefined)
    return { newest, recent, conditions: previousConditions };
  const conditions = isOutOfOrder
    ? await calculateConditions(trx, bin, millis(until))
    : newerReadings
        .filter(({ reading }, index) =>
          updatesConditions(newerReadings[index - 1]?.reading.at ?? lastAt, reading.at),
        )
        .reduce((past, { reading }) => applyReading(bin, past, reading), previousConditions);
  return { newest, recent, conditions };
}

function groupByBin(readings: readonly PreparedReading[]): Map<number, PreparedReading[]> {
  const groups = new Map<number, PreparedReading[]>();
  for (const prepared of readings) {
    const { id } = prepared.context.bin;
    const group = groups.get(id);
    if (group) group.push(prepared);
    else groups.set(id, [prepared]);
  }
  return groups;
}

function selectNewestTimes(instants: readonly number[]): number[] {
  return [...new Set(instants)].sort((a, b) => b - a).slice(0, RECENT_TIME_COUNT);
}
