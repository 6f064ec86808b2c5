import { HOUR, type Millis } from '@granary/domain/units';

/** Work that is repeated every hour. */
export type MaintenanceJob = (now: Millis) => Promise<unknown> | void;

export interface MaintenancePorts {
  /** Jobs run one at a time; a job that fails ends the run. */
  readonly jobs: readonly MaintenanceJob[];
  now(): Millis;
  failed(error: unknown): void;
}

/** Runs the maintenance jobs of all features, at the start and then every hour. */
export class MaintenanceJobs {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly ports: MaintenancePorts) {}

  async start(): Promise<void> {
    await this.run();
    this.timer = setInterval(() => {
      this.run().catch((error: unknown) => this.ports.failed(error));
    }, HOUR);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    const now = this.ports.now();
    for (const job of this.ports.jobs) await job(now);
  }
}
