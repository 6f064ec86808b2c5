import type { TemperatureUnit } from '../units.ts';
import type { AlertRule, OpenAlert } from './alert.ts';

/**
 * Formats the values of alerts in one language. Temperature differences are converted to °F without the
 * offset of 32.
 */
export interface AlertValueTexts {
  readonly temperature: (celsius: number, unit: TemperatureUnit) => string;
  readonly difference: (celsius: number, unit: TemperatureUnit) => string;
  readonly ppm: (value: number) => string;
  readonly ppmPerDay: (value: number) => string;
  readonly hours: (value: number) => string;
  readonly percent: (value: number) => string;
  readonly againstLimit: (values: ValueAndLimit) => string;
  /** How far the level fell, and how much was unloaded. */
  readonly levelUnmoved: (values: ValueAndLimit) => string;
}

type ValueAndLimit = Readonly<Record<'value' | 'limit', string>>;

/**
 * The value of an alert against its limit, with temperatures in the bin's unit; null for a rule without
 * values.
 */
export function describeAlertValue(
  { rule, value, limit }: Pick<OpenAlert, 'rule' | 'value' | 'limit'>,
  unit: TemperatureUnit,
  texts: AlertValueTexts,
): string | null {
  if (value === null || limit === null) return null;
  const values = {
    value: formatAlertValue(rule, value, unit, texts),
    limit: formatAlertValue(rule, limit, unit, texts),
  };
  return rule === 'entry-unload' ? texts.levelUnmoved(values) : texts.againstLimit(values);
}

/** Formats an alert's value in the unit of its rule. */
export function formatAlertValue(
  rule: AlertRule,
  value: number,
  unit: TemperatureUnit,
  texts: Omit<AlertValueTexts, 'againstLimit' | 'levelUnmoved'>,
): string {
  switch (rule) {
    case 'temperature':
      return texts.temperature(value, unit);
    case 'hot-spot':
      return texts.difference(value, unit);
    case 'entry-co2':
    case 'co2':
    case 'co2-risk':
      return texts.ppm(value);
    case 'co2-trend':
      return texts.ppmPerDay(value);
    case 'no-data':
    case 'board-no-data':
    case 'clock-late':
      return texts.hours(value);
    case 'entry-unload':
    case 'storage-time':
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
      return texts.percent(value);
  }
}
