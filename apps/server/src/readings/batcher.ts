import type { IncomingFrame, ReadFrame } from '../boards/frames.ts';
import { type IngestPorts, readFrames, type StoredReading, storeBatch } from './ingest.ts';

/** What is told after each batch is on disk. */
export interface BatchObserver {
  stored(frames: readonly ReadFrame[], readings: readonly StoredReading[]): void;
  /** The batch could not be stored and will be tried again. */
  postponed(error: unknown): void;
}

interface Waiting {
  readonly frame: IncomingFrame;
  readonly acknowledge: () => void;
}

const RETRY_MS = 250;

/**
 * Gathers frames while one batch is being written, and writes them as the next: single frames
 * leave at once, a flood in large batches. A frame is acknowledged only after its batch is on
 * disk. While the database is away nothing is acknowledged, and boards, which have a bounded
 * number of frames in flight, wait.
 */
export class Batcher {
  private waiting: Waiting[] = [];
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly ports: IngestPorts,
    private readonly observer: BatchObserver,
    private readonly maxBatch = 500,
  ) {}

  /** Takes a frame; `acknowledge` is called once it is on disk, never before. */
  add(frame: IncomingFrame, acknowledge: () => void): void {
    this.waiting.push({ frame, acknowledge });
    this.running ??= this.drain().finally(() => {
      this.running = null;
    });
  }

  /** How many frames wait. */
  get size(): number {
    return this.waiting.length;
  }

  /** Writes what waits, once; what cannot be written now stays unacknowledged and is sent again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.maxBatch);
      const isStored = await this.store(batch);
      if (!isStored) return;
      for (const { acknowledge } of batch) acknowledge();
    }
  }

  /** Tries until the batch is on disk; false only when stopping with the database away. */
  private async store(batch: readonly Waiting[]): Promise<boolean> {
    for (;;) {
      try {
        await this.storeOnce(batch.map(({ frame }) => frame));
        return true;
      } catch (error) {
        this.observer.postponed(error);
        if (this.isStopping) return false;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  private async storeOnce(frames: readonly IncomingFrame[]): Promise<void> {
    const read = await readFrames(this.ports, frames);
    try {
      this.observer.stored(read, await storeBatch(this.ports, read));
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      await this.storeApart(read, error);
    }
  }

  /** A batch the database refuses for its data is halved until the frame at fault stands alone. */
  private async storeApart(read: readonly ReadFrame[], cause: unknown): Promise<void> {
    if (read.length > 1) {
      const middle = read.length >> 1;
      for (const half of [read.slice(0, middle), read.slice(middle)]) {
        await this.storeOnce(half.map(({ frame }) => frame));
      }
      return;
    }
    const unstorable = read.map(({ frame, meaning }): ReadFrame => ({
      frame,
      meaning: {
        kind: 'rejected',
        rejection: 'not-storable',
        binNumber: meaning.binNumber,
        reason: `not storable: ${cause instanceof Error ? cause.message : String(cause)}`,
      },
    }));
    this.observer.stored(unstorable, await storeBatch(this.ports, unstorable));
  }
}

/** Classes 22 and 23: the data, not the connection, the disk or a passing conflict. */
function isOfTheData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('22') || code.startsWith('23');
}
