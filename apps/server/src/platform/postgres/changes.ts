import pg from 'pg';
import type { DatabaseSource } from './database.ts';

const RETRY_MS = 1_000;

/**
 * Hears what transactions say with `pg_notify`, from this process and from others. Whoever listens
 * is told when the connection came back, since what was said meanwhile is lost.
 */
export class Changes {
  private client: pg.Client | null = null;
  private isStopped = false;

  constructor(
    private readonly source: DatabaseSource,
    private readonly channels: readonly string[],
    private readonly heard: (channel: string, payload: string) => void,
    private readonly reconnected: () => void,
  ) {}

  /** Connects; throws where the database cannot be reached now. */
  async start(): Promise<void> {
    const client = new pg.Client({
      ...('url' in this.source ? { connectionString: this.source.url } : this.source),
      application_name: 'granary changes',
      keepAlive: true,
    });
    client.on('error', () => {
      // The 'end' that follows begins the next try.
    });
    client.on('notification', ({ channel, payload }) => this.heard(channel, payload ?? ''));
    await client.connect();
    client.once('end', () => this.retry());
    for (const channel of this.channels) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    this.client = client;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.client?.end();
  }

  private retry(): void {
    this.client = null;
    if (this.isStopped) return;
    setTimeout(() => {
      if (this.isStopped) return;
      this.start().then(this.reconnected, () => this.retry());
    }, RETRY_MS);
  }
}
