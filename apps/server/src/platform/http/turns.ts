/**
 * Lets each caller begin one request per round of the event loop. A caller who sends many at once waits
 * for their own requests; others wait for one of them at most.
 */
export class Turns {
  /** What waits, by the callers that had their turn in this round. */
  private readonly callers = new Map<string, (() => void)[]>();

  /** `nextRound` runs a function once the event loop has read what others sent. */
  constructor(private readonly nextRound: (run: () => void) => void) {}

  /** Resolves when it is the caller's turn: at once for the first request of a round. */
  take(caller: string): Promise<void> {
    const waiting = this.callers.get(caller);
    if (waiting) return new Promise((resolve) => waiting.push(resolve));
    if (this.callers.size === 0) this.nextRound(() => this.giveTurns());
    this.callers.set(caller, []);
    return Promise.resolve();
  }

  private giveTurns(): void {
    for (const [caller, waiting] of this.callers) {
      const begin = waiting.shift();
      if (begin) begin();
      else this.callers.delete(caller);
    }
    if (this.callers.size > 0) this.nextRound(() => this.giveTurns());
  }
}
