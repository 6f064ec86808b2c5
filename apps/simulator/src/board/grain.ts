import { calculateEmc, calculateErh, toDryBasis } from '@granary/domain/moisture/emc-equations';
import { calculateSaturationPressure } from '@granary/domain/moisture/psychrometrics';
import { HOUR, type Millis, millis } from '@granary/domain/units';
import { conductHeat } from './conduction.ts';
import { findFirstGrainRow, RINGS } from './layout.ts';
import { type BinModel, findFillLevel } from './model.ts';
import { calculateCo2Rise, findHotSpot } from './scenario.ts';
import type { Weather } from './weather.ts';

/** The state of the grain and the air in a simulated bin. */
export interface BinState {
  readonly at: Millis;
  /**
   * °C by row from the top, RINGS values per row from the center out; rows above the grain hold the air
   * temperature.
   */
  readonly temperature: Float64Array;
  /** % dry basis, one value per row. */
  readonly moisture: Float64Array;
  /** °C under the roof. */
  readonly headspace: number;
  /** °C under the floor. */
  readonly plenum: number;
  /** ppm under the roof. */
  readonly co2: number;
}

/** The conditions during a step. */
export interface StepConditions {
  readonly weather: Weather;
  readonly isAirMoving: boolean;
}

/** °C that a fan adds to the air. */
const FAN_HEAT = 1;
/** Hours an aeration front takes to pass through a bin at 0.2 cfm/bu: 15 divided by the airflow. */
const FRONT_HOURS = 75;
/** A drying front moves about fifty times slower than a temperature front. */
const MOISTURE_LAG = 50;
/**
 * Share of the respiration heat that stays in the grain; with all of it, the grain would overheat in summer.
 */
const RETAINED_HEAT = 0.15;
/** Share of the respiration CO2 that reaches the sensor under the roof. */
const CO2_AT_SENSOR = 0.25;
/** Air changes per hour in the headspace, fan off and on. */
const AIR_CHANGES = 0.2;
const AIR_CHANGES_FAN = 15;
const OUTDOOR_CO2 = 420;
const MIN_ISOTHERM_C = -30;

/** Creates the state of an empty bin at the day's mean outdoor temperature. */
export function createEmptyState(model: BinModel, at: Millis, weather: Weather): BinState {
  return {
    at,
    temperature: new Float64Array(model.layout.rows * RINGS).fill(weather.dailyMean),
    moisture: new Float64Array(model.layout.rows).fill(toDryBasis(13)),
    headspace: weather.dailyMean,
    plenum: weather.dailyMean,
    co2: OUTDOOR_CO2,
  };
}

/**
 * Simulates a bin for `dtMs` (up to a day): grain movements, heat by conduction, respiration and aeration,
 * moisture, and CO2. Does not change `state`.
 */
export function stepBin(
  model: BinModel,
  state: BinState,
  input: StepConditions,
  dtMs: number,
): BinState {
  const at = millis(state.at + dtMs);
  const { weather, isAirMoving } = input;
  const hours = dtMs / HOUR;
  const { rows } = model.layout;
  const { fraction, lastMovement } = findFillLevel(model, at);
  const firstRow = findFirstGrainRow(rows, fraction);
  const previousFirstRow = findFirstGrainRow(rows, findFillLevel(model, state.at).fraction);

  const headspace = approach(state.headspace, weather.temperature + 9 * weather.sun, hours / 1.5);
  const plenum = isAirMoving
    ? weather.temperature + FAN_HEAT
    : approach(state.plenum, 0.7 * weather.dailyMean + 2, hours / 24);
  const boundary = { wall: weather.temperature + 3 * weather.sun, top: headspace, floor: plenum };
  const moisture = state.moisture.slice();
  const temperature = conductHeat(state.temperature, model.layout, firstRow, boundary, dtMs);
  if (lastMovement !== null && firstRow < previousFirstRow) {
    const loadTemperature = Math.max(6, weather.dailyMean + 4);
    temperature.fill(loadTemperature, firstRow * RINGS, previousFirstRow * RINGS);
    moisture.fill(toDryBasis(lastMovement.moisture), firstRow, previousFirstRow);
  }
  for (let i = 0; i < firstRow * RINGS; i++) {
    temperature[i] = approach(temperature[i] as number, headspace, hours);
  }
  const totalRise = addRespirationHeat(model, temperature, moisture, firstRow, hours);
  heatHotSpot(model, temperature, firstRow, at, hours);
  if (isAirMoving) aerate(model, temperature, moisture, firstRow, plenum, weather, hours);

  const airChanges = isAirMoving ? AIR_CHANGES_FAN : AIR_CHANGES;
  const headspaceM3 = (1 - fraction) * model.layout.volumeM3 + 0.5 * model.layout.radiusM ** 3;
  const co2PerHour =
    (1e6 * CO2_AT_SENSOR * calculateCo2VolumeM3(model, totalRise)) / headspaceM3 / hours;
  const equilibriumCo2 =
    OUTDOOR_CO2 + (co2PerHour + calculateCo2Rise(model, at) * AIR_CHANGES) / airChanges;
  return {
    at,
    temperature,
    moisture,
    headspace,
    plenum,
    co2: approach(state.co2, equilibriumCo2, airChanges * hours),
  };
}

