import { DAY, HOUR, type Millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Partitions } from './platform/postgres/partitions.ts';
import type { Tables } from './platform/postgres/tables.ts';
import { dropOldRawFrames } from './raw-data/store.ts';

export interface UpkeepPorts {
  readonly db: Kysely<Tables>;
  /** Raw frames are kept this many days. */
  readonly rawDays: number;
  readonly readings: Partitions;
  readonly rawFrames: Partitions;
  /** Asks for what takes its time: nothing here waits for it. */
  clearInBackground(): void;
  now(): Millis;
  failed(error: unknown): void;
}

/** Partitions are made this far ahead, so that no batch waits for one. */
const AHEAD = 2 * DAY;

/** What must be done every hour: partitions ahead, and an end to what is kept only for a time. */
export class Upkeep {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly ports: UpkeepPorts) {}

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
    const { db, rawDays, readings, rawFrames, clearInBackground, now } = this.ports;
    const at = now();
    await readings.ensure([at, at + AHEAD]);
    await rawFrames.ensure([at, at + DAY, at + AHEAD]);
    await db
      .deleteFrom('signInFailures')
      .where('at', '<', new Date(at - DAY))
      .execute();
    await db.deleteFrom('setupLinks').where('expiresAt', '<', new Date(at)).execute();
    await db
      .deleteFrom('resetRequests')
      .where('at', '<', new Date(at - DAY))
      .execute();
    await db.deleteFrom('resetCodes').where('expiresAt', '<', new Date(at)).execute();
    await db
      .deleteFrom('sessions')
      .where('expiresAt', '<', new Date(at - DAY))
      .execute();
    await db
      .deleteFrom('lastBatches')
      .where('at', '<', new Date(at - 30 * DAY))
      .execute();
    await db
      .deleteFrom('clockPairs')
      .where('storedAt', '<', new Date(at - 400 * DAY))
      .execute();
    clearInBackground();
    const dropped = await dropOldRawFrames(db, rawDays, at);
    if (dropped.length > 0) rawFrames.forget();
  }
}
