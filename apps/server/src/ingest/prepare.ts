import { toLocalDay } from '@granary/domain/bins/local-day';
import type { Reading } from '@granary/domain/readings/reading';
import type { ReadingRow } from '../platform/postgres/tables.ts';
import type { PackedFrame } from '../raw-data/store.ts';
import { calculateDay, type Day } from '../readings/days/day.ts';
import { toReadingRow } from '../readings/row.ts';
import { type DecodedFrame, decodeFrame, type FrameContent, type IncomingFrame } from './decode.ts';
import type { IngestBin, IngestPorts } from './ingest-ports.ts';
import { toReadingKey } from './readings-store.ts';
import { NOT_STORED } from './undecodable-frames.ts';

/** A frame, decoded and packed for the database. */
export interface PreparedFrame extends DecodedFrame {
  /** Null for a frame that is only counted. */
  readonly packed: PackedFrame | null;
  /** Null if the frame is not a reading, or repeats a reading in the same batch. */
  readonly reading: PreparedReading | null;
}

/** A batch ready to store: everything that needs no transaction is done. */
export interface PreparedBatch {
  readonly frames: readonly PreparedFrame[];
  /** The days of its readings; valid only if none of the readings is stored yet. */
  readonly days: readonly DayPart[];
}

/** A reading with the row that is inserted for it. */
export interface PreparedReading {
  /** Identifies its bin and time. */
  readonly key: string;
  readonly context: IngestBin;
  readonly reading: Reading;
  readonly row: ReadingRow;
}

/** Some readings of one bin on one day, rolled up. */
export interface DayPart {
  readonly context: IngestBin;
  readonly day: string;
  readonly readings: readonly PreparedReading[];
  readonly value: Day;
}

/** The time zone of a bin's days. */
export type FindBinZone = (context: IngestBin) => string;

/** Decodes and packs a batch of frames; never throws because of a malformed frame. */
export async function prepareBatch(
  ports: IngestPorts,
  frames: readonly IncomingFrame[],
): Promise<PreparedBatch> {
  const decodedFrames = await decodeFrames(ports.boards, frames);
  const unknownBinFrames = new Set(
    decodedFrames.flatMap(({ frame, content }) => (isFromUnknownBin(content) ? frame : [])),
  );
  if (unknownBinFrames.size === 0) return packFrames(ports, decodedFrames);
  // The bin might have been added after its board was loaded: load the board again before rejecting the
  // frames.
  for (const { mainBoardId } of unknownBinFrames) ports.boards.forget(mainBoardId);
  const redecodedByFrame = new Map(
    (await decodeFrames(ports.boards, [...unknownBinFrames])).map((decodedFrame) => [
      decodedFrame.frame,
      decodedFrame,
    ]),
  );
  return packFrames(
    ports,
    decodedFrames.map((decodedFrame) => redecodedByFrame.get(decodedFrame.frame) ?? decodedFrame),
  );
}

async function decodeFrames(
  directory: IngestPorts['boards'],
  frames: readonly IncomingFrame[],
): Promise<DecodedFrame[]> {
  const boards = await directory.find(frames.map(({ mainBoardId }) => mainBoardId));
  return frames.map((frame) => {
    const board = boards.get(frame.mainBoardId);
    if (!board) throw new Error(`The directory did not return board ${frame.mainBoardId}.`);
    return { frame, content: decodeFrame(frame, board) };
  });
}

function isFromUnknownBin(content: FrameContent): boolean {
  return content.kind === 'rejected' && content.rejection === 'unknown-bin';
}

/** Packs decoded frames for the database. */
export function packFrames(ports: IngestPorts, decoded: readonly DecodedFrame[]): PreparedBatch {
  // The first reading of a bin at a given time wins, both within a batch and between batches.
  const keys = new Set<string>();
  const frames = decoded.map(({ frame, content }): PreparedFrame => {
    const reason = ports.undecodable.findReason({ frame, content });
    const packed =
      reason === NOT_STORED
        ? null
        : ports.packFrame({ ...frame, binNumber: content.binNumber, reason });
    const reading = content.kind === 'reading' ? prepareReading(content) : null;
    const isFirst = reading !== null && !keys.has(reading.key);
    if (isFirst) keys.add(reading.key);
    return { frame, content, packed, reading: isFirst ? reading : null };
  });
  return { frames, days: groupByDay(listPreparedReadings(frames)) };
}

export function prepareReading({
  context,
  reading,
}: Pick<PreparedReading, 'context' | 'reading'>): PreparedReading {
  const key = toReadingKey(context.bin.id, reading.at);
  return { key, context, reading, row: toReadingRow(context.bin.id, reading) };
}

export function listPreparedReadings(frames: readonly PreparedFrame[]): PreparedReading[] {
  return frames.flatMap(({ reading }) => reading ?? []);
}

export function groupByDay(
  readings: readonly PreparedReading[],
  findZone: FindBinZone = ({ timeZone }) => timeZone,
): DayPart[] {
  const groups = new Map<
    string,
    { context: IngestBin; day: string; readings: PreparedReading[] }
  >();
  for (const prepared of readings) {
    const { context, reading } = prepared;
    const day = toLocalDay(reading.at, findZone(context));
    const key = `${context.bin.id}:${day}`;
    const group = groups.get(key);
    if (group) group.readings.push(prepared);
    else groups.set(key, { context, day, readings: [prepared] });
  }
  return [...groups.values()].map((group) => ({ ...group, value: rollUpDay(group) }));
}

export function rollUpDay({ context, readings }: Pick<DayPart, 'context' | 'readings'>): Day {
  return calculateDay(
    context,
    readings.map(({ reading }) => reading),
    context.getFillPercent,
  );
}
