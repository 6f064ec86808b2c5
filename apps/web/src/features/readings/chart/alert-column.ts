import type { AlertRule } from '@granary/domain/alerts/alert';
import type { ChartContext, RecordTime } from './chart-text.ts';
import type { BandColumn } from './fan-column.ts';

/** An alert for the bin that was open during the chart's time range. */
export interface ChartedAlert {
  readonly rule: AlertRule;
  readonly from: number;
  /** Null while the alert is open. */
  readonly to: number | null;
}

/**
 * The column that lists, for each record, the alerts that were open at any time since the record before it,
 * and marks those that began or ended; null if there were none.
 */
export function buildAlertColumn(
  records: readonly RecordTime[],
  alerts: readonly ChartedAlert[],
  { t, format }: ChartContext,
): BandColumn | null {
  const [first, second] = records;
  if (first === undefined) return null;
  // The first record covers as much time as the next one.
  const start = second === undefined ? first.at : first.at - (second.at - first.at);
  const formatAlerts = (index: number) => {
    const previousAt = records[index - 1]?.at ?? start;
    const recordAt = records[index]?.at ?? Number.NaN;
    const names = alerts.flatMap(({ rule, from, to }) => {
      if (from > recordAt || (to ?? Number.POSITIVE_INFINITY) <= previousAt) return [];
      const hasBegun = from > previousAt;
      const hasEnded = to !== null && to <= recordAt;
      const name = t(`alerts.rules.${rule}`);
      if (!hasBegun && !hasEnded) return [name];
      const change = hasBegun && hasEnded ? 'beganAndEnded' : hasBegun ? 'began' : 'ended';
      return [t(`chart.alertChanges.${change}`, { alert: name })];
    });
    return names.length === 0
      ? t('chart.noValue')
      : new Intl.ListFormat(format.locale).format(names);
  };
  const last = records.at(-1)?.at ?? first.at;
  const isShown = ({ from, to }: ChartedAlert) =>
    from <= last && (to ?? Number.POSITIVE_INFINITY) > start;
  if (!alerts.some(isShown)) return null;
  const heading = t('alerts.title');
  return {
    kind: 'alerts',
    legend: t('chart.alertOpen'),
    heading,
    formatText: formatAlerts,
    fileHeading: heading,
    getCell: formatAlerts,
  };
}
