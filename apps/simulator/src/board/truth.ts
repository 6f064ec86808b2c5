import { median } from '@granary/domain/readings/rows';
import type { Millis } from '@granary/domain/units';
import { noDataFrom } from '../history.ts';
import type { SimulatedBin } from './bin.ts';
import { batteryCharge } from './measure.ts';
import type { BinModel } from './model.ts';
import { findHotSpot } from './scenario.ts';
import { forEachSensor, type SensorPlace } from './sensors.ts';
import { weatherAt } from './weather.ts';

/**
 * What is true of a simulated bin, from the state that its readings are measured from: what its findings
 * should say. Values are those at the sensors, without the errors of the sensors.
 */
export interface BinTruth {
  /** Grain that mold heats; null without mold. */
  readonly hotSpot: HotSpot | null;
  /** The warmest grain, °C; null in an empty bin, like the other values of the grain. */
  readonly warmest: number | null;
  /** Mean temperature, °C, and equilibrium humidity, %, of the grain. */
  readonly averageTemperature: number | null;
  readonly averageHumidity: number | null;
  /** The rows of the grain, by sub-bin: temperature, °C, and equilibrium humidity, %, of the middle sensor. */
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
  /** How far the hottest of them is above the middle sensor of its row and the rest of its cable, °C. */
  readonly excess: number;
}

export interface GrainRow {
  /** From 1 at the top. */
  readonly depth: number;
  readonly temperature: number;
  readonly humidity: number;
}

/** The truth about a bin in a state. */
export function describeTruth(model: BinModel, { grain }: SimulatedBin): BinTruth {
  const bySubBin = new Map<string, SensorPlace[]>();
  forEachSensor(model, grain, weatherAt(model.place, grain.at), (place) => {
    if (!place.isInGrain) return;
    const key = `${model.bin.cables[place.cable - 1]?.subBin}:${place.row}`;
    const rowPlaces = bySubBin.get(key);
    if (rowPlaces) rowPlaces.push(place);
    else bySubBin.set(key, [place]);
  });
  const rows = [...bySubBin.values()];
  const places = rows.flat();
  const { bin } = model;
  const isEmpty = places.length === 0;
  return {
    hotSpot: describeHotSpot(model, grain.at, rows),
    warmest: isEmpty ? null : Math.max(...places.map(({ temperature }) => temperature)),
    averageTemperature: isEmpty ? null : calculateMean(places, 'temperature'),
    averageHumidity: isEmpty ? null : calculateMean(places, 'humidity'),
    rows: rows.map((inRow) => ({
      depth: (inRow[0]?.row ?? 0) + 1,
      temperature: calculateMedian(inRow, 'temperature'),
      humidity: calculateMedian(inRow, 'humidity'),
    })),
    co2: bin.co2Attached ? grain.co2 : null,
    charge: bin.batteryAttached ? batteryCharge(model, grain.at) : null,
    noDataSince: noDataFrom(model),
  };
}

function describeHotSpot(
  model: BinModel,
  at: Millis,
  rows: readonly (readonly SensorPlace[])[],
): HotSpot | null {
  const heatedRows = new Set<number>(findHotSpot(model, at)?.rows.map(({ row }) => row));
  const centerDistances = model.layout.cables.map(({ ring, weight }) => ring + weight);
  const cable = centerDistances.indexOf(Math.min(...centerDistances)) + 1;
  const excesses = rows.flatMap((inRow) => {
    const own = inRow.find((place) => place.cable === cable);
    if (own === undefined) return [];
    return { row: own.row, excess: own.temperature - calculateMedian(inRow, 'temperature') };
  });
  const heated = excesses.filter(({ row }) => heatedRows.has(row));
  if (heated.length === 0) return null;
  const others = excesses.filter(({ row }) => !heatedRows.has(row));
  // The center is warm in winter without mold.
  const usualExcess =
    others.length === 0 ? 0 : Math.max(0, median(others.map(({ excess }) => excess)));
  return {
    cable,
    depths: heated.map(({ row }) => row + 1),
    excess: Math.max(...heated.map(({ excess }) => excess)) - usualExcess,
  };
}

function calculateMedian(
  places: readonly SensorPlace[],
  value: 'temperature' | 'humidity',
): number {
  return median(places.map((place) => place[value]));
}

function calculateMean(places: readonly SensorPlace[], value: 'temperature' | 'humidity'): number {
  return places.reduce((sum, place) => sum + place[value], 0) / places.length;
}
