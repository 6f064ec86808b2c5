import { assessCo2 } from '../bins/co2-risk.ts';
import { BATTERY_LOW } from '../bins/sustained-findings.ts';
import { getCableFlips } from '../cables/cable-layout.ts';
import { isUnderGrain, maskAboveGrain } from '../readings/grain-level.ts';
import type { Reading } from '../readings/reading.ts';
import { depthFromTop } from '../readings/sensors.ts';
import { NO_VALUE } from '../units.ts';
import type { AlertSensor, OpenAlert, SensorPlace } from './alert.ts';
import { CO2_END_RATIO, LEVEL_HYSTERESIS, TEMPERATURE_HYSTERESIS } from './alert-end.ts';
import type { AlertMemory, BoardRule } from './memory.ts';
import { type AlertSettings, toSensorStatus } from './settings.ts';

/** A reading that is used to evaluate a bin's alerts. */
export interface AlertReading {
  readonly reading: Pick<
    Reading,
    'at' | 'temperatures' | 'scalars' | 'cableIds' | 'anyError' | 'clockWrong'
  >;
  /** How full the bin was at the reading, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
}

export const levelRules = ['level-low', 'level-high'] as const;

/** At this concentration, ppm, CO2 is critical. */
const CO2_CRITICAL = 1_500;

/** Sorts sensors by value, highest first, then by cable and position. */
export function byValue(a: AlertSensor, b: AlertSensor): number {
  return b.value - a.value || a.cable - b.cable || a.position - b.position;
}

/**
 * The temperature alert after a reading: sensors under grain, enabled and not muted, at or above the limit;
 * it ends when all are 1 °C or more below the limit. A sensor that reports no value stays in the alert with
 * its last value, because a sensor that fails in hot grain does not show that the grain has cooled; so does
 * one at the surface of the grain, until the surface is 2 points below it.
 */
export function evaluateTemperature(
  previous: OpenAlert | null,
  inputs: AlertReading,
  settings: AlertSettings,
): OpenAlert | null {
  const { temperature: limit } = settings;
  if (limit === null) return null;
  const alertKeys = new Set((previous?.sensors ?? []).map(toKey));
  const values = listGrainValues(inputs, settings);
  // Values and limits have two decimals, which floating-point subtraction does not always preserve.
  const end = Math.round((limit - TEMPERATURE_HYSTERESIS) * 100) / 100;
  const sensorsAboveLimit = values.filter((sensor) =>
    alertKeys.has(toKey(sensor)) ? sensor.value > end : sensor.value >= limit,
  );
  const measuredKeys = new Set(values.map(toKey));
  const sensorsWithoutValue = keepSensorsUnderGrain(
    previous?.sensors ?? [],
    inputs,
    settings,
  ).filter((sensor) => !measuredKeys.has(toKey(sensor)));
  const sensors = [...sensorsAboveLimit, ...sensorsWithoutValue].sort(byValue);
  const [worst] = sensors;
  if (worst === undefined) return null;
  return {
    rule: 'temperature',
    severity: 'critical',
    since: previous?.since ?? inputs.reading.at,
    value: worst.value,
    limit,
    sensors,
  };
}

/**
 * The sensors under grain at a reading, and those above the surface by less than 2 points of the fill
 * level. Sensors that the reading does not include are returned too.
 */
export function keepSensorsUnderGrain<S extends SensorPlace>(
  sensors: readonly S[],
  { reading, fillPercent }: Pick<AlertReading, 'reading' | 'fillPercent'>,
  { cables }: Pick<AlertSettings, 'cables'>,
): S[] {
  if (fillPercent === null) return [...sensors];
  const { lengths } = reading.temperatures;
  const flips = getCableFlips(cables, lengths.length);
  const rows = Math.max(0, ...lengths);
  return sensors.filter(({ cable, position }) => {
    const length = lengths[cable - 1] ?? 0;
    if (position > length) return true;
    const depth = depthFromTop(position, length, flips[cable - 1] ?? false);
    return isUnderGrain(Math.min(fillPercent + LEVEL_HYSTERESIS, 100), depth, rows);
  });
}

/**
 * The alert for the CO2 limit that the user set; it ends 10 % below the limit. A reading without CO2 changes
 * nothing.
 */
export function evaluateCo2(
  previous: OpenAlert | null,
  { reading }: AlertReading,
  { co2: limit }: AlertSettings,
): OpenAlert | null {
  const ppm = reading.scalars.co2;
  if (limit === null) return null;
  if (ppm === null) return previous;
  if (previous === null ? ppm < limit : ppm <= limit * CO2_END_RATIO) return null;
  const wasCritical = previous?.severity === 'critical';
  const isCritical = wasCritical ? ppm > CO2_CRITICAL * CO2_END_RATIO : ppm >= CO2_CRITICAL;
  return {
    rule: 'co2',
    severity: isCritical ? 'critical' : 'warning',
    since: previous?.since ?? reading.at,
    value: ppm,
    limit,
    sensors: [],
  };
}

/** The alert about a risk that CO2 indicates; `memory.co2` includes the reading. */
export function evaluateCo2Risk(
  previous: OpenAlert | null,
  { reading }: AlertReading,
  { co2 }: AlertMemory,
  { isCo2RiskEnabled }: AlertSettings,
): OpenAlert | null {
  if (!isCo2RiskEnabled) return null;
  if (reading.scalars.co2 === null) return previous;
  const risk = assessCo2(co2, reading.scalars.co2);
  if (risk === null) return null;
  return {
    rule: 'co2-risk',
    severity: risk.level,
    since: previous?.since ?? reading.at,
    value: risk.value,
    limit: risk.limit,
    sensors: [],
  };
}

/**
 * The alert about a fill level outside its limit; it ends 2 points inside the limit. An unknown level changes
 * nothing.
 */
export function evaluateLevel(
  rule: (typeof levelRules)[number],
  previous: OpenAlert | null,
  { reading, fillPercent }: AlertReading,
  { minLevel, maxLevel }: AlertSettings,
): OpenAlert | null {
  const limit = rule === 'level-low' ? minLevel : maxLevel;
  if (limit === null) return null;
  if (fillPercent === null) return previous;
  // A full bin ends any alert about a low level, an empty bin any alert about a high level.
  const isMet =
    rule === 'level-low'
      ? fillPercent < (previous === null ? limit : Math.min(limit + LEVEL_HYSTERESIS, 100))
      : fillPercent > (previous === null ? limit : Math.max(limit - LEVEL_HYSTERESIS, 0));
  if (!isMet) return null;
  return {
    rule,
    severity: 'warning',
    since: previous?.since ?? reading.at,
    value: fillPercent,
    limit,
    sensors: [],
  };
}

/** The alert for a rule about the board; `memory.board` includes the reading. */
export function evaluateBoard(
  rule: BoardRule,
  previous: OpenAlert | null,
  { reading }: AlertReading,
  { board }: AlertMemory,
): OpenAlert | null {
  if (!board[rule]?.isHeld) return null;
  const isBattery = rule === 'battery-low';
  return {
    rule,
    severity: 'warning',
    since: previous?.since ?? reading.at,
    value: isBattery ? (reading.scalars.battery ?? previous?.value ?? null) : null,
    limit: isBattery ? BATTERY_LOW : null,
    sensors: [],
  };
}

/** The values, °C, of the sensors of a reading that are under grain, enabled and not muted. */
function listGrainValues(
  { reading, fillPercent }: AlertReading,
  settings: AlertSettings,
): AlertSensor[] {
  const { lengths } = reading.temperatures;
  const flips = getCableFlips(settings.cables, lengths.length);
  const getStatus = toSensorStatus(settings);
  const { values } = maskAboveGrain(reading.temperatures, flips, fillPercent);
  const sensors: AlertSensor[] = [];
  let index = 0;
  for (const [column, length] of lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      const hundredths = values[index++] ?? NO_VALUE;
      if (hundredths === NO_VALUE || getStatus(column + 1, position) !== 'unmute') continue;
      sensors.push({ cable: column + 1, position, value: hundredths / 100 });
    }
  }
  return sensors;
}

function toKey({ cable, position }: SensorPlace): string {
  return `${cable}:${position}`;
}
