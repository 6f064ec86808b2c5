import type { DecodedFrame, IncomingFrame } from './decode.ts';
import type { IngestPorts, StoredReading } from './ingest-ports.ts';
import { StaleRevisionError } from './ingest-revision.ts';
import { type PreparedBatch, packFrames, prepareBatch } from './prepare.ts';
import { createBatchAttempt } from './store-batch.ts';

/** Receives the outcome of each batch. */
export interface BatchObserver {
  /** The batch is on disk. */
  stored(frames: readonly DecodedFrame[], readings: readonly StoredReading[]): void;
  /** The batch could not be stored and will be tried again. */
  postponed(error: unknown): void;
  /** `stored` threw; the batch is on disk anyway, and is not stored again. */
  observerFailed(error: unknown): void;
}

interface WaitingFrame {
  readonly frame: IncomingFrame;
  readonly acknowledge: () => void;
}

const MAX_BATCH = 1_000;
/** With more bytes waiting than this, the gateway accepts no more boards. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
const RETRY_MS = 250;

/**
 * Collects frames while one batch is being written, and writes them as the next batch. A single frame is
 * written at once; many frames are written in large batches, each prepared while the one before it is being
 * written. A frame is acknowledged only after its batch is on disk. While the database is unavailable nothing
 * is acknowledged, and boards, which have few frames in flight, wait.
 */
export class Batcher {
  private waitingFrames: WaitingFrame[] = [];
  private waitingBytes = 0;
  private drainPromise: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly ports: IngestPorts,
    private readonly observer: BatchObserver,
  ) {}

  /** Adds a frame; `acknowledge` is called after it is on disk, never before. */
  add(frame: IncomingFrame, acknowledge: () => void): void {
    this.waitingFrames.push({ frame, acknowledge });
    this.waitingBytes += frame.payload.length;
    this.drainPromise ??= this.drain().finally(() => {
      this.drainPromise = null;
    });
  }

  /** The number of frames that are waiting for a batch. */
  get size(): number {
    return this.waitingFrames.length;
  }

  /** Whether frames are being written. */
  get isWriting(): boolean {
    return this.drainPromise !== null;
  }

  /** Whether so much is waiting that no more boards should connect. */
  get isFull(): boolean {
    return this.waitingBytes > MAX_WAITING_BYTES;
  }

  /**
   * Writes the waiting frames; those that cannot be written now stay unacknowledged, and the boards send them
   * again.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.drainPromise;
  }

  private async drain(): Promise<void> {
    for (let next = this.takeBatch(); next !== null; ) {
      const batch = next;
      const preparedBatch = await this.takePreparedBatch(batch);
      if (!preparedBatch) return;
      const storePromise = this.store(preparedBatch);
      next = this.takeBatch();
      if (next) next.prepared = prepareBatch(this.ports, toIncomingFrames(next));
      // The error is handled when it is this batch's turn.
      next?.prepared?.catch(() => {});
      if (!(await storePromise)) return;
      for (const { acknowledge } of batch.waitingFrames) acknowledge();
      next ??= this.takeBatch();
    }
  }

  private takeBatch(): Batch | null {
    if (this.waitingFrames.length === 0) return null;
    const waiting = this.waitingFrames.splice(0, MAX_BATCH);
    for (const { frame } of waiting) this.waitingBytes -= frame.payload.length;
    return { waitingFrames: waiting, prepared: null };
  }

  private async takePreparedBatch(batch: Batch): Promise<PreparedBatch | null> {
    try {
      if (batch.prepared) return await batch.prepared;
    } catch (error) {
      this.observer.postponed(error);
    }
    return this.prepare(toIncomingFrames(batch));
  }

  /**
   * Decoding loads boards that are not cached, so it also needs the database and is retried until it works.
   */
  private prepare(frames: readonly IncomingFrame[]): Promise<PreparedBatch | null> {
    return this.retryUntilDone(() => prepareBatch(this.ports, frames));
  }

  /**
   * Stores frames and notifies the observer; false only if the batcher is stopped while the database is
   * unavailable.
   */
  private async store(batch: PreparedBatch): Promise<boolean> {
    const { frames } = batch;
    const attempt = createBatchAttempt(this.ports, batch);
    const outcome = await this.retryUntilDone(() =>
      attempt().then(toStoredOutcome, toErrorOutcome),
    );
    switch (outcome?.kind) {
      case undefined:
        return false;
      case 'rejected':
        return this.storeInHalves(frames, outcome.error);
      case 'stale':
        return this.storeWithNewRevision(frames, outcome.mainBoardIds);
      case 'stored':
        this.notify(frames, outcome.readings);
        return true;
    }
  }

  /** Decodes frames again with the current settings of their bins, and stores them. */
  private async storeWithNewRevision(
    frames: readonly DecodedFrame[],
    mainBoardIds: ReadonlySet<string>,
  ): Promise<boolean> {
    for (const id of mainBoardIds) this.ports.boards.forget(id);
    const prepared = await this.prepare(frames.map(({ frame }) => frame));
    return prepared !== null && this.store(prepared);
  }

  private notify(frames: readonly DecodedFrame[], readings: readonly StoredReading[]): void {
    try {
      this.observer.stored(frames, readings);
    } catch (error) {
      this.observer.observerFailed(error);
    }
  }

  /**
   * Retries `work` until it succeeds; null only if the batcher is stopped while the database is unavailable.
   */
  private async retryUntilDone<T>(work: () => Promise<T>): Promise<T | null> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.observer.postponed(error);
        if (this.isStopping) return null;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Halves a batch that the database rejects for its data, until the frame at fault is alone. */
  private async storeInHalves(frames: readonly DecodedFrame[], cause: unknown): Promise<boolean> {
    const [first, ...others] = frames;
    if (first && others.length === 0) {
      return this.store(packFrames(this.ports, [rejectAsUnstorable(first, cause)]));
    }
    const middle = frames.length >> 1;
    return (
      (await this.store(packFrames(this.ports, frames.slice(0, middle)))) &&
      (await this.store(packFrames(this.ports, frames.slice(middle))))
    );
  }
}

interface Batch {
  readonly waitingFrames: readonly WaitingFrame[];
  prepared: Promise<PreparedBatch> | null;
}

function toIncomingFrames(batch: Batch): IncomingFrame[] {
  return batch.waitingFrames.map(({ frame }) => frame);
}

/** The outcome of an attempt that another attempt with the same batch would not change. */
type Outcome =
  | { readonly kind: 'stored'; readonly readings: readonly StoredReading[] }
  | { readonly kind: 'rejected'; readonly error: unknown }
  | { readonly kind: 'stale'; readonly mainBoardIds: ReadonlySet<string> };

function toStoredOutcome(readings: readonly StoredReading[]): Outcome {
  return { kind: 'stored', readings };
}

function toErrorOutcome(error: unknown): Outcome {
  if (error instanceof StaleRevisionError) {
    return { kind: 'stale', mainBoardIds: error.mainBoardIds };
  }
  if (isDataError(error)) return { kind: 'rejected', error };
  throw error;
}

function rejectAsUnstorable({ frame, content }: DecodedFrame, cause: unknown): DecodedFrame {
  const reason = `not storable: ${cause instanceof Error ? cause.message : String(cause)}`;
  const { binNumber } = content;
  return { frame, content: { kind: 'rejected', rejection: 'not-storable', binNumber, reason } };
}

/**
 * Classes 22, 23 and 54: invalid values, violated constraints, values too long for an index. The
 * data is at fault, not the connection, the disk or a temporary conflict.
 */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23|54)/.test(code);
}
