import { sql } from 'kysely';
import { healthRoutes } from '../platform/http/health.ts';
import type { Door, Ground } from './ground.ts';
import type { Ingest } from './ingest.ts';

/** Says whether the server is well, and what it counted. */
export function composeHealth(ground: Ground, { app }: Door, ingest: Ingest): void {
  const { db, metrics, config } = ground;
  healthRoutes(app, {
    metrics,
    metricsToken: config.metricsToken,
    isReachedDirectly: config.trustProxy === null && config.publicUrl === null,
    notReady: async () => {
      const missing: string[] = [];
      await sql`select 1`.execute(db).catch(() => missing.push('database'));
      if (ingest.durability.isRefused) missing.push('durable database');
      if (!ingest.gateway.isListening) missing.push('broker');
      return missing;
    },
  });
}
