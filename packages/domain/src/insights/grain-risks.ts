import { Temporal } from 'temporal-polyfill';
import type { AlertSummary, SensorPlace } from '../alerts/alert.ts';
import { compareMeans } from '../alerts/hot-spot.ts';
import type { AlertSettings } from '../alerts/settings.ts';
import type { Co2Risk } from '../bins/co2-risk.ts';
import { COLD_STORAGE, SAFE_HUMIDITY } from '../moisture/safe-storage.ts';
import type { DayMeans } from '../readings/day-means.ts';
import type { Reading } from '../readings/reading.ts';
import { findWettestRow, type RowSettings } from '../readings/rows.ts';
import { calculateCo2Trend } from './co2-trend.ts';
import type { RiskKind, RiskReason, RiskState } from './risk-reasons.ts';
import type { StorageTime } from './storage-time.ts';

/** A risk to the grain in a bin, as shown in Insights. Numbers that do not apply are null. */
export interface GrainRisk {
  readonly kind: RiskKind;
  readonly state: RiskState;
  readonly reason: RiskReason;
  /**
   * humidity: equilibrium humidity, %; co2: ppm; storage-time: share used, %; warming: how much warmer the
   * sensor is than the others at its depth, °C.
   */
  readonly value: number | null;
  /**
   * The limit that the value passed; if it passed none, the lowest one. For a CO2 trend, the limit that
   * `change` passed.
   */
  readonly limit: number | null;
  /** co2: change in ppm per day, over a week; warming: the rise of `value` in a week, °C. */
  readonly change: number | null;
  /** storage-time: days until all of it is used, at today's temperature and moisture. */
  readonly daysLeft: number | null;
  /** storage-time: the first day that is included. */
  readonly since: string | null;
  readonly sensor: SensorPlace | null;
  /** humidity: the row of sensors, from 1 at the top. */
  readonly depth: number | null;
}

/** Where the limits of a risk are published. */
export const riskSources: Readonly<Record<RiskKind, string>> = {
  humidity: 'D. Maier, World Grain; Canola Council of Canada',
  co2: 'Iowa State University; The Andersons; Purdue University',
  'storage-time': 'NDSU, K. Hellevang; ASAE D535; Midwest Agsystems',
  warming:
    'Canola Council of Canada; readings replayed from a grain storage facility, 2015 to 2018',
};

/** A risk that cannot be assessed, or that is turned off. */
export function toUnassessedRisk(kind: RiskKind, reason: RiskReason): GrainRisk {
  return toRisk(kind, reason === 'off' ? 'off' : 'unknown', reason, {});
}

function toRisk(
  kind: RiskKind,
  state: RiskState,
  reason: RiskReason,
  parts: Partial<Omit<GrainRisk, 'kind' | 'state' | 'reason'>>,
): GrainRisk {
  const noValues = {
    value: null,
    limit: null,
    change: null,
    daysLeft: null,
    since: null,
    sensor: null,
    depth: null,
  };
  return { kind, state, reason, ...noValues, ...parts };
}

/** Mold begins to grow above this equilibrium humidity, %; for canola, the Canola Council advises 62 %. */
const DAMP_ABOVE = 65;
const CANOLA_DAMP_ABOVE = 62;

/**
 * The risk from the equilibrium humidity in the wettest row. It is never worse than "watch", like the finding
 * about wet grain: humidity that is not known to be rising is not a warning.
 */
export function assessHumidity(
  reading: Pick<Reading, 'temperatures' | 'humidities'>,
  rows: RowSettings,
  crop: string | null,
): GrainRisk {
  const dampAbove = crop === 'Canola' ? CANOLA_DAMP_ABOVE : DAMP_ABOVE;
  const toHumidityRisk = (
    state: RiskState,
    reason: RiskReason,
    { depth, humidity }: { readonly depth: number; readonly humidity: number },
    limit: number,
  ) => toRisk('humidity', state, reason, { value: humidity, depth, limit });
  const wetRow = findWettestRow(reading, rows, {
    humidityAbove: SAFE_HUMIDITY,
    temperatureFrom: COLD_STORAGE,
  });
  if (wetRow !== null) return toHumidityRisk('watch', 'humidity-wet', wetRow, SAFE_HUMIDITY);
  const row = findWettestRow(reading, rows, {
    humidityAbove: 0,
    temperatureFrom: Number.NEGATIVE_INFINITY,
  });
  if (row === null) return toUnassessedRisk('humidity', 'no-humidity');
  if (row.humidity > SAFE_HUMIDITY) {
    return toHumidityRisk('watch', 'humidity-wet-cold', row, SAFE_HUMIDITY);
  }
  return row.humidity > dampAbove
    ? toHumidityRisk('watch', 'humidity-damp', row, dampAbove)
    : toHumidityRisk('ok', 'humidity-safe', row, dampAbove);
}

const co2Reasons = {
  watch: 'co2-rising',
  warning: 'co2-sustained',
  critical: 'co2-critical',
} as const;

/**
 * The risk that CO2 indicates: its level, as `bins/co2-risk` tracks it, or otherwise the open alert about its
 * trend. `days` are the means of completed days, oldest first.
 */
