import { type FanCause, fanFrame, firmwareFrame } from '@granary/contract/boards/frame';
import { type FrameKind, MAX_FRAME_BYTES, parseFrameKind } from '@granary/contract/boards/topics';
import { readingFrame } from '@granary/contract/readings/frame';
import { resolveReadingTime } from '@granary/domain/boards/reading-time';
import { toReading } from '@granary/domain/readings/board-report';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, type Millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import type { IngestBin, IngestBoard } from './ingest-ports.ts';

/** A message that a board published. */
export interface IncomingFrame {
  readonly mainBoardId: string;
  readonly topic: string;
  readonly payload: Buffer;
  readonly receivedAt: Millis;
}

/** During an import, reports older than this describe the past. */
const MAX_LIVE_REPORT_AGE = DAY;
/** A board clock earlier than this was never set. */
const OLDEST_SET_CLOCK = Date.UTC(2015, 0);

/**
 * Why a frame cannot be used; also the `reason` label of the metric. The raw frame is stored with the reason
 * as text.
 */
export type Rejection =
  | 'too-long'
  | 'unknown-topic'
  | 'not-json'
  | 'invalid'
  | 'unknown-bin'
  | 'too-far-ahead'
  | 'too-old'
  | 'not-storable';

/** The content of a frame. `binNumber` is the number in the frame; the raw data page filters by it. */
export type FrameContent = { readonly binNumber: number | null } & (
  | { readonly kind: 'reading'; readonly context: IngestBin; readonly reading: Reading }
  | {
      /** A reading with a future timestamp: it is stored with its arrival time, or the next free time. */
      readonly kind: 'reading-ahead';
      readonly context: IngestBin;
      readonly reading: Reading;
      readonly sentAt: Millis;
    }
  | {
      readonly kind: 'fan';
      readonly context: IngestBin;
      readonly at: Millis;
      /** The time that the board sent, even if its clock is wrong. */
      readonly sentAt: Millis;
      readonly isOn: boolean;
      readonly commandId: string | null;
      /** Null if the report omits it. */
      readonly lockout: boolean | null;
      readonly causedBy: FanCause;
      readonly eventId: string | null;
      /** Whether the event belongs to an import of past data, and does not change the current state. */
      readonly isImported: boolean;
    }
  | {
      readonly kind: 'hello';
      readonly boardType: string | null;
      readonly firmwareName: string | null;
      readonly firmwareVersion: string | null;
    }
  /** A report about a configuration or an update. */
  | {
      readonly kind: 'report';
      readonly commandId: string | null;
      readonly status: 'in_progress' | 'completed' | 'failed' | null;
      readonly message: string;
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection; readonly reason: string }
);

/** A frame and its content. */
export interface DecodedFrame {
  readonly frame: IncomingFrame;
  readonly content: FrameContent;
}

/** Decodes a frame; a malformed frame is rejected and does not throw. */
export function decodeFrame(frame: IncomingFrame, board: IngestBoard): FrameContent {
  const { payload } = frame;
  if (payload.length > MAX_FRAME_BYTES) {
    return reject('too-long', `${payload.length} bytes; at most ${MAX_FRAME_BYTES} are accepted`);
  }
  const kind = parseFrameKind(frame.mainBoardId, frame.topic);
  if (kind === null) return reject('unknown-topic', 'unknown kind of frame');
  let json: unknown;
  try {
    json = JSON.parse(payload.toString('utf8'));
  } catch (error) {
    return reject('not-json', `not JSON: ${toErrorMessage(error)}`);
  }
  return decoders[kind](json, frame, board);
}

type Decoder = (json: unknown, frame: IncomingFrame, board: IngestBoard) => FrameContent;

const decoders: Record<FrameKind, Decoder> = {
  'temp-data': decodeReading,
  'fan-data': decodeFanEvent,
  'firmware-data': decodeFirmwareReport,
};

function decodeReading(json: unknown, frame: IncomingFrame, board: IngestBoard): FrameContent {
  const parsed = z.safeDecode(readingFrame, json as never);
  if (!parsed.success) return rejectInvalid(parsed.error, json);
  const { binNumber, sentAt } = parsed.data;
  const context = board.bins.get(binNumber);
  if (!context) return rejectUnknownBin(binNumber);
  const time = resolveTime(sentAt, frame, board);
  if (time.kind === 'raw-only') return rejectOutsideTimeRange(time.reason, binNumber);
  const isFuture = time.kind === 'at-arrival';
  const reading = toReading(parsed.data, time.at, isFuture);
  return isFuture
    ? { kind: 'reading-ahead', binNumber, context, reading, sentAt }
    : { kind: 'reading', binNumber, context, reading };
}

