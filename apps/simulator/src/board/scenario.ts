import { DAY, type Millis } from '@granary/domain/units';
import type { BinModel } from './model.ts';

const HOT_SPOT_DAYS = 26;
/** °C per day that the hot spot gains while it grows. */
const HOT_SPOT_RISE = 0.9;
const HOT_SPOT_START = 9;
const HOT_SPOT_LIMIT = 34;
/** Rows 10 to 12 (`row` counts from 0), and how much cooler than the hottest each one is, °C. */
const HOT_SPOT_ROWS = [
  { row: 9, coolerBy: 2.7 },
  { row: 10, coolerBy: 0 },
  { row: 11, coolerBy: 2.2 },
] as const;

/** The days until the CO2 reaches the scenario's level. */
const CO2_DAYS = 12;

/** The progress of a growing problem, from 0 before its start to 1 from the anchor on. */
function calculateProgress(model: BinModel, at: Millis, days: number): number {
  return Math.min(1, Math.max(0, 1 - (model.anchor - at) / (days * DAY)));
}

/** The rows that mold heats in the center of the bin, and their temperature; null without a hot spot. */
export function findHotSpot(
  model: BinModel,
  at: Millis,
): { readonly temperature: number; readonly rows: typeof HOT_SPOT_ROWS } | null {
  if (model.bin.scenario !== 'hot-spot') return null;
  const days = (at - model.anchor) / DAY + HOT_SPOT_DAYS;
  if (days <= 0) return null;
  const temperature = Math.min(HOT_SPOT_LIMIT, HOT_SPOT_START + HOT_SPOT_RISE * days);
  return { temperature, rows: HOT_SPOT_ROWS };
}

/** Moisture that mold adds at a row in the center, percentage points, dry basis. */
export function calculateHotSpotMoisture(model: BinModel, row: number, at: Millis): number {
  if (model.bin.scenario !== 'hot-spot') return 0;
  const distance = Math.abs(row - 10);
  return distance > 2 ? 0 : calculateProgress(model, at, HOT_SPOT_DAYS) * (2.4 - 0.8 * distance);
}

/** CO2 above the outdoor level, ppm, that spoiling grain causes while the fan is off. */
export function calculateCo2Rise(model: BinModel, at: Millis): number {
  switch (model.bin.scenario) {
    case 'hot-spot':
      return 760 * calculateProgress(model, at, HOT_SPOT_DAYS);
    case 'high-co2':
      return 650 * calculateProgress(model, at, CO2_DAYS);
    default:
      return 0;
  }
}

/** Whether the fan moves air: a fan with a tripped motor does not. */
export function movesAir(model: BinModel, isFanOn: boolean): boolean {
  return isFanOn && model.bin.scenario !== 'no-air';
}
