import type { Millis } from '@granary/domain/units';
import { Histogram } from './load/histogram.ts';
import { LoadPublisher } from './load/publisher.ts';

export interface LoadBoard {
  readonly mainBoardId: string;
  readonly key: string;
  /** The bin numbers; their frames alternate. */
  readonly bins: readonly number[];
}

export interface LoadOptions {
  readonly host?: string;
  readonly port: number;
  readonly boards: readonly LoadBoard[];
  /** The total number of frames from all boards; without it, the test runs until `signal` aborts. */
  readonly frames?: number;
  /** The maximum number of unacknowledged frames per board, 1 to 65,535; default 64. */
  readonly window?: number;
  /** Frames per second from all boards; without it, as many as the window allows. */
  readonly ratePerSecond?: number;
  /** `date_time` of each bin's first frame, and the step to its next, ms; default 1,000. */
  readonly start: Millis;
  readonly stepMs?: number;
  /** Cables per frame and sensors per cable; default 8 by 16, which is 1.3 kB. */
  readonly cables?: number;
  readonly sensors?: number;
  /** Stops sending; acknowledgments are then awaited for `graceMs`, default 5,000. */
  readonly signal?: AbortSignal;
  readonly graceMs?: number;
  /** Called every second. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

export interface LoadProgress {
  readonly sentCount: number;
  readonly acknowledgedCount: number;
}

/** A frame that the server acknowledged. */
export interface Acknowledgment {
  readonly mainBoardId: string;
  readonly binNumber: number;
  readonly at: Millis;
}

export interface LoadTestResult extends LoadProgress {
  /** From the first frame to the last acknowledgment. */
  readonly seconds: number;
  readonly reconnects: number;
  /** From a frame's scheduled time (without a rate, its first send) to its acknowledgment. */
  readonly latency: Histogram;
  /** Lists every acknowledged frame, board by board. */
  listAcknowledgments(): Iterable<Acknowledgment>;
}

const TICK_MS = 1;
const PROGRESS_MS = 1_000;
const DEFAULT_WINDOW = 64;
const MAX_WINDOW = 65_535;
const DEFAULT_GRACE_MS = 5_000;

/**
 * Publishes readings as `boards`, each an MQTT 3.1.1 client with QoS 1 and a window of frames in
 * flight, until `frames` are acknowledged or `signal` stops it. Each frame's (bin, date_time) is
 * unique. After a reconnect, unacknowledged frames are sent again. Rejects with LoadRejectedError
 * when the server rejects a board.
 */
export function publishLoad(options: LoadOptions): Promise<LoadTestResult> {
  return new LoadTest(options).run();
}

class LoadTest {
  readonly #options: LoadOptions;
  readonly #total: number;
  readonly #boards: readonly { readonly publisher: LoadPublisher; readonly quota: number }[];
  readonly #latency = new Histogram();
  #sentCount = 0;
  #acknowledgedCount = 0;
  #startedAt = 0;
  #lastAckAt = 0;
  #isSending = true;
  #turn = 0;
  #finish: () => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(options: LoadOptions) {
    const { boards, frames = Number.POSITIVE_INFINITY, window = DEFAULT_WINDOW } = options;
    if (!(window >= 1 && window <= MAX_WINDOW)) throw new RangeError('window must be 1 to 65,535');
    this.#options = options;
    this.#total = frames;
    this.#boards = boards.map((board, i) => {
      const extra = frames % boards.length > i ? 1 : 0;
      const quota = Number.isFinite(frames) ? Math.floor(frames / boards.length) + extra : frames;
      return { publisher: this.#createPublisher(board, window, quota), quota };
    });
  }

  async run(): Promise<LoadTestResult> {
    const { signal, onProgress, graceMs = DEFAULT_GRACE_MS } = this.#options;
    this.#startedAt = performance.now();
    const timers: NodeJS.Timeout[] = [];
    const stop = () => {
      this.#isSending = false;
      timers.push(setTimeout(this.#finish, graceMs));
      this.#finishWhenDone();
    };
    try {
      await new Promise<void>((resolve, reject) => {
        this.#finish = resolve;
        this.#reject = reject;
        for (const { publisher } of this.#boards) publisher.open();
        if (this.#options.ratePerSecond !== undefined) {
          timers.push(setInterval(() => this.#sendDueFrames(), TICK_MS));
        }
        if (onProgress)
          timers.push(setInterval(() => onProgress(this.#getProgress()), PROGRESS_MS));
        if (signal?.aborted) stop();
        else signal?.addEventListener('abort', stop, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', stop);
      for (const timer of timers) clearTimeout(timer);
      for (const { publisher } of this.#boards) publisher.close();
    }
    return this.#createResult();
  }

  #createPublisher(board: LoadBoard, window: number, quota: number): LoadPublisher {
    const { host = '127.0.0.1', port, start, stepMs = 1_000 } = this.#options;
    const { cables = 8, sensors = 16, ratePerSecond } = this.#options;
    const publisher: LoadPublisher = new LoadPublisher({
      ...board,
      host,
      port,
      start,
      stepMs,
      window,
      size: { cables, sensors },
      latency: this.#latency,
      onWindowOpen: (acknowledged) => {
        this.#acknowledgedCount += acknowledged;
        this.#lastAckAt = performance.now();
        if (ratePerSecond === undefined) this.#fillWindow(publisher, quota);
        this.#finishWhenDone();
      },
      onRejected: (error) => this.#reject(error),
    });
    return publisher;
  }

  /** Fills a board's window. */
  #fillWindow(publisher: LoadPublisher, quota: number): void {
    if (this.#isSending) this.#send(publisher, publisher.freeWindow, quota, performance.now());
  }

  /** Sends the frames that are due at the rate, an equal share from each board. */
  #sendDueFrames(): void {
    const { ratePerSecond = 0 } = this.#options;
    if (!this.#isSending) return;
    const perMs = ratePerSecond / 1000;
    const dueCount = Math.floor((performance.now() - this.#startedAt) * perMs) - this.#sentCount;
    let remaining = Math.min(dueCount, this.#total - this.#sentCount);
    const boardCount = this.#boards.length;
    for (let i = 0; i < boardCount && remaining > 0; i++) {
      const board = this.#boards[(this.#turn + i) % boardCount];
      if (board === undefined) break;
      const { publisher, quota } = board;
      const share = Math.min(publisher.freeWindow, Math.ceil(remaining / (boardCount - i)));
      // The latency of a late frame is measured from its scheduled time.
      remaining -= this.#send(publisher, share, quota, this.#startedAt + this.#sentCount / perMs);
    }
    this.#turn = (this.#turn + 1) % boardCount;
  }

  #send(publisher: LoadPublisher, maxCount: number, quota: number, dueAt: number): number {
    const count = Math.min(maxCount, quota - publisher.sentCount);
    if (count <= 0) return 0;
    publisher.send(count, dueAt);
    this.#sentCount += count;
    return count;
  }

  #finishWhenDone(): void {
    const isAllSent = !this.#isSending || this.#sentCount >= this.#total;
    if (isAllSent && this.#acknowledgedCount === this.#sentCount) this.#finish();
  }

  #getProgress(): LoadProgress {
    return { sentCount: this.#sentCount, acknowledgedCount: this.#acknowledgedCount };
  }

  #createResult(): LoadTestResult {
    const publishers = this.#boards;
    const { boards } = this.#options;
    return {
      ...this.#getProgress(),
      seconds: Math.max(0, this.#lastAckAt - this.#startedAt) / 1000,
      reconnects: publishers.reduce((sum, { publisher }) => sum + publisher.reconnects, 0),
      latency: this.#latency,
      *listAcknowledgments() {
        for (const [i, { mainBoardId }] of boards.entries()) {
          for (const frame of publishers[i]?.publisher.listAcknowledgments() ?? []) {
            yield { mainBoardId, ...frame };
          }
        }
      },
    };
  }
}
