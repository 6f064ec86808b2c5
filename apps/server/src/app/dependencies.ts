import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../access/guard.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { RequestLimiter } from '../platform/http/request-limiter.ts';
import type { Guard } from '../platform/http/serve.ts';
import type { CallerLimits } from '../platform/limits/caller-limits.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { DatabaseSource } from '../platform/postgres/database.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { SecurityEvents } from '../security-events/security-events.ts';
import type { Environment } from './environment.ts';

/** The dependencies that every feature shares. */
export interface Dependencies extends Environment {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Db;
  /** How to connect to the database, for connections outside the pool of `db`. */
  readonly source: DatabaseSource;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Enforces the limits of each caller. */
  readonly callerLimits: CallerLimits;
  readonly securityEvents: SecurityEvents;
  /** Reports errors in background work. */
  failed(error: unknown): void;
}

/** Where features register their calls, and the guard that checks the caller of each. */
export interface HttpServer {
  readonly app: FastifyInstance;
  readonly guard: Guard<Caller>;
  /** Counts calls that have limits besides those of the guard. */
  readonly requestLimiter: RequestLimiter;
}
