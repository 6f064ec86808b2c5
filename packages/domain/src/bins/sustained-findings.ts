import { CHARGE_HYSTERESIS } from '../alerts/alert-end.ts';
import { assessGrain } from '../insights/insights.ts';
import { COLD_STORAGE, SAFE_HUMIDITY } from '../moisture/safe-storage.ts';
import { maskReadingAboveGrain } from '../readings/grain-level.ts';
import type { Reading } from '../readings/reading.ts';
import { findWettestRow, type RowSettings } from '../readings/rows.ts';
import {
  averageHumidity,
  averageTemperature,
  findHottest,
  type SensorValue,
} from '../readings/statistics.ts';
import {
  type LimitComparison,
  type TrackedCondition,
  trackCondition,
} from '../readings/tracked-condition.ts';

/** The findings that compare a value of a reading with a fixed limit. */
export const sustainedFindings = [
  'temperature-insight',
  'humidity-insight',
  'wet-grain',
  'battery-low',
] as const;

export type SustainedFinding = (typeof sustainedFindings)[number];

/** A finding about a bin (`isHeld`), or a condition that may become one. */
export interface TrackedFinding extends TrackedCondition {
  readonly kind: SustainedFinding;
}

/** A reading with the settings that its findings depend on. */
export interface SustainedFindingInputs {
  readonly reading: Pick<Reading, 'temperatures' | 'humidities' | 'scalars' | 'at'>;
  readonly rows: RowSettings;
  readonly crop: string | null;
  /** Whether a sensor is a hot spot, which is already a finding. */
  readonly isHotSpot: (sensor: SensorValue) => boolean;
}

/** A battery is low below this charge, %. */
export const BATTERY_LOW = 20;

/** How far a value must return inside its limit for the finding to end. */
interface Margin {
  /** °C */
  readonly temperature: number;
  /** Relative humidity, %. */
  readonly humidity: number;
  /** Charge, %. */
  readonly charge: number;
}

const NO_MARGIN: Margin = { temperature: 0, humidity: 0, charge: 0 };
/** Larger than a sensor's variation between readings and than the change in the outer grain in a day. */
const END_MARGIN: Margin = { temperature: 1, humidity: 2, charge: CHARGE_HYSTERESIS };

/** Tracks the findings of a bin from one reading to the next. */
export function trackFindings(
  tracked: readonly TrackedFinding[],
  inputs: SustainedFindingInputs,
): TrackedFinding[] {
  const { reading, rows } = inputs;
  const grain = maskReadingAboveGrain(reading, rows.flips, rows.fillPercent);
  const values = {
    hottest: findHottest(grain, rows.getStatus),
    averageTemperature: averageTemperature(grain, rows.getStatus),
    averageHumidity: averageHumidity(grain, rows.getStatus),
  };
  const pastStartLimit = findPassedLimits(inputs, values, NO_MARGIN);
  const pastEndLimit = findPassedLimits(inputs, values, END_MARGIN);
  return sustainedFindings.flatMap((kind) => {
    const previous = tracked.find((finding) => finding.kind === kind) ?? null;
    const limits = {
      passesStartLimit: pastStartLimit.has(kind),
      passesEndLimit: pastEndLimit.has(kind),
    };
    const condition = trackCondition(previous, limits, reading.at);
    return condition === null ? [] : [{ kind, isHeld: condition.isHeld, since: condition.since }];
  });
}

interface GrainValues {
  readonly hottest: SensorValue | null;
  readonly averageTemperature: number | null;
  readonly averageHumidity: number | null;
}

function findPassedLimits(
  { reading, rows, crop, isHotSpot }: SustainedFindingInputs,
  { hottest, ...averages }: GrainValues,
  margin: Margin,
): ReadonlySet<SustainedFinding> {
  const addMargin = (value: number | null, amount: number) =>
    value === null ? null : value + amount;
  const { temperature, humidity } = assessGrain({
    hottest: hottest && hottest.value + margin.temperature,
    averageTemperature: addMargin(averages.averageTemperature, margin.temperature),
    averageHumidity: addMargin(averages.averageHumidity, margin.humidity),
    crop,
  });
  const { battery } = reading.scalars;
  const passedLimits = new Set<SustainedFinding>();
  if (hottest !== null && temperature?.assessment === 'high-risk' && !isHotSpot(hottest)) {
    passedLimits.add('temperature-insight');
  }
  if (humidity?.assessment === 'high') passedLimits.add('humidity-insight');
  const wetLimits = {
    humidityAbove: SAFE_HUMIDITY - margin.humidity,
    temperatureFrom: COLD_STORAGE - margin.temperature,
  };
  if (findWettestRow(reading, rows, wetLimits) !== null) passedLimits.add('wet-grain');
  if (battery !== null && isLowCharge(battery, margin)) passedLimits.add('battery-low');
  return passedLimits;
}

/** How a battery's charge, %, compares with the limits for a low battery. */
export function compareCharge(percent: number): LimitComparison {
  return {
    passesStartLimit: isLowCharge(percent, NO_MARGIN),
    passesEndLimit: isLowCharge(percent, END_MARGIN),
  };
}

function isLowCharge(percent: number, margin: Margin): boolean {
  return percent < BATTERY_LOW + margin.charge;
}

/** The kinds of the tracked findings that have become findings. */
export function listSustainedFindings(tracked: readonly TrackedFinding[]): SustainedFinding[] {
  return tracked.flatMap(({ kind, isHeld }) => (isHeld ? [kind] : []));
}
