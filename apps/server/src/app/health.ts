import { SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { healthRoutes } from '../platform/http/health.ts';
import { inTime } from '../platform/http/in-time.ts';
import type { Door, Ground } from './dependencies.ts';
import type { Ingest } from './wire-ingest.ts';

/** Whoever asks whether the server is ready gives up after some seconds, and learns nothing then. */
const DATABASE_ANSWERS_WITHIN = 2 * SECOND;

/** Says whether the server is well, and what it counted. */
export function composeHealth(ground: Ground, { app }: Door, ingest: Ingest): void {
  const { db, metrics, config } = ground;
  const databaseAnswers = inTime(() => sql`select 1`.execute(db), DATABASE_ANSWERS_WITHIN);
  healthRoutes(app, {
    metrics,
    metricsToken: config.metricsToken,
    isReachedDirectly: config.trustProxy === null && config.publicUrl === null,
    notReady: async () => {
      const missing: string[] = [];
      if (!(await databaseAnswers())) missing.push('database');
      if (ingest.durability.isRefused) missing.push('durable database');
      if (!ingest.gateway.isListening) missing.push('broker');
      return missing;
    },
  });
}
