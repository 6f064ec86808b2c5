/**
 * A background job that never runs twice at the same time. A request during a run causes another run,
 * because the current one may have started too early to include it.
 */
export class BackgroundJob {
  private running: Promise<void> | null = null;
  private isRequested = false;
  private readonly stopping = new AbortController();

  constructor(
    /** Should end early when the signal is aborted. */
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when all requested runs are done or have failed. */
  run(): Promise<void> {
    this.isRequested = true;
    this.running ??= this.runAll();
    return this.running;
  }

  /** Aborts the current run and prevents further ones. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async runAll(): Promise<void> {
    const { signal } = this.stopping;
    while (this.isRequested && !signal.aborted) {
      this.isRequested = false;
      await this.work(signal).catch(this.onError);
    }
    this.running = null;
  }
}
