/**
 * Work beside everything else, one run at a time. Whoever asks for it while it runs gets another
 * run after, since what they ask for may have come too late for this one.
 */
export class Background {
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  private readonly stopping = new AbortController();

  constructor(
    /** Ends early once the signal is aborted. */
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Settles when all that was asked for is done, or has failed. */
  run(): Promise<void> {
    this.isAskedAgain = true;
    this.running ??= this.runAll();
    return this.running;
  }

  /** Ends what runs as soon as it can end, and lets nothing begin any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async runAll(): Promise<void> {
    const { signal } = this.stopping;
    while (this.isAskedAgain && !signal.aborted) {
      this.isAskedAgain = false;
      await this.work(signal).catch(this.failed);
    }
    this.running = null;
  }
}
