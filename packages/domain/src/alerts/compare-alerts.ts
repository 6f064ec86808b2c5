import type { OpenAlert } from './alert.ts';

/** What happened to an alert: `worsened` means that it became critical, so users are notified again. */
export interface AlertChange {
  readonly kind: 'raised' | 'worsened' | 'closed';
  /** The alert after the change; for a closed alert, before it. */
  readonly alert: OpenAlert;
}

/**
 * The changes between a bin's open alerts at two times. Two alerts with the same rule are treated as the same
 * alert, even if a late reading shows that it began earlier. To detect an alert that closed and reopened in
 * between, compare after each reading.
 */
export function compareAlerts(
  before: readonly OpenAlert[],
  after: readonly OpenAlert[],
): AlertChange[] {
  const find = (alerts: readonly OpenAlert[], { rule }: OpenAlert) =>
    alerts.find((alert) => alert.rule === rule);
  const changes = after.flatMap((alert): AlertChange[] => {
    const previous = find(before, alert);
    if (previous === undefined) return [{ kind: 'raised', alert }];
    const hasWorsened = alert.severity === 'critical' && previous.severity !== 'critical';
    return hasWorsened ? [{ kind: 'worsened', alert }] : [];
  });
  const closed = before
    .filter((alert) => find(after, alert) === undefined)
    .map((alert): AlertChange => ({ kind: 'closed', alert }));
  return [...changes, ...closed];
}
