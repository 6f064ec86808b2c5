import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import type { TestApp, TestRequest, TestResponse } from './test-app.ts';

/** A user, who gets a new session for each call, or a session token. */
export type Caller = Parameters<TestApp['createToken']>[0] | string;

/** Returns a function that makes calls under `/api/` as a user. */
export function createApiCall(granary: () => TestApp) {
  return async (
    caller: Caller,
    method: NonNullable<TestRequest['method']>,
    path: string,
    body?: unknown,
  ): Promise<TestResponse> => {
    const token = typeof caller === 'string' ? caller : await granary().createToken(caller);
    return granary().call({ method, url: `/api/${path}`, token, body, remoteAddress: '192.0.2.9' });
  };
}

/** Resolves when a query in this database is waiting for a lock. */
export async function waitForBlockedQuery(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
}
