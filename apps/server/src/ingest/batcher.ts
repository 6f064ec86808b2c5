import { StaleBinsError } from '../readings/stale-bins.ts';
import type { IncomingFrame, ReadFrame } from './decode.ts';
import { type PreparedBatch, packBatch, prepareBatch } from './prepare.ts';
import { type IngestPorts, type StoredReading, storeBatch } from './store-batch.ts';

/** What is told of each batch. */
export interface BatchObserver {
  /** The batch is on disk. */
  stored(frames: readonly ReadFrame[], readings: readonly StoredReading[]): void;
  /** The batch could not be stored and will be tried again. */
  postponed(error: unknown): void;
  /** `stored` failed; the batch is on disk all the same, and nothing is tried again. */
  untold(error: unknown): void;
}

interface Waiting {
  readonly frame: IncomingFrame;
  readonly acknowledge: () => void;
}

const MAX_BATCH = 1_000;
/** With more bytes waiting than this, nobody should bring new frames. */
const FULL_BYTES = 128 * 1024 * 1024;
const RETRY_MS = 250;

/**
 * Gathers frames while one batch is being written, and writes them as the next: single frames
 * leave at once, a flood in large batches, each read and packed while the one before it is being
 * written. A frame is acknowledged only after its batch is on disk. While the database is away
 * nothing is acknowledged, and boards, which have a bounded number of frames in flight, wait.
 */
export class Batcher {
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly ports: IngestPorts,
    private readonly observer: BatchObserver,
  ) {}

  /** Takes a frame; `acknowledge` is called once it is on disk, never before. */
  add(frame: IncomingFrame, acknowledge: () => void): void {
    this.waiting.push({ frame, acknowledge });
    this.waitingBytes += frame.payload.length;
    this.running ??= this.drain().finally(() => {
      this.running = null;
    });
  }

  /** How many frames wait to be taken into a batch. */
  get size(): number {
    return this.waiting.length;
  }

  /** Whether so much waits that boards had better come later. */
  get isFull(): boolean {
    return this.waitingBytes > FULL_BYTES;
  }

  /** Writes what waits; what the database does not take now stays unacknowledged and comes again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async drain(): Promise<void> {
    for (let next = this.take(); next !== null; ) {
      const batch = next;
      const prepared = await this.prepared(batch);
      if (!prepared) return;
      const storing = this.store(prepared);
      next = this.take();
      if (next) next.prepared = prepareBatch(this.ports, framesOf(next));
      // Its error is met when the batch's turn comes.
      next?.prepared?.catch(() => {});
      if (!(await storing)) return;
      for (const { acknowledge } of batch.waiting) acknowledge();
      next ??= this.take();
    }
  }

  private take(): Batch | null {
    if (this.waiting.length === 0) return null;
    const waiting = this.waiting.splice(0, MAX_BATCH);
    for (const { frame } of waiting) this.waitingBytes -= frame.payload.length;
    return { waiting, prepared: null };
  }

  private async prepared(batch: Batch): Promise<PreparedBatch | null> {
    try {
      if (batch.prepared) return await batch.prepared;
    } catch (error) {
      this.observer.postponed(error);
    }
    return this.prepare(framesOf(batch));
  }

  /** Reading needs the database for boards not met before, so it is tried until it works too. */
  private prepare(frames: readonly IncomingFrame[]): Promise<PreparedBatch | null> {
    return this.untilDone(() => prepareBatch(this.ports, frames));
  }

  /** Stores frames and tells of them; false only when stopping while the database is away. */
  private async store(batch: PreparedBatch): Promise<boolean> {
    const { frames } = batch;
    const attempt = storeBatch(this.ports, batch);
    const outcome = await this.untilDone(() => attempt().then(stored, refused));
    switch (outcome?.kind) {
      case undefined:
        return false;
      case 'refused':
        return this.storeApart(frames, outcome.error);
      case 'stale':
        return this.storeAnew(frames, outcome.mainBoardIds);
      case 'stored':
        this.tell(frames, outcome.readings);
        return true;
    }
  }

  /** Reads frames again, with what their boards' bins are now, and stores what they come to. */
  private async storeAnew(
    frames: readonly ReadFrame[],
    mainBoardIds: ReadonlySet<string>,
  ): Promise<boolean> {
    for (const id of mainBoardIds) this.ports.boards.forget(id);
    const prepared = await this.prepare(frames.map(({ frame }) => frame));
    return prepared !== null && this.store(prepared);
  }

  private tell(frames: readonly ReadFrame[], readings: readonly StoredReading[]): void {
    try {
      this.observer.stored(frames, readings);
    } catch (error) {
      this.observer.untold(error);
    }
  }

  /** Tries until it works; null only when stopping while the database is away. */
  private async untilDone<T>(work: () => Promise<T>): Promise<T | null> {
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

  /** A batch the database refuses for its data is halved until the frame at fault stands alone. */
  private async storeApart(frames: readonly ReadFrame[], cause: unknown): Promise<boolean> {
    const [first, ...others] = frames;
    if (first && others.length === 0) {
      return this.store(packBatch(this.ports, [unstorableFrame(first, cause)]));
    }
    const middle = frames.length >> 1;
    return (
      (await this.store(packBatch(this.ports, frames.slice(0, middle)))) &&
      (await this.store(packBatch(this.ports, frames.slice(middle))))
    );
  }
}

interface Batch {
  readonly waiting: readonly Waiting[];
  prepared: Promise<PreparedBatch> | null;
}

function framesOf(batch: Batch): IncomingFrame[] {
  return batch.waiting.map(({ frame }) => frame);
}

/** What a try to store a batch leads to, where another try as it is would lead to the same. */
type Outcome =
  | { readonly kind: 'stored'; readonly readings: readonly StoredReading[] }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'stale'; readonly mainBoardIds: ReadonlySet<string> };

function stored(readings: readonly StoredReading[]): Outcome {
  return { kind: 'stored', readings };
}

function refused(error: unknown): Outcome {
  if (error instanceof StaleBinsError) return { kind: 'stale', mainBoardIds: error.mainBoardIds };
  if (isOfTheData(error)) return { kind: 'refused', error };
  throw error;
}

function unstorableFrame({ frame, meaning }: ReadFrame, cause: unknown): ReadFrame {
  const reason = `not storable: ${cause instanceof Error ? cause.message : String(cause)}`;
  const { binNumber } = meaning;
  return { frame, meaning: { kind: 'rejected', rejection: 'not-storable', binNumber, reason } };
}

/**
 * Classes 22, 23 and 54, values that cannot be, may not be or are too long for an index: the data,
 * not the connection, the disk or a passing conflict.
 */
function isOfTheData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23|54)/.test(code);
}
