import { DAY, HOUR } from '../units.ts';
import type { AlertRule, OpenAlert } from './alert.ts';

/** A temperature alert ends this far below its limit, °C. */
export const TEMPERATURE_HYSTERESIS = 1;
/** A hot spot ends this far below the setting, °C. */
export const HOT_SPOT_HYSTERESIS = 1;
/** An alert about CO2 ends at this fraction of its limit. */
export const CO2_END_RATIO = 0.9;
/** A CO2 risk ends only after CO2 has been low for this long: a fan blows CO2 out of the grain for hours. */
export const CO2_RISK_ENDS_AFTER = DAY;
/** Readings below this, ppm, for this long end the warning not to enter. */
export const ENTRY_CO2_ENDS_BELOW = 4_500;
export const ENTRY_CO2_ENDS_AFTER = HOUR;
/** An alert about the rise of CO2 ends at this fraction of its limit. */
export const CO2_TREND_END_RATIO = 0.5;
/** A level alert ends this many points inside its limit. */
export const LEVEL_HYSTERESIS = 2;
/**
 * A battery alert ends this many points above its limit, because sun and cold change the charge by a few
 * points.
 */
export const CHARGE_HYSTERESIS = 5;

/**
 * An alert ends once its value has been above (`isAbove`) or below `value` for `afterMs`; 0 means at once.
 */
export interface AlertEnd {
  readonly value: number;
  readonly isAbove: boolean;
  readonly afterMs: number;
  /** Whether the alert also ends at `value` itself. */
  readonly includesValue: boolean;
}

const endBelow = (value: number, afterMs = 0, includesValue = afterMs === 0): AlertEnd => ({
  value,
  isAbove: false,
  afterMs,
  includesValue,
});
const endAbove = (value: number, afterMs = 0): AlertEnd => ({
  ...endBelow(value, afterMs),
  isAbove: true,
});

/** How an alert with a given limit ends, for rules that do not end at the limit itself. */
const endByRule: Readonly<Partial<Record<AlertRule, (limit: number) => AlertEnd>>> = {
  temperature: (limit) => endBelow(limit - TEMPERATURE_HYSTERESIS),
  'hot-spot': (limit) => endBelow(limit - HOT_SPOT_HYSTERESIS),
  co2: (limit) => endBelow(limit * CO2_END_RATIO),
  'co2-risk': (limit) => endBelow(limit * CO2_END_RATIO, CO2_RISK_ENDS_AFTER),
  'co2-trend': (limit) => endBelow(limit * CO2_TREND_END_RATIO, 0, false),
  'entry-co2': () => endBelow(ENTRY_CO2_ENDS_BELOW, ENTRY_CO2_ENDS_AFTER),
  'level-high': (limit) => endBelow(Math.max(limit - LEVEL_HYSTERESIS, 0)),
  'level-low': (limit) => endAbove(Math.min(limit + LEVEL_HYSTERESIS, 100)),
  'battery-low': (limit) => endAbove(limit + CHARGE_HYSTERESIS, HOUR),
};

/** How an open alert whose value is back inside its limit ends; null for other alerts. */
export function findAlertEnd({
  rule,
  value,
  limit,
}: Pick<OpenAlert, 'rule' | 'value' | 'limit'>): AlertEnd | null {
  const end = limit === null ? undefined : endByRule[rule]?.(limit);
  if (end === undefined || value === null || limit === null) return null;
  const isInside = end.isAbove ? value >= limit : value < limit;
  return isInside ? end : null;
}
