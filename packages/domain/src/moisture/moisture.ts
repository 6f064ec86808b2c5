import { TEMPERATURE_MAX, TEMPERATURE_MIN } from '../readings/valid-values.ts';
import { NO_VALUE } from '../units.ts';
import type { ConstantSet } from './emc-constants.ts';
import { calculateEmc, type EmcEquation, toWetBasis } from './emc-equations.ts';
import { lookUpMoisture, type MoistureTable } from './table.ts';

/** How a sensor's temperature and humidity become moisture: an equation, or uploaded chart data. */
export type MoistureSource =
  | { readonly kind: 'model'; readonly set: ConstantSet }
  | { readonly kind: 'table'; readonly table: MoistureTable };

/** Above this humidity, %, isotherms are too steep; the value at this humidity is used instead. */
const HUMIDITY_MAX = 95;
/** Below this humidity, %, the equations were not fitted. */
const HUMIDITY_MIN = 10;
/**
 * Modified Henderson and Chung-Pfost have a pole at T = -C, between -35 and -42 °C for canola, oats
 * and spring wheat. Below this temperature, the value for this temperature is used, as in PHAST.
 */
const POLE_GUARD_C = -30;

/** Whether the humidity is above the range of the equations; the moisture is then a lower bound. */
export function isAboveEquationRange(humidityPct: number): boolean {
  return humidityPct > HUMIDITY_MAX;
}

/**
 * Equilibrium moisture, % wet basis, for a sensor's temperature (°C) and relative humidity (%).
 * Above 95 % it is the value at 95 %. Null without a source or a measurement, below 10 % for a
 * model, outside an uploaded table, and outside -50 to 85 °C.
 */
export function calculateMoisture(
  source: MoistureSource | null,
  temperatureC: number | null,
  humidityPct: number | null,
): number | null {
  if (source === null || temperatureC === null || humidityPct === null) return null;
  if (!(temperatureC >= TEMPERATURE_MIN && temperatureC <= TEMPERATURE_MAX)) return null;
  const humidity = Math.min(humidityPct, HUMIDITY_MAX);
  if (source.kind === 'table') {
    const moisture = lookUpMoisture(source.table, temperatureC, humidity);
    return Number.isNaN(moisture) ? null : moisture;
  }
  if (!(humidity >= HUMIDITY_MIN)) return null;
  return toWetBasis(
    calculateEmc(source.set, clampTemperature(source.set, temperatureC), humidity / 100),
  );
}

function clampTemperature(equation: EmcEquation, temperatureC: number): number {
  const hasPole = equation.model === 'henderson' || equation.model === 'chung-pfost';
  return hasPole ? Math.max(temperatureC, POLE_GUARD_C) : temperatureC;
}

/**
 * Each equation is the product of a temperature term and a humidity term, or for Chung-Pfost their
 * sum. With both terms tabulated for each hundredth, a conversion is two lookups.
 */
interface Terms {
  readonly isSum: boolean;
  readonly temperatureTerms: Float64Array;
  readonly humidityTerms: Float64Array;
}

const FIRST_TEMPERATURE = TEMPERATURE_MIN * 100;
const LAST_TEMPERATURE = TEMPERATURE_MAX * 100;
const FIRST_HUMIDITY = HUMIDITY_MIN * 100;
const LAST_HUMIDITY = HUMIDITY_MAX * 100;

const cachedTerms = new WeakMap<ConstantSet, Terms>();

/**
 * `calculateMoisture` in hundredths, for ingest: the same value to 0.01, NO_VALUE for null. Allocates
 * nothing except the tables of terms, once for each constant set (176 kB).
 */
export function calculateMoistureHundredths(
  source: MoistureSource | null,
  temperatureHundredths: number,
  humidityHundredths: number,
): number {
  if (source === null) return NO_VALUE;
  if (temperatureHundredths < FIRST_TEMPERATURE || temperatureHundredths > LAST_TEMPERATURE) {
    return NO_VALUE;
  }
  const humidity = humidityHundredths > LAST_HUMIDITY ? LAST_HUMIDITY : humidityHundredths;
  if (source.kind === 'table') {
    const moisture = lookUpMoisture(source.table, temperatureHundredths / 100, humidity / 100);
    return Number.isNaN(moisture) ? NO_VALUE : Math.round(moisture * 100);
  }
  if (humidity < FIRST_HUMIDITY) return NO_VALUE;
  const terms = cachedTerms.get(source.set) ?? tabulate(source.set);
  const t = terms.temperatureTerms[temperatureHundredths - FIRST_TEMPERATURE] as number;
  const h = terms.humidityTerms[humidity - FIRST_HUMIDITY] as number;
  const dryBasis = terms.isSum ? t + h : t * h;
  return Math.round((10_000 * dryBasis) / (100 + dryBasis));
}

function tabulate(set: ConstantSet): Terms {
  const temperatureTerms = new Float64Array(LAST_TEMPERATURE - FIRST_TEMPERATURE + 1);
  for (let i = 0; i < temperatureTerms.length; i++) {
    const celsius = clampTemperature(set, (FIRST_TEMPERATURE + i) / 100);
    temperatureTerms[i] = calculateTemperatureTerm(set, celsius);
  }
  const humidityTerms = new Float64Array(LAST_HUMIDITY - FIRST_HUMIDITY + 1);
  for (let i = 0; i < humidityTerms.length; i++) {
    humidityTerms[i] = calculateHumidityTerm(set, (FIRST_HUMIDITY + i) / 10_000);
  }
  const terms = { isSum: set.model === 'chung-pfost', temperatureTerms, humidityTerms };
  cachedTerms.set(set, terms);
  return terms;
}

function calculateTemperatureTerm(equation: EmcEquation, t: number): number {
  switch (equation.model) {
    case 'henderson':
      return (equation.k * (t + equation.c)) ** (-1 / equation.n);
    case 'chung-pfost':
      return -Math.log((t + equation.c) / equation.a) / equation.b;
    case 'halsey':
      return Math.exp((equation.a + equation.b * t) / equation.c);
    case 'oswin':
      return equation.a + equation.b * t;
  }
}

function calculateHumidityTerm(equation: EmcEquation, rh: number): number {
  switch (equation.model) {
    case 'henderson':
      return (-Math.log1p(-rh)) ** (1 / equation.n);
    case 'chung-pfost':
      return -Math.log(-Math.log(rh)) / equation.b;
    case 'halsey':
      return (-1 / Math.log(rh)) ** (1 / equation.c);
    case 'oswin':
      return (rh / (1 - rh)) ** (1 / equation.c);
  }
}
