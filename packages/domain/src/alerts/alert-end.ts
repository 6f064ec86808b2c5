import { DAY, HOUR } from '../units.ts';
import type { AlertRule, OpenAlert } from './alert.ts';

/** A temperature alert ends this far below its limit, °C. */
export const TEMPERATURE_HYSTERESIS = 1;
/** A hot spot ends this far below the setting, °C. */
export const HOT_SPOT_HYSTERESIS = 1;
/** An alert about CO2 ends at this fraction of its limit. */
export const CO2_END_RATIO = 0.9;
/** The risk that CO2 shows ends after this time: a fan blows CO2 out of the grain for hours. */
export const CO2_RISK_ENDS_AFTER = DAY;
/** Readings below this, ppm, for this long end the warning not to enter. */
export const ENTRY_CO2_ENDS_BELOW = 4_500;
export const ENTRY_CO2_ENDS_AFTER = HOUR;
/** An alert about the rise of CO2 ends at this fraction of its limit. */
export const CO2_TREND_END_RATIO = 0.5;
/** A level alert ends this many points inside its limit. */
export const LEVEL_HYSTERESIS = 2;
/** A battery alert ends this many points above its limit: sun and cold move the charge by a few. */
export const CHARGE_HYSTERESIS = 5;

/** An alert ends once its value is above (`isAbove`) or below this one for `afterMs`; 0 is at once. */
export interface AlertEnd {
  readonly value: number;
  readonly isAbove: boolean;
  readonly afterMs: number;
  /** Whether it also ends at the value itself. */
  readonly includesValue: boolean;
}

const below = (value: number, afterMs = 0, includesValue = afterMs === 0): AlertEnd => ({
  value,
  isAbove: false,
  afterMs,
  includesValue,
});
const above = (value: number, afterMs = 0): AlertEnd => ({
  ...below(value, afterMs),
  isAbove: true,
});

/** What ends an alert with this limit, for rules that do not end at the limit itself. */
const ends: Readonly<Partial<Record<AlertRule, (limit: number) => AlertEnd>>> = {
  temperature: (limit) => below(limit - TEMPERATURE_HYSTERESIS),
  'hot-spot': (limit) => below(limit - HOT_SPOT_HYSTERESIS),
  co2: (limit) => below(limit * CO2_END_RATIO),
  'co2-risk': (limit) => below(limit * CO2_END_RATIO, CO2_RISK_ENDS_AFTER),
  'co2-trend': (limit) => below(limit * CO2_TREND_END_RATIO, 0, false),
  'entry-co2': () => below(ENTRY_CO2_ENDS_BELOW, ENTRY_CO2_ENDS_AFTER),
  'level-high': (limit) => below(Math.max(limit - LEVEL_HYSTERESIS, 0)),
  'level-low': (limit) => above(Math.min(limit + LEVEL_HYSTERESIS, 100)),
  'battery-low': (limit) => above(limit + CHARGE_HYSTERESIS, HOUR),
};

/** What ends an open alert whose value is back inside its limit; null if it is not. */
export function findAlertEnd({
  rule,
  value,
  limit,
}: Pick<OpenAlert, 'rule' | 'value' | 'limit'>): AlertEnd | null {
  const end = limit === null ? undefined : ends[rule]?.(limit);
  if (end === undefined || value === null || limit === null) return null;
  const isInside = end.isAbove ? value >= limit : value < limit;
  return isInside ? end : null;
}
