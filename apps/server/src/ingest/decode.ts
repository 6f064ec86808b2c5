import { fanFrame, firmwareFrame } from '@granary/contract/boards/frame';
import { type FrameKind, frameKindOf, MAX_FRAME_BYTES } from '@granary/contract/boards/topics';
import { readingFrame } from '@granary/contract/readings/frame';
import { placeInTime } from '@granary/domain/boards/clock';
import type { Reading } from '@granary/domain/readings/reading';
import { readingOf } from '@granary/domain/readings/report';
import type { Millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import type { Board } from '../boards/directory.ts';
import type { BoardBin } from './ingest-revision.ts';

/** A publish as a board sent it. */
export interface IncomingFrame {
  readonly mainBoardId: string;
  readonly topic: string;
  readonly payload: Buffer;
  readonly receivedAt: Millis;
}

/** Why a frame cannot be used; counted by this, and kept with the frame in words. */
export type Rejection =
  | 'too-long'
  | 'unknown-topic'
  | 'not-json'
  | 'invalid'
  | 'unknown-bin'
  | 'too-far-ahead'
  | 'too-old'
  | 'not-storable';

/** What a frame means. `binNumber` is what it says of itself, for the raw data's filter. */
export type Meaning = { readonly binNumber: number | null } & (
  | { readonly kind: 'reading'; readonly context: BoardBin; readonly reading: Reading }
  | {
      /** A reading whose clock runs ahead: it stands at its arrival, or the next free instant. */
      readonly kind: 'reading-ahead';
      readonly context: BoardBin;
      readonly reading: Reading;
      readonly sentAt: Millis;
    }
  | {
      readonly kind: 'fan';
      readonly context: BoardBin;
      readonly at: Millis;
      /** By the board's clock, right or wrong. */
      readonly sentAt: Millis;
      readonly isOn: boolean;
      readonly commandId: string | null;
      readonly lockout: boolean;
    }
  | {
      readonly kind: 'hello';
      readonly boardType: string | null;
      readonly firmwareName: string | null;
      readonly firmwareVersion: string | null;
    }
  /** Word of a configuration or an update: kept as raw data. */
  | { readonly kind: 'report' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection; readonly reason: string }
);

/** A frame with what it means. */
export interface ReadFrame {
  readonly frame: IncomingFrame;
  readonly meaning: Meaning;
}

/** Reads a frame. Whatever it holds, this does not throw. */
export function interpret(frame: IncomingFrame, board: Board): Meaning {
  const { payload } = frame;
  if (payload.length > MAX_FRAME_BYTES) {
    return rejected('too-long', `${payload.length} bytes; at most ${MAX_FRAME_BYTES} are read`);
  }
  const kind = frameKindOf(frame.mainBoardId, frame.topic);
  if (kind === null) return rejected('unknown-topic', 'no such kind of frame');
  let sent: unknown;
  try {
    sent = JSON.parse(payload.toString('utf8'));
  } catch (error) {
    return rejected('not-json', `no JSON: ${messageOf(error)}`);
  }
  return readers[kind](sent, frame, board);
}

type Reader = (sent: unknown, frame: IncomingFrame, board: Board) => Meaning;

const readers: Record<FrameKind, Reader> = {
  'temp-data': readReading,
  'fan-data': readFan,
  'firmware-data': readFirmware,
};

function readReading(sent: unknown, frame: IncomingFrame, board: Board): Meaning {
  const parsed = z.safeDecode(readingFrame, sent as never);
  if (!parsed.success) return invalid(parsed.error, sent);
  const { binNumber, sentAt } = parsed.data;
  const context = board.bins.get(binNumber);
  if (!context) return unknownBin(binNumber);
  const placement = place(sentAt, frame, board);
  if (placement.kind === 'raw-only') return outOfTime(placement.reason, binNumber);
  const isAhead = placement.kind === 'at-arrival';
  const reading = readingOf(parsed.data, placement.at, isAhead);
  return isAhead
    ? { kind: 'reading-ahead', binNumber, context, reading, sentAt }
    : { kind: 'reading', binNumber, context, reading };
}

function readFan(sent: unknown, frame: IncomingFrame, board: Board): Meaning {
  const parsed = z.safeDecode(fanFrame, sent as never);
  if (!parsed.success) return invalid(parsed.error, sent);
  const { binNumber, sentAt, fan, commandId, lockout } = parsed.data;
  if (isUnwritable(commandId)) return unwritable('command_id', binNumber);
  const context = board.bins.get(binNumber);
  if (!context) return unknownBin(binNumber);
  const placement = place(sentAt, frame, board);
  if (placement.kind === 'raw-only') return outOfTime(placement.reason, binNumber);
  return {
    kind: 'fan',
    binNumber,
    context,
    at: placement.at,
    sentAt,
    isOn: fan === 'on',
    commandId: commandId ?? null,
    lockout: lockout ?? false,
  };
}

function readFirmware(sent: unknown): Meaning {
  const parsed = z.safeDecode(firmwareFrame, sent as never);
  if (!parsed.success) return invalid(parsed.error, sent);
  const { kind, boardType, firmwareName, firmwareVersion } = parsed.data;
  const binNumber = parsed.data.binNumber ?? null;
  if (kind !== 'hello') return { kind: 'report', binNumber };
  if (isUnwritable(firmwareVersion)) return unwritable('firmware_version', binNumber);
  return {
    kind: 'hello',
    binNumber,
    boardType: boardType ?? null,
    firmwareName: firmwareName ?? null,
    firmwareVersion: firmwareVersion ?? null,
  };
}

function place(sentAt: Millis, frame: IncomingFrame, board: Board) {
  const { receivedAt } = frame;
  const importAllowed = board.importUntil !== null && board.importUntil > receivedAt;
  return placeInTime({ sentAt, receivedAt, importAllowed });
}

function outOfTime(reason: 'too-far-ahead' | 'too-old', binNumber: number): Meaning {
  const words =
    reason === 'too-old'
      ? 'date_time is more than 400 days old'
      : 'date_time is more than 24 hours ahead';
  return { kind: 'rejected', binNumber, rejection: reason, reason: words };
}

function unknownBin(binNumber: number): Meaning {
  return {
    kind: 'rejected',
    binNumber,
    rejection: 'unknown-bin',
    reason: `this board has no bin ${binNumber}`,
  };
}

/** PostgreSQL takes no U+0000 in a text. */
function isUnwritable(text: string | undefined): boolean {
  return text?.includes('\0') ?? false;
}

function unwritable(path: string, binNumber: number | null): Meaning {
  return { kind: 'rejected', binNumber, rejection: 'invalid', reason: `${path}: holds U+0000` };
}

function invalid(error: z.core.$ZodError, sent: unknown): Meaning {
  const issue = error.issues[0];
  const path = issue?.path.join('.') ?? '';
  return {
    kind: 'rejected',
    binNumber: binNumberIn(sent),
    rejection: 'invalid',
    reason: printable(`${path || 'frame'}: ${issue?.message ?? 'invalid'}`),
  };
}

/** A number in a frame that is otherwise wrong still files it under its bin. */
function binNumberIn(sent: unknown): number | null {
  if (typeof sent !== 'object' || sent === null || !('bin_number' in sent)) return null;
  const number = sent.bin_number;
  return Number.isInteger(number) && Number(number) >= 1 && Number(number) <= 32
    ? Number(number)
    : null;
}

function rejected(rejection: Rejection, reason: string): Meaning {
  return { kind: 'rejected', binNumber: null, rejection, reason: printable(reason) };
}

/** A reason may quote the frame, and PostgreSQL takes no NUL in a text. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?').slice(0, 300);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
