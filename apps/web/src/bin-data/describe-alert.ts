import type { Alert } from '@granary/contract/alerts/http';
import { HOUR, type TemperatureUnit } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';
import { nameCable, nameSensor } from './name-sensor.ts';

type Described = Pick<Alert, 'rule' | 'value' | 'limit' | 'temperatureUnit'> & {
  readonly mainBoardId?: string;
  readonly sensors: readonly (Pick<Alert['sensors'][number], 'cable' | 'cableName' | 'depth'> &
    Partial<Pick<Alert['sensors'][number], 'isComparedWithAllDepths'>>)[];
};

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** At most this many sensors are named; the others are counted. */
const NAMED_SENSORS = 2;

/** The value of an alert against its limit, and its worst sensors; empty if it has neither. */
export function describeAlert(alert: Described, { t, format }: Context): string {
  const { value, limit, sensors } = alert;
  const measured =
    value === null
      ? ''
      : limit === null
        ? formatValue(alert, value, { t, format })
        : t(alert.rule === 'entry-unload' ? 'alerts.levelUnmoved' : 'alerts.againstLimit', {
            value: formatValue(alert, value, { t, format }),
            limit: formatValue(alert, limit, { t, format }),
          });
  const named = sensors
    .slice(0, alert.rule === 'cable-no-data' ? sensors.length : NAMED_SENSORS)
    .map(({ cable: number, cableName: name, depth }) =>
      alert.rule === 'cable-no-data'
        ? nameCable({ number, name }, t)
        : nameSensor({ number, name }, depth, t),
    );
  const more = sensors.length - named.length;
  const others = more > 0 ? t('alerts.moreSensors', { count: more }) : '';
  const compared = sensors.some(({ isComparedWithAllDepths }) => isComparedWithAllDepths)
    ? t('alerts.comparedWithAllDepths')
    : '';
  const board =
    alert.rule === 'board-no-data' && alert.mainBoardId !== undefined
      ? t('alerts.board', { id: alert.mainBoardId })
      : '';
  return [board, measured, ...named, others, compared].filter((part) => part !== '').join(' · ');
}

function formatValue(
  {
    rule,
    temperatureUnit,
  }: { readonly rule: Alert['rule']; readonly temperatureUnit: TemperatureUnit },
  value: number,
  { t, format }: Context,
): string {
  switch (rule) {
    case 'temperature':
      return format.temperature(value, temperatureUnit);
    case 'hot-spot':
      return format.difference(value, temperatureUnit);
    case 'entry-co2':
    case 'co2':
    case 'co2-risk':
      return t('units.ppm', { value: format.number(value, 0) });
    case 'co2-trend':
      return t('units.ppmPerDay', { value: format.number(value, 0) });
    case 'no-data':
    case 'board-no-data':
    case 'clock-late':
      return format.duration(value * HOUR);
    case 'entry-unload':
    case 'level-low':
    case 'level-high':
    case 'battery-low':
    case 'never-reported':
    case 'cable-no-data':
    case 'sensor-no-data':
    case 'clock-wrong':
    case 'cable-address':
    case 'board-error':
    case 'entry-overdue':
    case 'fan-off-failed':
    case 'air-without-command':
    case 'command-failed':
    case 'no-air':
    case 'installation-mode':
      return format.percent(value, 0);
  }
}
