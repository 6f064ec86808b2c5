import { SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { withTimeout } from '../platform/http/check-timeout.ts';
import { healthRoutes } from '../platform/http/health.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import type { Ingest } from './wire-ingest.ts';

/** Shorter than the usual timeout of a readiness probe, so that the probe gets an answer. */
const DATABASE_TIMEOUT = 2 * SECOND;

/** Creates the check that returns readable names of the parts of the server that do not work. */
export function createReadinessCheck(
  { db }: Pick<Dependencies, 'db'>,
  ingest: Ingest,
): () => Promise<readonly string[]> {
  const databaseAnswers = withTimeout(() => sql`select 1`.execute(db), DATABASE_TIMEOUT);
  return async () => {
    const failedParts: string[] = [];
    if (!(await databaseAnswers())) failedParts.push('database');
    if (ingest.durability.isUnsafe) failedParts.push('durable database');
    if (!ingest.gateway.isListening) failedParts.push('broker');
    return failedParts;
  };
}

/** Adds the health, readiness and metrics calls. */
export function wireHealth(
  { metrics, config }: Dependencies,
  { app }: HttpServer,
  listUnready: () => Promise<readonly string[]>,
): void {
  healthRoutes(app, {
    metrics,
    metricsToken: config.metricsToken,
    hasNoProxy: config.trustProxy === null && config.publicUrl === null,
    listUnready,
  });
}
