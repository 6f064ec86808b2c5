/**
 * Starts at most one request per caller in each round, so that a burst from one caller delays the others by
 * at most one request.
 */
export class FairQueue {
  /** The waiting requests of each caller that has had its turn in this round. */
  private readonly callers = new Map<string, (() => void)[]>();

  /** `runInNextIteration` schedules a function to run after the event loop has handled the other pending work. */
  constructor(private readonly runInNextIteration: (run: () => void) => void) {}

  /** Resolves when it is the caller's turn: at once for the first request of a round. */
  enter(caller: string): Promise<void> {
    const waitingRequests = this.callers.get(caller);
    if (waitingRequests) return new Promise((resolve) => waitingRequests.push(resolve));
    if (this.callers.size === 0) this.runInNextIteration(() => this.startNextRound());
    this.callers.set(caller, []);
    return Promise.resolve();
  }

  private startNextRound(): void {
    for (const [caller, waitingRequests] of this.callers) {
      const begin = waitingRequests.shift();
      if (begin) begin();
      else this.callers.delete(caller);
    }
    if (this.callers.size > 0) this.runInNextIteration(() => this.startNextRound());
  }
}

/** An event loop iteration shorter than this is considered idle, ms. */
const IDLE_ITERATION_MS = 0.2;
/** The longest wait for an idle iteration, ms. */
const MAX_WAIT_MS = 5;

/** The event loop and its clock, ms. */
export interface EventLoop {
  runInNextIteration(run: () => void): void;
  now(): number;
}

const eventLoop: EventLoop = { runInNextIteration: setImmediate, now: () => performance.now() };

/** Runs a function after an idle iteration of the event loop, or after 5 ms. */
export function runWhenIdle(
  run: () => void,
  { runInNextIteration, now }: EventLoop = eventLoop,
): void {
  const deadline = now() + MAX_WAIT_MS;
  const wait = (startedAt: number) =>
    runInNextIteration(() => {
      const endedAt = now();
      if (endedAt - startedAt < IDLE_ITERATION_MS || endedAt > deadline) run();
      else wait(endedAt);
    });
  wait(now());
}
