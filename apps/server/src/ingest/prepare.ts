import { dayOf } from '@granary/domain/bins/days';
import type { Reading } from '@granary/domain/readings/reading';
import type { BinContext } from '../bins/bin-context.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import type { PackedFrame } from '../raw-data/store.ts';
import { type Day, dayOfReadings } from '../readings/days/day.ts';
import { rowOf } from '../readings/row.ts';
import { type IncomingFrame, interpret, type Meaning, type ReadFrame } from './decode.ts';
import { type PackedReading, packReading, readingKey } from './readings-store.ts';
import type { IngestPorts } from './store-batch.ts';

/** A frame read, and packed for the database. */
export interface PreparedFrame extends ReadFrame {
  readonly packed: PackedFrame;
  /** Null where the frame is no reading, or a repeat of one in the same batch. */
  readonly candidate: Candidate | null;
}

/** A batch ready to be stored: all that needs no transaction is done. */
export interface PreparedBatch {
  readonly frames: readonly PreparedFrame[];
  /** The days its readings make, if all of them are new. */
  readonly days: readonly PartOfDay[];
}

export interface Candidate {
  readonly key: string;
  readonly context: BinContext;
  readonly reading: Reading;
  readonly row: PackedReading;
}

/** Some readings of one bin on one day, and what they come to. */
export interface PartOfDay {
  readonly context: BinContext;
  readonly day: string;
  readonly candidates: readonly Candidate[];
  readonly value: Day;
}

/** The zone that a bin's days are cut in. */
export type ZoneOf = (context: BinContext) => string;

/** Reads a batch of frames and packs them; no frame can make it throw. */
export async function prepareBatch(
  ports: IngestPorts,
  frames: readonly IncomingFrame[],
): Promise<PreparedBatch> {
  const read = await readFrames(ports.boards, frames);
  const unknown = new Set(
    read.flatMap(({ frame, meaning }) => (isOfUnknownBin(meaning) ? frame : [])),
  );
  if (unknown.size === 0) return packBatch(ports, read);
  // The bin may be there by now: the board is asked for anew before its readings are given up.
  for (const { mainBoardId } of unknown) ports.boards.forget(mainBoardId);
  const again = new Map(
    (await readFrames(ports.boards, [...unknown])).map((one) => [one.frame, one]),
  );
  return packBatch(
    ports,
    read.map((one) => again.get(one.frame) ?? one),
  );
}

async function readFrames(
  directory: BoardDirectory,
  frames: readonly IncomingFrame[],
): Promise<ReadFrame[]> {
  const boards = await directory.find(frames.map(({ mainBoardId }) => mainBoardId));
  return frames.map((frame) => {
    const board = boards.get(frame.mainBoardId);
    if (!board) throw new Error(`The directory left out board ${frame.mainBoardId}.`);
    return { frame, meaning: interpret(frame, board) };
  });
}

function isOfUnknownBin(meaning: Meaning): boolean {
  return meaning.kind === 'rejected' && meaning.rejection === 'unknown-bin';
}

/** Packs frames whose meaning is known. */
export function packBatch(ports: IngestPorts, read: readonly ReadFrame[]): PreparedBatch {
  // The first of a bin and instant wins, within a batch as between batches.
  const keys = new Set<string>();
  const frames = read.map(({ frame, meaning }): PreparedFrame => {
    const packed = ports.packFrame({
      ...frame,
      binNumber: meaning.binNumber,
      reason: meaning.kind === 'rejected' ? meaning.reason : null,
    });
    const candidate = meaning.kind === 'reading' ? candidateOf(meaning) : null;
    const isFirst = candidate !== null && !keys.has(candidate.key);
    if (isFirst) keys.add(candidate.key);
    return { frame, meaning, packed, candidate: isFirst ? candidate : null };
  });
  return { frames, days: partsOfDays(candidatesOf(frames)) };
}

export function candidateOf({
  context,
  reading,
}: Pick<Candidate, 'context' | 'reading'>): Candidate {
  const key = readingKey(context.bin.id, reading.at);
  return { key, context, reading, row: packReading(rowOf(context.bin.id, reading)) };
}

export function candidatesOf(frames: readonly PreparedFrame[]): Candidate[] {
  return frames.flatMap(({ candidate }) => candidate ?? []);
}

export function partsOfDays(
  candidates: readonly Candidate[],
  zoneOf: ZoneOf = ({ timeZone }) => timeZone,
): PartOfDay[] {
  const groups = new Map<string, { context: BinContext; day: string; candidates: Candidate[] }>();
  for (const candidate of candidates) {
    const { context, reading } = candidate;
    const day = dayOf(reading.at, zoneOf(context));
    const key = `${context.bin.id}:${day}`;
    const group = groups.get(key);
    if (group) group.candidates.push(candidate);
    else groups.set(key, { context, day, candidates: [candidate] });
  }
  return [...groups.values()].map((group) => ({ ...group, value: valueOf(group) }));
}

export function valueOf({ context, candidates }: Pick<PartOfDay, 'context' | 'candidates'>): Day {
  return dayOfReadings(
    context,
    candidates.map(({ reading }) => reading),
  );
}
