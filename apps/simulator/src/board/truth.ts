import { median } from '@granary/domain/readings/rows';
import type { Millis } from '@granary/domain/units';
import { findNoDataSince } from '../history.ts';
import type { SimulatedBin } from './bin.ts';
import { calculateBatteryCharge } from './measure.ts';
import type { BinModel } from './model.ts';
import { findHotSpot } from './scenario.ts';
import { forEachSensor, type SensorConditions } from './sensors.ts';
import { calculateWeather } from './weather.ts';

/**
 * The true condition of a simulated bin, which its findings should report. Values are those at the sensors,
 * without sensor errors.
 */
export interface BinTruth {
  /** Grain that mold heats; null without mold. */
  readonly hotSpot: HotSpot | null;
  /** The warmest grain, °C; null in an empty bin, like the other values of the grain. */
  readonly warmest: number | null;
  /** Mean temperature, °C, and equilibrium humidity, %, of the grain. */
  readonly averageTemperature: number | null;
  readonly averageHumidity: number | null;
  /**
   * The rows of the grain, by sub-bin: the median temperature, °C, and the median equilibrium humidity, %, of
   * their sensors.
   */
  readonly rows: readonly GrainRow[];
  /** Under the roof, ppm; null without a sensor. */
  readonly co2: number | null;
  /** %; null without a battery. */
  readonly charge: number | null;
  /** When the board stopped reporting; null if it still reports. */
  readonly noDataSince: Millis | null;
}

export interface HotSpot {
  /** The cable in the center, from 1. */
  readonly cable: number;
  /** The heated rows that are in grain, from 1 at the top. */
  readonly depths: readonly number[];
  /**
   * How much warmer the hottest of them is than the median of its row, beyond what is usual on its cable, °C.
   */
  readonly excess: number;
}

export interface GrainRow {
  /** From 1 at the top. */
  readonly depth: number;
  readonly temperature: number;
  readonly humidity: number;
}

/** Describes what is true of a bin. */
export function describeTruth(model: BinModel, { grain }: SimulatedBin): BinTruth {
  const sensorsByRow = new Map<string, SensorConditions[]>();
  forEachSensor(model, grain, calculateWeather(model.location, grain.at), (place) => {
    if (!place.isInGrain) return;
    const key = `${model.bin.cables[place.cable - 1]?.subBin}:${place.row}`;
    const sensorsInSameRow = sensorsByRow.get(key);
    if (sensorsInSameRow) sensorsInSameRow.push(place);
    else sensorsByRow.set(key, [place]);
  });
  const rows = [...sensorsByRow.values()];
  const sensors = rows.flat();
  const { bin } = model;
  const isEmpty = sensors.length === 0;
  return {
    hotSpot: describeHotSpot(model, grain.at, rows),
    warmest: isEmpty ? null : Math.max(...sensors.map(({ temperature }) => temperature)),
    averageTemperature: isEmpty ? null : calculateMean(sensors, 'temperature'),
    averageHumidity: isEmpty ? null : calculateMean(sensors, 'humidity'),
    rows: rows.map((rowSensors) => ({
      depth: (rowSensors[0]?.row ?? 0) + 1,
      temperature: calculateMedian(rowSensors, 'temperature'),
      humidity: calculateMedian(rowSensors, 'humidity'),
    })),
    co2: bin.co2Attached ? grain.co2 : null,
    charge: bin.batteryAttached ? calculateBatteryCharge(model, grain.at) : null,
    noDataSince: findNoDataSince(model),
  };
}

function describeHotSpot(
  model: BinModel,
  at: Millis,
  rows: readonly (readonly SensorConditions[])[],
): HotSpot | null {
  const heatedRows = new Set<number>(findHotSpot(model, at)?.rows.map(({ row }) => row));
  const centerDistances = model.layout.cables.map(({ ring, weight }) => ring + weight);
  const cable = centerDistances.indexOf(Math.min(...centerDistances)) + 1;
  const excesses = rows.flatMap((sensorsInRow) => {
    const centerSensor = sensorsInRow.find((place) => place.cable === cable);
    if (centerSensor === undefined) return [];
    return {
      row: centerSensor.row,
      excess: centerSensor.temperature - calculateMedian(sensorsInRow, 'temperature'),
    };
  });
  const heatedExcesses = excesses.filter(({ row }) => heatedRows.has(row));
  if (heatedExcesses.length === 0) return null;
  const others = excesses.filter(({ row }) => !heatedRows.has(row));
  // In winter, the center is warm even without mold.
  const usualExcess =
    others.length === 0 ? 0 : Math.max(0, median(others.map(({ excess }) => excess)));
  return {
    cable,
    depths: heatedExcesses.map(({ row }) => row + 1),
    excess: Math.max(...heatedExcesses.map(({ excess }) => excess)) - usualExcess,
  };
}

function calculateMedian(
  places: readonly SensorConditions[],
  value: 'temperature' | 'humidity',
): number {
  return median(places.map((place) => place[value]));
}

function calculateMean(
  places: readonly SensorConditions[],
  value: 'temperature' | 'humidity',
): number {
  return places.reduce((sum, place) => sum + place[value], 0) / places.length;
}
