import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Caller } from '../access/guard.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Guard } from '../platform/http/serve.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { DatabaseSource } from '../platform/postgres/database.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { Surroundings } from './environment.ts';

/** What every part of the house stands on. */
export interface Ground extends Surroundings {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Kysely<Tables>;
  /** Where the database is, for connections besides those that `db` shares. */
  readonly source: DatabaseSource;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Told of errors that nobody waits for. */
  failed(error: unknown): void;
}

/** The door through which the rooms' calls come in: where they are served, and who may make them. */
export interface Door {
  readonly app: FastifyInstance;
  readonly guard: Guard<Caller>;
}
