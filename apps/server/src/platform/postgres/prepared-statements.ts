import { createHash } from 'node:crypto';
import type { Compilable } from 'kysely';
import type { Db } from './tables.ts';

/** The names of prepared statements, keyed by SQL. */
const names = new Map<string, string>();

/** The name of the prepared statement with this SQL; undefined when it is not prepared. */
export function findStatementName(text: string): string | undefined {
  return names.get(text);
}

/**
 * Executes a frequent query as a prepared statement, which each connection parses once and PostgreSQL can
 * plan once. Do not use it for lists of very different lengths, which need different plans.
 */
export async function executePrepared<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile();
  if (!names.has(compiled.sql)) {
    const hash = createHash('sha256').update(compiled.sql).digest('hex');
    names.set(compiled.sql, `granary_${hash.slice(0, 32)}`);
  }
  const { rows } = await db.executeQuery<Row>(compiled);
  return rows;
}