function decodeFanEvent(json: unknown, frame: IncomingFrame, board: IngestBoard): FrameContent {
  const parsed = z.safeDecode(fanFrame, json as never);
  if (!parsed.success) return rejectInvalid(parsed.error, json);
  const { binNumber, sentAt, fan, commandId, lockout, causedBy, eventId } = parsed.data;
  if (hasNullCharacter(commandId)) return rejectNullCharacter('command_id', binNumber);
  if (hasNullCharacter(eventId)) return rejectNullCharacter('event_id', binNumber);
  const context = board.bins.get(binNumber);
  if (!context) return rejectUnknownBin(binNumber);
  // An event is used even if the clock is wrong; its time matters only for its place in the history.
  const time = resolveTime(sentAt, frame, board);
  return {
    kind: 'fan',
    binNumber,
    context,
    at: time.kind === 'raw-only' ? frame.receivedAt : time.at,
    sentAt,
    isOn: fan === 'on',
    commandId: commandId ?? null,
    lockout: lockout ?? null,
    causedBy: causedBy ?? (commandId === undefined ? 'switch' : 'command'),
    eventId: eventId ?? null,
    isImported: isImporting(board, frame) && isHistorical(parsed.data, frame),
  };
}

/**
 * Whether a fan event is more than a day old. A lockout or an answer to a command is always treated as
 * current.
 */
function isHistorical(
  { sentAt, lockout, commandId }: z.output<typeof fanFrame>,
  { receivedAt }: IncomingFrame,
): boolean {
  const isOld = sentAt >= OLDEST_SET_CLOCK && receivedAt - sentAt > MAX_LIVE_REPORT_AGE;
  return isOld && lockout !== true && commandId === undefined;
}

function decodeFirmwareReport(json: unknown): FrameContent {
  const parsed = z.safeDecode(firmwareFrame, json as never);
  if (!parsed.success) return rejectInvalid(parsed.error, json);
  const { kind, boardType, firmwareName, firmwareVersion, commandId, status } = parsed.data;
  const { binNumber = null, message = '' } = parsed.data;
  if (hasNullCharacter(message)) return rejectNullCharacter('message', binNumber);
  if (kind !== 'hello') {
    return {
      kind: 'report',
      binNumber,
      commandId: commandId ?? null,
      status: status ?? null,
      message,
    };
  }
  if (hasNullCharacter(firmwareVersion)) return rejectNullCharacter('firmware_version', binNumber);
  return {
    kind: 'hello',
    binNumber,
    boardType: boardType ?? null,
    firmwareName: firmwareName ?? null,
    firmwareVersion: firmwareVersion ?? null,
  };
}

function resolveTime(sentAt: Millis, frame: IncomingFrame, board: IngestBoard) {
  const { receivedAt } = frame;
  return resolveReadingTime({ sentAt, receivedAt, importAllowed: isImporting(board, frame) });
}

function isImporting({ importUntil }: IngestBoard, { receivedAt }: IncomingFrame): boolean {
  return importUntil !== null && importUntil > receivedAt;
}

function rejectOutsideTimeRange(
  reason: 'too-far-ahead' | 'too-old',
  binNumber: number,
): FrameContent {
  const text =
    reason === 'too-old'
      ? 'date_time is more than 400 days old'
      : 'date_time is more than 24 hours ahead';
  return { kind: 'rejected', binNumber, rejection: reason, reason: text };
}

function rejectUnknownBin(binNumber: number): FrameContent {
  return {
    kind: 'rejected',
    binNumber,
    rejection: 'unknown-bin',
    reason: `this board has no bin ${binNumber}`,
  };
}

/** PostgreSQL cannot store U+0000 in text. */
function hasNullCharacter(text: string | undefined): boolean {
  return text?.includes('\0') ?? false;
}

function rejectNullCharacter(path: string, binNumber: number | null): FrameContent {
  return { kind: 'rejected', binNumber, rejection: 'invalid', reason: `${path}: contains U+0000` };
}

function rejectInvalid(error: z.core.$ZodError, json: unknown): FrameContent {
  const issue = error.issues[0];
  const path = issue?.path.join('.') ?? '';
  return {
    kind: 'rejected',
    binNumber: findBinNumber(json),
    rejection: 'invalid',
    reason: toPrintable(`${path || 'frame'}: ${issue?.message ?? 'invalid'}`),
  };
}

/** The bin number of an otherwise invalid frame, so that the raw data page can filter by it. */
function findBinNumber(json: unknown): number | null {
  if (typeof json !== 'object' || json === null || !('bin_number' in json)) return null;
  const number = json.bin_number;
  return Number.isInteger(number) && Number(number) >= 1 && Number(number) <= 32
    ? Number(number)
    : null;
}

function reject(rejection: Rejection, reason: string): FrameContent {
  return { kind: 'rejected', binNumber: null, rejection, reason: toPrintable(reason) };
}

/** A reason can quote the frame, and PostgreSQL cannot store U+0000 in text. */
function toPrintable(text: string): string {
  return text.replace(/\p{C}/gu, '?').slice(0, 300);
}

function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
