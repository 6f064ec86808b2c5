/**
 * Starts at most one request of each caller in each round, so that one caller's burst delays others by
 * one request at most.
 */
export class FairQueue {
  /** The waiting requests of each caller that has had its turn in this round. */
  private readonly callers = new Map<string, (() => void)[]>();

  /** `nextRound` runs a function once the event loop has handled what others sent. */
  constructor(private readonly nextRound: (run: () => void) => void) {}

  /** Resolves when it is the caller's turn: at once for the first request of a round. */
  enter(caller: string): Promise<void> {
    const waiting = this.callers.get(caller);
    if (waiting) return new Promise((resolve) => waiting.push(resolve));
    if (this.callers.size === 0) this.nextRound(() => this.startNextRound());
    this.callers.set(caller, []);
    return Promise.resolve();
  }

  private startNextRound(): void {
    for (const [caller, waiting] of this.callers) {
      const begin = waiting.shift();
      if (begin) begin();
      else this.callers.delete(caller);
    }
    if (this.callers.size > 0) this.nextRound(() => this.startNextRound());
  }
}

/** An event loop round shorter than this is quiet, ms. */
const QUIET_MS = 0.2;
/** The longest wait for a quiet round, ms. */
const MAX_WAIT_MS = 5;

/** The event loop and its clock, ms. */
export interface EventLoop {
  nextRound(run: () => void): void;
  now(): number;
}

const eventLoop: EventLoop = { nextRound: setImmediate, now: () => performance.now() };

/** Runs a function after a round of the event loop in which little else happened, or after 5 ms. */
export function runInQuietRound(run: () => void, { nextRound, now }: EventLoop = eventLoop): void {
  const until = now() + MAX_WAIT_MS;
  const wait = (began: number) =>
    nextRound(() => {
      const ended = now();
      if (ended - began < QUIET_MS || ended > until) run();
      else wait(ended);
    });
  wait(now());
}
