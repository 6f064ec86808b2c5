import { calculateEmc, calculateErh, toDryBasis } from '@granary/domain/moisture/emc-equations';
import { calculateSaturationPressure } from '@granary/domain/moisture/psychrometrics';
import { HOUR, type Millis, millis } from '@granary/domain/units';
import { conduct } from './conduction.ts';
import { firstGrainRow, RINGS } from './layout.ts';
import { type BinModel, fillAt } from './model.ts';
import { co2Rise, hotSpotTarget } from './story.ts';
import type { Weather } from './weather.ts';

/** What changes about a simulated bin. */
export interface BinState {
  readonly at: Millis;
  /** °C: rows from the top, RINGS values each from the middle out; air above the grain. */
  readonly temperature: Float64Array;
  /** % dry basis, a row each. */
  readonly moisture: Float64Array;
  /** °C under the roof. */
  readonly headspace: number;
  /** °C under the floor. */
  readonly plenum: number;
  /** ppm under the roof. */
  readonly co2: number;
}

/** What acts on a bin during a step. */
export interface BinInput {
  readonly weather: Weather;
  /** Whether the fan moves air: a fan that is on may not. */
  readonly isAirMoving: boolean;
}

/** °C that a fan adds to the air it moves. */
const FAN_HEAT = 1;
/** Hours an aeration front takes through a bin at 0.2 cfm/bu: 15 divided by the airflow. */
const FRONT_HOURS = 75;
/** A drying front moves about fifty times slower than a temperature front. */
const MOISTURE_LAG = 50;
/** Share of the heat of respiration that stays, so that stored grain in summer is not on fire. */
const HEAT_KEPT = 0.15;
/** Share of the CO2 of respiration that rises to the sensor under the roof. */
const CO2_RISING = 0.25;
/** Air changes an hour under the roof, fan off and on. */
const AIR_CHANGES = 0.2;
const AIR_CHANGES_FAN = 15;
const OUTDOOR_CO2 = 420;
const COLDEST_OF_ISOTHERMS = -30;

/** An empty bin in the air of its first instant. */
export function emptyBin(model: BinModel, at: Millis, weather: Weather): BinState {
  return {
    at,
    temperature: new Float64Array(model.layout.rows * RINGS).fill(weather.dayMean),
    moisture: new Float64Array(model.layout.rows).fill(toDryBasis(13)),
    headspace: weather.dayMean,
    plenum: weather.dayMean,
    co2: OUTDOOR_CO2,
  };
}

/**
 * The bin `dtMs` later (up to a day): grain moved in or out, heat conducted, respired and blown
 * through, moisture carried, CO2 made and vented. Pure: `state` is left as it is.
 */
export function stepBin(model: BinModel, state: BinState, input: BinInput, dtMs: number): BinState {
  const at = millis(state.at + dtMs);
  const { weather, isAirMoving } = input;
  const hours = dtMs / HOUR;
  const { rows } = model.layout;
  const { fraction, last } = fillAt(model, at);
  const firstRow = firstGrainRow(rows, fraction);
  const firstBefore = firstGrainRow(rows, fillAt(model, state.at).fraction);

  const headspace = towards(state.headspace, weather.temperature + 9 * weather.sun, hours / 1.5);
  const plenum = isAirMoving
    ? weather.temperature + FAN_HEAT
    : towards(state.plenum, 0.7 * weather.dayMean + 2, hours / 24);
  const around = { wall: weather.temperature + 3 * weather.sun, top: headspace, floor: plenum };
  const moisture = state.moisture.slice();
  const temperature = conduct(state.temperature, model.layout, firstRow, around, dtMs);
  if (last !== null && firstRow < firstBefore) {
    const warm = Math.max(6, weather.dayMean + 4);
    temperature.fill(warm, firstRow * RINGS, firstBefore * RINGS);
    moisture.fill(toDryBasis(last.moisture), firstRow, firstBefore);
  }
  for (let i = 0; i < firstRow * RINGS; i++) {
    temperature[i] = towards(temperature[i] as number, headspace, hours);
  }
  const heated = respire(model, temperature, moisture, firstRow, hours);
  heatHotSpot(model, temperature, firstRow, at, hours);
  if (isAirMoving) aerate(model, temperature, moisture, firstRow, plenum, weather, hours);

  const air = isAirMoving ? AIR_CHANGES_FAN : AIR_CHANGES;
  const headM3 = (1 - fraction) * model.layout.volumeM3 + 0.5 * model.layout.radiusM ** 3;
  const made = (1e6 * CO2_RISING * co2VolumeM3(model, heated)) / headM3 / hours;
  const balance = OUTDOOR_CO2 + (made + co2Rise(model, at) * AIR_CHANGES) / air;
  return {
    at,
    temperature,
    moisture,
    headspace,
    plenum,
    co2: towards(state.co2, balance, air * hours),
  };
}

