import pg from 'pg';
import type { DatabaseSource } from './database.ts';

/** What is done with what is heard, and with the connection itself. */
export interface ChangesPorts {
  heard(channel: string, payload: string): void;
  /** The connection is lost; until it is back nothing is heard. */
  lost(): void;
  /** The connection is back. What was said meanwhile is lost. */
  reconnected(): void;
  /** Asks a question of a new connection, and again every few seconds; throws where it is dead. */
  probe(client: Pick<pg.Client, 'query'>): Promise<void>;
}

/** How long to wait, ms: before the next try, between two probes, and for any answer. */
export interface ChangesTimes {
  readonly retry: number;
  readonly probe: number;
  readonly answer: number;
}

const TIMES: ChangesTimes = { retry: 1_000, probe: 5_000, answer: 5_000 };

/**
 * Hears what transactions say with `pg_notify`, from this process and from others. A connection
 * that no longer answers is given up for a new one, however quietly it died.
 */
export class Changes {
  private client: pg.Client | null = null;
  private connecting: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly source: DatabaseSource,
    private readonly channels: readonly string[],
    private readonly ports: ChangesPorts,
    private readonly times: ChangesTimes = TIMES,
  ) {}

  /** Connects; throws where the database cannot be reached now. */
  async start(): Promise<void> {
    this.connecting = this.connect();
    await this.connecting;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    // Where it failed, whoever began it knows.
    await this.connecting?.catch(() => {});
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      ...('url' in this.source ? { connectionString: this.source.url } : this.source),
      application_name: 'granary changes',
      keepAlive: true,
      keepAliveInitialDelayMillis: this.times.probe,
      connectionTimeoutMillis: this.times.answer,
      query_timeout: this.times.answer,
    });
    client.on('error', () => {
      // The query that fails, or the 'end' that follows, begins the next try.
    });
    client.on('notification', ({ channel, payload }) => this.ports.heard(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.channels) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      await this.ports.probe(client);
    } catch (error) {
      await giveUp(client);
      throw error;
    }
    if (this.isStopped) return giveUp(client);
    this.client = client;
    client.once('end', () => this.lose(client));
    this.probeLater(client);
  }

  private probeLater(client: pg.Client): void {
    this.later(this.times.probe, () => {
      this.ports.probe(client).then(
        () => {
          if (client === this.client) this.probeLater(client);
        },
        () => {
          this.lose(client);
          void giveUp(client);
        },
      );
    });
  }

  private lose(client: pg.Client): void {
    if (this.isStopped || client !== this.client) return;
    this.client = null;
    this.ports.lost();
    this.retryLater();
  }

  private retryLater(): void {
    this.later(this.times.retry, () => {
      this.connecting = this.connect();
      this.connecting.then(
        () => {
          if (!this.isStopped) this.ports.reconnected();
        },
        () => this.retryLater(),
      );
    });
  }

  /** Does something later, instead of what was to be done later until now. */
  private later(ms: number, act: () => void): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(act, ms);
  }
}

/** Ends a connection that may be dead already. */
async function giveUp(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
