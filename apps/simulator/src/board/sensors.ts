import { calculateErh } from '@granary/domain/moisture/emc-equations';
import { calculateSaturationPressure } from '@granary/domain/moisture/psychrometrics';
import type { BinState } from './grain.ts';
import { findFirstGrainRow, RINGS } from './layout.ts';
import { type BinModel, findFillLevel } from './model.ts';
import { calculateHotSpotMoisture } from './scenario.ts';
import type { Weather } from './weather.ts';

/** The grain or the air at a sensor, without the sensor's errors. */
export interface SensorConditions {
  /** Cable and position count from 1. */
  readonly cable: number;
  readonly position: number;
  /** The row of the bin, from 0 at the top. */
  readonly row: number;
  readonly isInGrain: boolean;
  /** °C */
  readonly temperature: number;
  /** Relative humidity, %. */
  readonly humidity: number;
}

/** Calls `visit` for each sensor of a bin, cable by cable. */
export function forEachSensor(
  model: BinModel,
  grain: BinState,
  weather: Weather,
  visit: (sensor: SensorConditions) => void,
): void {
  const { bin, layout } = model;
  const firstRow = findFirstGrainRow(layout.rows, findFillLevel(model, grain.at).fraction);
  const vapor = (weather.humidity / 100) * calculateSaturationPressure(weather.temperature);
  for (const [cable, { ring, weight }] of layout.cables.entries()) {
    const { sensorCount, flip } = bin.cables[cable] ?? { sensorCount: 0, flip: false };
    const isotherm = model.isotherms[cable];
    for (let position = 1; position <= sensorCount; position++) {
      const row = flip ? sensorCount - position : position - 1;
      const i = row * RINGS + ring;
      const inner = grain.temperature[i] ?? 0;
      const temperature = inner + weight * ((grain.temperature[i + 1] ?? inner) - inner);
      const isInGrain = row >= firstRow && isotherm !== undefined;
      let humidity = (100 * vapor) / calculateSaturationPressure(temperature);
      if (isInGrain) {
        const extra = ring === 0 ? calculateHotSpotMoisture(model, row, grain.at) : 0;
        const moisture = (grain.moisture[row] ?? 0) + extra * (1 - weight);
        humidity = 100 * calculateErh(isotherm, Math.max(-30, temperature), moisture);
      }
      visit({ cable: cable + 1, position, row, isInGrain, temperature, humidity });
    }
  }
}