export function assessCo2Risk(
  ppm: number | null,
  risk: Co2Risk | null,
  days: readonly Pick<DayMeans, 'day' | 'lowestCo2'>[],
  trendAlert: Pick<AlertSummary, 'value' | 'limit'> | null,
): GrainRisk {
  if (ppm === null) return toUnassessedRisk('co2', 'no-co2');
  const change = calculateCo2Trend(days);
  if (risk !== null) {
    const { level, value, limit } = risk;
    return toRisk('co2', level, co2Reasons[level], { value, limit, change });
  }
  if (trendAlert !== null) {
    const { limit, value } = trendAlert;
    return toRisk('co2', 'watch', 'co2-trend', { value: ppm, limit, change: value });
  }
  return toRisk('co2', 'ok', 'co2-normal', { value: ppm, limit: 600, change });
}

/** The shares, %, of the safe storage time at which "watch" and "warning" begin. */
const HALF_USED = 50;
export const NEARLY_USED = 80;

/** The risk from the storage time used; see `storage-time`. */
export function assessStorageTime(time: StorageTime, crop: string | null): GrainRisk {
  if (!time.isKnown) {
    const isCanola = time.reason === 'no-storage-table' && crop === 'Canola';
    return toUnassessedRisk('storage-time', isCanola ? 'canola' : time.reason);
  }
  const { since, sensor, daysLeft } = time;
  const value = time.used * 100;
  const toStorageTimeRisk = (state: RiskState, reason: RiskReason, limit: number) =>
    toRisk('storage-time', state, reason, { value, limit, daysLeft, since, sensor });
  if (value >= 100) return toStorageTimeRisk('warning', 'time-used', 100);
  if (value >= NEARLY_USED) return toStorageTimeRisk('warning', 'time-nearly-used', NEARLY_USED);
  if (value >= HALF_USED) return toStorageTimeRisk('watch', 'time-half-used', HALF_USED);
  return toStorageTimeRisk('ok', 'time-left', HALF_USED);
}

/**
 * A sensor is "watch" if it is more than this much warmer than the others at its depth, °C, and this
 * difference has risen by at least as much in a week.
 */
const MIN_TEMPERATURE_EXCESS = 2;
/** If the day a week before is missing, the newest day before it is used, up to `maxDays` days ago. */
const WEEK = { days: 7, maxDays: 10 };

/**
 * The greatest rise of a sensor relative to the others at its depth over a week of daily means; `days` are
 * oldest first. Only a hot spot alert makes the risk worse than "watch": in sound grain, 1 in 100 sensor-days
 * shows a rise of 3 °C in a week.
 */
export function assessWarming(
  days: readonly DayMeans[],
  settings: Pick<AlertSettings, 'cables' | 'getStatus'>,
  hotSpotAlert: Pick<AlertSummary, 'severity' | 'value' | 'limit' | 'sensor'> | null,
): GrainRisk {
  if (hotSpotAlert !== null) {
    const { severity, value, limit, sensor } = hotSpotAlert;
    return toRisk('warming', severity, 'warming-hot-spot', { value, limit, sensor });
  }
  const rises = compareWithWeekBefore(days, settings);
  const isWarm = ({ value, change }: Rise) =>
    value > MIN_TEMPERATURE_EXCESS && change >= MIN_TEMPERATURE_EXCESS;
  const findGreatest = (candidates: readonly Rise[]) =>
    candidates.toSorted((a, b) => b.change - a.change)[0];
  const warmRise = findGreatest(rises.filter(isWarm));
  const limit = MIN_TEMPERATURE_EXCESS;
  if (warmRise !== undefined)
    return toRisk('warming', 'watch', 'warming-sensor', { ...warmRise, limit });
  const greatestRise = findGreatest(rises);
  if (greatestRise === undefined) return toUnassessedRisk('warming', 'no-week');
  return toRisk('warming', 'ok', 'warming-none', { ...greatestRise, limit });
}

interface Rise {
  readonly sensor: SensorPlace;
  /**
   * How much warmer the sensor is than the others at its depth, and how much that difference rose in a week;
   * °C.
   */
  readonly value: number;
  readonly change: number;
}

function compareWithWeekBefore(
  days: readonly DayMeans[],
  settings: Pick<AlertSettings, 'cables' | 'getStatus'>,
): Rise[] {
  const today = days.at(-1);
  if (today === undefined) return [];
  const subtractDays = (count: number) =>
    Temporal.PlainDate.from(today.day).subtract({ days: count }).toString();
  const [latest, earliest] = [subtractDays(WEEK.days), subtractDays(WEEK.maxDays)];
  const base = days.findLast(({ day }) => day <= latest && day >= earliest);
  if (base === undefined) return [];
  const baseMeans = compareMeans(base, settings);
  return compareMeans(today, settings).flatMap(({ cable, position, difference }) => {
    const baseMean = baseMeans.find((mean) => mean.cable === cable && mean.position === position);
    if (baseMean === undefined) return [];
    const change = Math.round(difference - baseMean.difference) / 100;
    return [{ sensor: { cable, position }, value: Math.round(difference) / 100, change }];
  });
}
