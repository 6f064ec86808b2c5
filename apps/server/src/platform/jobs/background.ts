/**
 * A background job that never runs concurrently with itself. A request during a run causes another run,
 * because the current one might have started too early to include it.
 */
export class BackgroundJob {
  private currentRun: Promise<void> | null = null;
  private isRequested = false;
  private readonly stopController = new AbortController();

  constructor(
    /** Should end early when the signal is aborted. */
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when all requested runs are done or have failed. */
  run(): Promise<void> {
    this.isRequested = true;
    this.currentRun ??= this.runAll();
    return this.currentRun;
  }

  /** Aborts the current run and prevents further ones. */
  async stop(): Promise<void> {
    this.stopController.abort();
    await this.currentRun;
  }

  private async runAll(): Promise<void> {
    const { signal } = this.stopController;
    while (this.isRequested && !signal.aborted) {
      this.isRequested = false;
      await this.work(signal).catch(this.onError);
    }
    this.currentRun = null;
  }
}
