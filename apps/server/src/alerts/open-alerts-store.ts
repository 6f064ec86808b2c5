import type { AlertSummary } from '@granary/domain/alerts/alert';
import { millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';
import { selectUserName } from './alert-list-store.ts';
import { alertPerson } from './alert-person-store.ts';

/**
 * The open alerts of bins, keyed by bin ID, in the order in which they were raised; bins without any are left
 * out.
 */
export async function findOpenAlerts(
  db: Db,
  binIds: readonly number[],
): Promise<Map<number, AlertSummary[]>> {
  const rows = await db
    .selectFrom('alerts')
    .leftJoin('users', 'users.id', 'alerts.acknowledgedBy')
    .select(['binId', 'rule', 'severity', 'since', 'value', 'limitValue', 'sensors'])
    .select(alertPerson.as('person'))
    .select(['acknowledgedAt', selectUserName('users').as('responderName')])
    .where(sql<SqlBool>`bin_id = any(${binIds})`)
    .where('closedAt', 'is', null)
    .orderBy('alerts.id')
    .execute();
  const alerts = new Map<number, AlertSummary[]>();
  for (const row of rows) {
    const { binId, rule, severity, since, value, limitValue: limit, acknowledgedAt } = row;
    const [worstSensor] = row.sensors;
    const sensor = worstSensor && {
      cable: worstSensor.cable,
      position: worstSensor.position,
      depth: worstSensor.depth,
    };
    const binAlerts = alerts.get(binId) ?? [];
    binAlerts.push({
      rule,
      severity,
      since: millis(since.getTime()),
      value,
      limit,
      sensor: sensor ?? null,
      ...(row.person !== null && { person: row.person }),
      ...(acknowledgedAt !== null && {
        acknowledged: { by: row.responderName ?? '–', at: millis(acknowledgedAt.getTime()) },
      }),
    });
    alerts.set(binId, binAlerts);
  }
  return alerts;
}