/** First-order approach of `value` to `goal` over `spans` time constants. */
function towards(value: number, goal: number, spans: number): number {
  return goal + (value - goal) * Math.exp(-spans);
}

/**
 * °C a day that grain would warm by its own respiration if no heat left it, from its equilibrium
 * humidity (a fraction) and temperature: fitted to dry-matter loss of ASABE D535 and 15.64 MJ/kg
 * (14 %, 15 °C: 0.05; 15 %, 20 °C: 0.19; 16 %, 25 °C: 0.57; 18 %, 25 °C: 1.4; 20 %, 30 °C: 4.3).
 */
export function selfHeating(humidity: number, temperatureC: number): number {
  const slowed = temperatureC > 32 ? Math.max(0, 1 - (temperatureC - 32) / 12) : 1;
  return 0.19 * Math.exp(11 * (humidity - 0.72) + 0.1 * (temperatureC - 20)) * slowed;
}

/** Warms each row by its respiration; returns the sum of the rows' rises, °C. */
function respire(
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
      Math.max(COLDEST_OF_ISOTHERMS, middle),
      moisture[row] as number,
    );
    const rise = (HEAT_KEPT * selfHeating(humidity, middle) * hours) / 24;
    for (let ring = 0; ring < RINGS; ring++) {
      const i = row * RINGS + ring;
      temperature[i] = (temperature[i] as number) + rise;
    }
    sum += rise;
  }
  return sum;
}

/** Mould at the middle keeps its spot at the story's temperature while conduction cools it. */
function heatHotSpot(
  model: BinModel,
  temperature: Float64Array,
  firstRow: number,
  at: Millis,
  hours: number,
): void {
  const spot = hotSpotTarget(model, at);
  if (spot === null) return;
  for (const { row, below } of spot.rows) {
    const i = row * RINGS;
    const goal = spot.temperature - below;
    if (row < firstRow || (temperature[i] as number) >= goal) continue;
    temperature[i] = towards(temperature[i] as number, goal, hours / 12);
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
  const depthRows = model.layout.rows - firstRow;
  const isotherm = model.isotherms[0];
  if (depthRows === 0 || isotherm === undefined) return;
  const share = Math.min(1, (depthRows * hours) / FRONT_HOURS);
  const humidity =
    (weather.humidity / 100) *
    (calculateSaturationPressure(weather.temperature) / calculateSaturationPressure(plenum));
  const inTemperature = Math.max(COLDEST_OF_ISOTHERMS, plenum);
  const inMoisture = calculateEmc(isotherm, inTemperature, Math.min(0.9, Math.max(0.2, humidity)));
  for (let row = firstRow; row < model.layout.rows; row++) {
    const isLowest = row === model.layout.rows - 1;
    for (let ring = 0; ring < RINGS; ring++) {
      const i = row * RINGS + ring;
      const from = isLowest ? plenum : (temperature[i + RINGS] as number);
      temperature[i] = (temperature[i] as number) + share * (from - (temperature[i] as number));
    }
    const from = isLowest ? inMoisture : (moisture[row + 1] as number);
    const own = moisture[row] as number;
    moisture[row] = own + (share / MOISTURE_LAG) * (from - own);
  }
}

/** Heat of 15.64 kJ comes with 1.47 g of CO2; grain of 780 kg/m³ and 1.8 kJ/(kg K), CO2 of 1.8 kg/m³. */
function co2VolumeM3(model: BinModel, summedRise: number): number {
  const rowKg = (780 * model.layout.volumeM3) / model.layout.rows;
  const kilojoules = summedRise * rowKg * 1.8;
  return ((kilojoules / 15.64) * 1.47) / 1000 / 1.8;
}

/** Mean temperature of the grain, °C; null where there is none. */
export function grainMean(model: BinModel, state: BinState): number | null {
  const first = firstGrainRow(model.layout.rows, fillAt(model, state.at).fraction) * RINGS;
  if (first >= state.temperature.length) return null;
  let sum = 0;
  for (let i = first; i < state.temperature.length; i++) sum += state.temperature[i] as number;
  return sum / (state.temperature.length - first);
}