/** Moves `value` toward `target` over a number of time constants (first order). */
function approach(value: number, target: number, timeConstants: number): number {
  return target + (value - target) * Math.exp(-timeConstants);
}

/**
 * Calculates how much respiration warms grain without heat loss, °C per day, from its equilibrium humidity (a
 * fraction) and temperature: fitted to the dry-matter loss in ASABE D535 and 15.64 MJ/kg (14 %, 15 °C: 0.05;
 * 15 %, 20 °C: 0.19; 16 %, 25 °C: 0.57; 18 %, 25 °C: 1.4; 20 %, 30 °C: 4.3).
 */
export function calculateRespirationHeating(humidity: number, temperatureC: number): number {
  const activityFactor = temperatureC > 32 ? Math.max(0, 1 - (temperatureC - 32) / 12) : 1;
  return 0.19 * Math.exp(11 * (humidity - 0.72) + 0.1 * (temperatureC - 20)) * activityFactor;
}

/** Warms each row by its respiration; returns the sum of the rows' temperature rises, °C. */
function addRespirationHeat(
  model: BinModel,
  temperature: Float64Array,
  moisture: Float64Array,
  firstRow: number,
  hours: number,
): number {
  const isotherm = model.isotherms[0];
  if (isotherm === undefined) return 0;
  let sum = 0;
  for (let row = firstRow; row < model.layout.rows; row++) {
    const middle = temperature[row * RINGS + RINGS / 2] as number;
    const humidity = calculateErh(
      isotherm,
      Math.max(MIN_ISOTHERM_C, middle),
      moisture[row] as number,
    );
    const rise = (RETAINED_HEAT * calculateRespirationHeating(humidity, middle) * hours) / 24;
    for (let ring = 0; ring < RINGS; ring++) {
      const i = row * RINGS + ring;
      temperature[i] = (temperature[i] as number) + rise;
    }
    sum += rise;
  }
  return sum;
}

/** Warms the hot spot toward the scenario's temperature, as mold does while conduction cools it. */
function heatHotSpot(
  model: BinModel,
  temperature: Float64Array,
  firstRow: number,
  at: Millis,
  hours: number,
): void {
  const spot = findHotSpot(model, at);
  if (spot === null) return;
  for (const { row, coolerBy } of spot.rows) {
    const i = row * RINGS;
    const goal = spot.temperature - coolerBy;
    if (row < firstRow || (temperature[i] as number) >= goal) continue;
    temperature[i] = approach(temperature[i] as number, goal, hours / 12);
  }
}

/** Moves the temperature and moisture fronts up from the floor (upwind differences). */
function aerate(
  model: BinModel,
  temperature: Float64Array,
  moisture: Float64Array,
  firstRow: number,
  plenum: number,
  weather: Weather,
  hours: number,
): void {
  const grainRowCount = model.layout.rows - firstRow;
  const isotherm = model.isotherms[0];
  if (grainRowCount === 0 || isotherm === undefined) return;
  const share = Math.min(1, (grainRowCount * hours) / FRONT_HOURS);
  const humidity =
    (weather.humidity / 100) *
    (calculateSaturationPressure(weather.temperature) / calculateSaturationPressure(plenum));
  const inletTemperature = Math.max(MIN_ISOTHERM_C, plenum);
  const inletMoisture = calculateEmc(
    isotherm,
    inletTemperature,
    Math.min(0.9, Math.max(0.2, humidity)),
  );
  for (let row = firstRow; row < model.layout.rows; row++) {
    const isLowest = row === model.layout.rows - 1;
    for (let ring = 0; ring < RINGS; ring++) {
      const i = row * RINGS + ring;
      const upwindTemperature = isLowest ? plenum : (temperature[i + RINGS] as number);
      temperature[i] =
        (temperature[i] as number) + share * (upwindTemperature - (temperature[i] as number));
    }
    const upwindMoisture = isLowest ? inletMoisture : (moisture[row + 1] as number);
    const current = moisture[row] as number;
    moisture[row] = current + (share / MOISTURE_LAG) * (upwindMoisture - current);
  }
}

/**
 * Calculates the CO2 from respiration: 1.47 g per 15.64 kJ of heat, for grain of 780 kg/m³ and 1.8 kJ/(kg K)
 * and CO2 of 1.8 kg/m³.
 */
function calculateCo2VolumeM3(model: BinModel, totalRise: number): number {
  const rowKg = (780 * model.layout.volumeM3) / model.layout.rows;
  const kilojoules = totalRise * rowKg * 1.8;
  return ((kilojoules / 15.64) * 1.47) / 1000 / 1.8;
}

/** Mean temperature of the grain, °C; null in an empty bin. */
export function calculateMeanGrainTemperature(model: BinModel, state: BinState): number | null {
  const first =
    findFirstGrainRow(model.layout.rows, findFillLevel(model, state.at).fraction) * RINGS;
  if (first >= state.temperature.length) return null;
  let sum = 0;
  for (let i = first; i < state.temperature.length; i++) sum += state.temperature[i] as number;
  return sum / (state.temperature.length - first);
}
