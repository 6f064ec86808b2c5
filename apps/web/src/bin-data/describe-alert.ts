import type { Alert } from '@granary/contract/alerts/http';
import { findAlertEnd } from '@granary/domain/alerts/alert-end';
import {
  type AlertValueTexts,
  describeAlertValue,
  formatAlertValue,
} from '@granary/domain/alerts/describe-value';
import { HOUR } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';
import { formatCableName, formatSensorName } from './format-sensor-name.ts';

type DescribedAlert = Pick<Alert, 'rule' | 'value' | 'limit' | 'temperatureUnit'> & {
  readonly mainBoardId?: string;
  /** For an overdue entry, who has been in the bin longest. */
  readonly person?: string | null;
  /** Null or absent while the alert is open. */
  readonly closedAt?: Alert['closedAt'];
  readonly sensors: readonly (Pick<Alert['sensors'][number], 'cable' | 'cableName' | 'depth'> &
    Partial<Pick<Alert['sensors'][number], 'isComparedWithAllDepths'>>)[];
};

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** At most this many sensors are named; the others are counted. Cables without data are all named. */
const MAX_NAMED_SENSORS = 2;

/**
 * Describes an alert: its person or board, its value and limit, what will end it if its value is back inside
 * the limit, and its worst sensors; empty if it has none of these.
 */
export function describeAlert(alert: DescribedAlert, { t, format }: Context): string {
  const { rule, value, limit, sensors, temperatureUnit } = alert;
  const texts = createValueTexts(rule, { t, format });
  const valueText = describeAlertValue({ rule, value, limit }, temperatureUnit, texts);
  const sensorNames = sensors
    .slice(0, rule === 'cable-no-data' ? sensors.length : MAX_NAMED_SENSORS)
    .map(({ cable: number, cableName: name, depth }) =>
      rule === 'cable-no-data'
        ? formatCableName({ number, name }, t)
        : formatSensorName({ number, name }, depth, t),
    );
  const unnamedCount = sensors.length - sensorNames.length;
  const moreText = unnamedCount > 0 ? t('alerts.moreSensors', { count: unnamedCount }) : '';
  const comparisonText = sensors.some(({ isComparedWithAllDepths }) => isComparedWithAllDepths)
    ? t('alerts.comparedWithAllDepths')
    : '';
  const boardText =
    rule === 'board-no-data' && alert.mainBoardId !== undefined
      ? t('alerts.board', { id: alert.mainBoardId })
      : '';
  return [
    alert.person ?? '',
    boardText,
    valueText ?? '',
    describeEnd(alert, { t, format }),
    ...sensorNames,
    moreText,
    comparisonText,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Describes what will end an open alert whose value is back inside its limit; empty otherwise. */
function describeEnd(
  { rule, value, limit, temperatureUnit, closedAt = null }: DescribedAlert,
  { t, format }: Context,
): string {
  const end = closedAt === null ? findAlertEnd({ rule, value, limit }) : null;
  if (end === null) return '';
  const texts = createValueTexts(rule, { t, format });
  const values = {
    end: formatAlertValue(rule, end.value, temperatureUnit, texts),
    duration: format.duration(end.afterMs),
  };
  if (end.afterMs === 0 && !end.includesValue) return t('alerts.ends.below', values);
  if (end.afterMs === 0)
    return t(end.isAbove ? 'alerts.ends.atLeast' : 'alerts.ends.atMost', values);
  return t(end.isAbove ? 'alerts.ends.aboveFor' : 'alerts.ends.belowFor', values);
}

function createValueTexts(rule: DescribedAlert['rule'], { t, format }: Context): AlertValueTexts {
  return {
    temperature: format.temperature,
    difference: format.difference,
    ppm: (value) => t('units.ppm', { value: format.number(value, 0) }),
    ppmPerDay: (value) => t('units.ppmPerDay', { value: format.number(value, 0) }),
    hours: (value) => format.duration(value * HOUR),
    percent: (value) => format.percent(value, 0),
    againstLimit: (values) =>
      t(rule === 'hot-spot' ? 'alerts.aboveOthers' : 'alerts.againstLimit', values),
    levelUnmoved: (values) => t('alerts.levelUnmoved', values),
  };
}
