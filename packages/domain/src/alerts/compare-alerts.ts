import type { OpenAlert } from './alert.ts';

/** What happened to an alert: `worsened` means that it became critical, so people are notified again. */
export interface AlertChange {
  readonly kind: 'raised' | 'worsened' | 'closed';
  /** As it is after the change; a closed one as it was before. */
  readonly alert: OpenAlert;
}

/**
 * The changes between a bin's open alerts at two times. An alert is the same for as long as its rule has one,
 * even if a late reading shows that it began earlier. An alert that ended and began again in between is found
 * only by comparing after each reading.
 */
export function compareAlerts(
  before: readonly OpenAlert[],
  after: readonly OpenAlert[],
): AlertChange[] {
  const find = (alerts: readonly OpenAlert[], { rule }: OpenAlert) =>
    alerts.find((alert) => alert.rule === rule);
  const changes = after.flatMap((alert): AlertChange[] => {
    const known = find(before, alert);
    if (known === undefined) return [{ kind: 'raised', alert }];
    const hasWorsened = alert.severity === 'critical' && known.severity !== 'critical';
    return hasWorsened ? [{ kind: 'worsened', alert }] : [];
  });
  const closed = before
    .filter((alert) => find(after, alert) === undefined)
    .map((alert): AlertChange => ({ kind: 'closed', alert }));
  return [...changes, ...closed];
}
