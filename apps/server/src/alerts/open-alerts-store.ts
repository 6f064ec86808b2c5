import type { AlertSummary } from '@granary/domain/alerts/alert';
import { millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The open alerts of bins, in the order in which they were raised; bins without any are left out. */
export async function findOpenAlerts(
  db: Db,
  binIds: readonly number[],
): Promise<Map<number, AlertSummary[]>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['binId', 'rule', 'severity', 'since', 'value', 'limitValue', 'sensors'])
    .where(sql<SqlBool>`bin_id = any(${binIds})`)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute();
  const alerts = new Map<number, AlertSummary[]>();
  for (const { binId, rule, severity, since, value, limitValue: limit, sensors } of rows) {
    const [worst] = sensors;
    const sensor = worst && { cable: worst.cable, position: worst.position, depth: worst.depth };
    const known = alerts.get(binId) ?? [];
    known.push({
      rule,
      severity,
      since: millis(since.getTime()),
      value,
      limit,
      sensor: sensor ?? null,
    });
    alerts.set(binId, known);
  }
  return alerts;
}
