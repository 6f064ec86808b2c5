import { DAY, type Millis } from '@granary/domain/units';
import type { BinModel } from './model.ts';

const HOT_SPOT_DAYS = 26;
/** °C a day that the hot spot gains while it grows. */
const HOT_SPOT_RISE = 0.9;
const HOT_SPOT_START = 9;
const HOT_SPOT_LIMIT = 34;
/** Rows 10 to 12 counted from 1, and how much cooler than the hottest they are, °C. */
const HOT_SPOT_ROWS = [
  { row: 9, below: 2.7 },
  { row: 10, below: 0 },
  { row: 11, below: 2.2 },
] as const;

/** The days a bin's CO2 takes to rise to its story's level. */
const CO2_DAYS = 12;

/** How far the story of a growing trouble has come, 0 before it began to 1 at the anchor and on. */
function progress(model: BinModel, at: Millis, days: number): number {
  return Math.min(1, Math.max(0, 1 - (model.anchor - at) / (days * DAY)));
}

/** Where mould heats the middle of the bin and how far; null without a hot spot. */
export function hotSpotTarget(
  model: BinModel,
  at: Millis,
): { readonly temperature: number; readonly rows: typeof HOT_SPOT_ROWS } | null {
  if (model.bin.scenario !== 'hot-spot') return null;
  const days = (at - model.anchor) / DAY + HOT_SPOT_DAYS;
  if (days <= 0) return null;
  const temperature = Math.min(HOT_SPOT_LIMIT, HOT_SPOT_START + HOT_SPOT_RISE * days);
  return { temperature, rows: HOT_SPOT_ROWS };
}

/** Moisture, points of dry basis, that mould adds at a row of the middle. */
export function hotSpotMoisture(model: BinModel, row: number, at: Millis): number {
  if (model.bin.scenario !== 'hot-spot') return 0;
  const distance = Math.abs(row - 10);
  return distance > 2 ? 0 : progress(model, at, HOT_SPOT_DAYS) * (2.4 - 0.8 * distance);
}

/** How far above the outdoor level, ppm, trouble in the grain holds the CO2 while the fan is off. */
export function co2Rise(model: BinModel, at: Millis): number {
  switch (model.bin.scenario) {
    case 'hot-spot':
      return 760 * progress(model, at, HOT_SPOT_DAYS);
    case 'high-co2':
      return 650 * progress(model, at, CO2_DAYS);
    default:
      return 0;
  }
}

/** Whether a fan that is on moves air: a tripped motor does not. */
export function movesAir(model: BinModel, isFanOn: boolean): boolean {
  return isFanOn && model.bin.scenario !== 'no-air';
}
