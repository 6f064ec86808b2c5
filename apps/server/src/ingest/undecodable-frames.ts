import { HOUR } from '@granary/domain/units';
import type { DecodedFrame, IncomingFrame, Rejection } from './decode.ts';

export interface UndecodableFramePorts {
  /**
   * The maximum number of undecodable frames to store per board and hour; beyond that, one in
   * `SAMPLE_INTERVAL` is stored.
   */
  readonly maxPerHour: number;
  /** Called for each frame from the board that is not stored. */
  frameNotStored(mainBoardId: string): void;
}

/** The decision about a frame that cannot be decoded. */
type Decision =
  | { readonly isStored: false }
  /** `skipped` is the number of the board's frames that were not stored since the last stored one. */
  | { readonly isStored: true; readonly skipped: number };

interface BoardCount {
  hour: number;
  count: number;
  skipped: number;
}

const SAMPLE_INTERVAL = 100;

/** Frames rejected for other reasons may contain data and are always stored. */
const UNDECODABLE_REJECTIONS: ReadonlySet<Rejection> = new Set([
  'too-long',
  'unknown-topic',
  'not-json',
  'invalid',
]);

/** Counts and samples frames that cannot be decoded, so that one board cannot fill the disk. */
export class UndecodableFrameSampler {
  private readonly boards = new Map<string, BoardCount>();
  /** A frame is decoded again when its batch is retried, but must be counted only once. */
  private readonly decisions = new WeakMap<IncomingFrame, Decision>();

  constructor(private readonly ports: UndecodableFramePorts) {}

  /** The reason to store with a frame as raw data; `NOT_STORED` if the frame is not stored. */
  findReason({ frame, content }: DecodedFrame): string | null | typeof NOT_STORED {
    if (content.kind !== 'rejected') return null;
    if (!UNDECODABLE_REJECTIONS.has(content.rejection)) return content.reason;
    const decision = this.decide(frame);
    if (!decision.isStored) return NOT_STORED;
    if (decision.skipped === 0) return content.reason;
    return `${content.reason} (${decision.skipped} earlier frames like this were not stored)`;
  }

  private decide(frame: IncomingFrame): Decision {
    const earlierDecision = this.decisions.get(frame);
    if (earlierDecision) return earlierDecision;
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
    const excess = board.count - this.ports.maxPerHour;
    if (excess > 0 && excess % SAMPLE_INTERVAL !== 0) {
      board.skipped += 1;
      return { isStored: false };
    }
    const { skipped } = board;
    board.skipped = 0;
    return { isStored: true, skipped };
  }
}

/** Returned instead of a reason if the frame is counted but not stored. */
export const NOT_STORED = Symbol('not stored');
