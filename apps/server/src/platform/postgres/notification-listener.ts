import pg from 'pg';
import type { DatabaseSource } from './database.ts';

export interface ListenerPorts {
  received(channel: string, payload: string): void;
  /** The connection is lost; no notifications arrive until it is back. */
  disconnected(): void;
  /** The connection is back. Notifications sent in between are lost. */
  reconnected(): void;
  /** Checks a new connection, and then every few seconds; throws when it is dead. */
  probe(client: Pick<pg.Client, 'query'>): Promise<void>;
}

/** Times in ms: between connection attempts, between probes, and the timeout of any query. */
export interface ListenerTimings {
  readonly retry: number;
  readonly probe: number;
  readonly responseTimeout: number;
}

const TIMES: ListenerTimings = { retry: 1_000, probe: 5_000, responseTimeout: 5_000 };

/**
 * Listens for `pg_notify` notifications from this and other processes. A connection that stops responding is
 * replaced by a new one.
 */
export class NotificationListener {
  private client: pg.Client | null = null;
  private connecting: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly source: DatabaseSource,
    private readonly channels: readonly string[],
    private readonly ports: ListenerPorts,
    private readonly times: ListenerTimings = TIMES,
  ) {}

  /** Connects; throws when the database is not available. */
  async start(): Promise<void> {
    this.connecting = this.connect();
    await this.connecting;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    // The code that started the connection handles its failure.
    await this.connecting?.catch(() => {});
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      ...('url' in this.source ? { connectionString: this.source.url } : this.source),
      application_name: 'granary changes',
      keepAlive: true,
      keepAliveInitialDelayMillis: this.times.probe,
      connectionTimeoutMillis: this.times.responseTimeout,
      query_timeout: this.times.responseTimeout,
    });
    client.on('error', () => {
      // The failed query or the 'end' event that follows starts the next attempt.
    });
    client.on('notification', ({ channel, payload }) =>
      this.ports.received(channel, payload ?? ''),
    );
    try {
      await client.connect();
      for (const channel of this.channels) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      await this.ports.probe(client);
    } catch (error) {
      await endQuietly(client);
      throw error;
    }
    if (this.isStopped) return endQuietly(client);
    this.client = client;
    client.once('end', () => this.handleDisconnect(client));
    this.scheduleProbe(client);
  }

  private scheduleProbe(client: pg.Client): void {
    this.schedule(this.times.probe, () => {
      this.ports.probe(client).then(
        () => {
          if (client === this.client) this.scheduleProbe(client);
        },
        () => {
          this.handleDisconnect(client);
          void endQuietly(client);
        },
      );
    });
  }

  private handleDisconnect(client: pg.Client): void {
    if (this.isStopped || client !== this.client) return;
    this.client = null;
    this.ports.disconnected();
    this.scheduleRetry();
  }

  private scheduleRetry(): void {
    this.schedule(this.times.retry, () => {
      this.connecting = this.connect();
      this.connecting.then(
        () => {
          if (!this.isStopped) this.ports.reconnected();
        },
        () => this.scheduleRetry(),
      );
    });
  }

  /** Replaces the scheduled action. */
  private schedule(ms: number, action: () => void): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(action, ms);
  }
}

/** Ends a connection that might already be dead. */
async function endQuietly(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
