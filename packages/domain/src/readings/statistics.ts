import { NO_VALUE } from '../units.ts';
import type { Reading, SensorGrid } from './reading.ts';
import type { GetStatus } from './sensors.ts';

/** A sensor and its value, °C or %. Cable and position count from 1. */
export interface SensorValue {
  readonly cable: number;
  readonly position: number;
  readonly value: number;
}

/** The warmest enabled sensor, the first if several are equal; null if none has a temperature. */
export function findHottest(
  reading: Pick<Reading, 'temperatures'>,
  getStatus: GetStatus,
): SensorValue | null {
  return findExtreme(reading.temperatures, getStatus, 1);
}

/** The coldest enabled sensor, the first if several are equal; null if none has a temperature. */
export function findColdest(
  reading: Pick<Reading, 'temperatures'>,
  getStatus: GetStatus,
): SensorValue | null {
  return findExtreme(reading.temperatures, getStatus, -1);
}

/** The enabled sensor with the highest moisture (% wet basis) of a moisture grid. */
export function findWettest(moisture: SensorGrid, getStatus: GetStatus): SensorValue | null {
  return findExtreme(moisture, getStatus, 1);
}

/** Mean temperature, °C, of the enabled sensors that have one; null if none has. */
export function averageTemperature(
  reading: Pick<Reading, 'temperatures'>,
  getStatus: GetStatus,
): number | null {
  return calculateAverage(reading.temperatures, getStatus);
}

/** Mean relative humidity, %, of the enabled sensors that have one; null if none has. */
export function averageHumidity(
  reading: Pick<Reading, 'humidities'>,
  getStatus: GetStatus,
): number | null {
  return calculateAverage(reading.humidities, getStatus);
}

/** Calls `visit` for each enabled sensor that has a value, cable by cable. */
function forEachEnabled(
  grid: SensorGrid,
  getStatus: GetStatus,
  visit: (hundredths: number, cable: number, position: number) => void,
): void {
  let index = 0;
  for (let cable = 1; cable <= grid.lengths.length; cable++) {
    const length = grid.lengths[cable - 1] ?? 0;
    for (let position = 1; position <= length; position++) {
      const hundredths = grid.values[index++] ?? NO_VALUE;
      if (hundredths === NO_VALUE || getStatus(cable, position) === 'disable') continue;
      visit(hundredths, cable, position);
    }
  }
}

function findExtreme(grid: SensorGrid, getStatus: GetStatus, sign: 1 | -1): SensorValue | null {
  let best = Number.NEGATIVE_INFINITY;
  let bestCable = 0;
  let bestPosition = 0;
  forEachEnabled(grid, getStatus, (hundredths, cable, position) => {
    if (sign * hundredths <= best) return;
    best = sign * hundredths;
    bestCable = cable;
    bestPosition = position;
  });
  if (bestCable === 0) return null;
  return { cable: bestCable, position: bestPosition, value: (sign * best) / 100 };
}

/** Mean of the enabled sensors of a grid that have a value; null if none has. */
export function calculateAverage(grid: SensorGrid, getStatus: GetStatus): number | null {
  let sum = 0;
  let count = 0;
  forEachEnabled(grid, getStatus, (hundredths) => {
    sum += hundredths;
    count += 1;
  });
  return count === 0 ? null : sum / count / 100;
}
