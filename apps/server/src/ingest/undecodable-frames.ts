import { HOUR } from '@granary/domain/units';
import type { DecodedFrame, IncomingFrame, Rejection } from './decode.ts';

export interface UndecodableFramePorts {
  /** How many frames of one board are stored per hour; beyond that, one in `SAMPLE_INTERVAL`. */
  readonly maxPerHour: number;
  /** A frame of the board is not stored. */
  frameNotStored(mainBoardId: string): void;
}

/** What is done with a frame that cannot be decoded. */
type Decision =
  | { readonly isStored: false }
  /** `skipped` frames of the board before it were not stored. */
  | { readonly isStored: true; readonly skipped: number };

interface BoardCount {
  hour: number;
  count: number;
  skipped: number;
}

const SAMPLE_INTERVAL = 100;

/** The others may hold data, and are always stored. */
const UNDECODABLE: ReadonlySet<Rejection> = new Set([
  'too-long',
  'unknown-topic',
  'not-json',
  'invalid',
]);

/** Counts and samples frames that cannot be decoded, so that one board cannot fill the disk. */
export class UndecodableFrames {
  private readonly boards = new Map<string, BoardCount>();
  /** A frame is decoded again when its batch has to be. */
  private readonly decisions = new WeakMap<IncomingFrame, Decision>();

  constructor(private readonly ports: UndecodableFramePorts) {}

  /** The reason to store with a frame as raw data; `NOT_STORED` if the frame is not stored. */
  findReason({ frame, content }: DecodedFrame): string | null | typeof NOT_STORED {
    if (content.kind !== 'rejected') return null;
    if (!UNDECODABLE.has(content.rejection)) return content.reason;
    const decision = this.decide(frame);
    if (!decision.isStored) return NOT_STORED;
    if (decision.skipped === 0) return content.reason;
    return `${content.reason} (${decision.skipped} such frames before it were not stored)`;
  }

  private decide(frame: IncomingFrame): Decision {
    const known = this.decisions.get(frame);
    if (known) return known;
    const decision = this.count(frame);
    this.decisions.set(frame, decision);
    if (!decision.isStored) this.ports.frameNotStored(frame.mainBoardId);
    return decision;
  }

  private count({ mainBoardId, receivedAt }: IncomingFrame): Decision {
    const hour = Math.floor(receivedAt / HOUR);
    const board = this.boards.get(mainBoardId) ?? { hour, count: 0, skipped: 0 };
    this.boards.set(mainBoardId, board);
    if (board.hour !== hour) {
      board.hour = hour;
      board.count = 0;
    }
    board.count += 1;
    const beyond = board.count - this.ports.maxPerHour;
    if (beyond > 0 && beyond % SAMPLE_INTERVAL !== 0) {
      board.skipped += 1;
      return { isStored: false };
    }
    const { skipped } = board;
    board.skipped = 0;
    return { isStored: true, skipped };
  }
}

/** Instead of a reason: the frame is counted, and not stored. */
export const NOT_STORED = Symbol('not stored');
