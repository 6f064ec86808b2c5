import {
  calculateMoistureHundredths,
  type MoistureSource,
} from '@granary/domain/moisture/moisture';
import type { Reading } from '@granary/domain/readings/reading';
import { NO_VALUE } from '@granary/domain/units';
import { type BinContext, findMoistureSource } from './bin-context.ts';

/**
 * Calculates the moisture at every sensor, hundredths of a percent wet basis, in the order of the
 * temperatures.
 */
export function calculateMoistureGrid(context: BinContext, reading: Reading): Int16Array {
  const { lengths, values: temperatures } = reading.temperatures;
  const humidities = reading.humidities.values;
  const moisture = new Int16Array(temperatures.length).fill(NO_VALUE);
  let index = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    const source: MoistureSource | null =
      findMoistureSource(context, cable + 1, reading.at)?.source ?? null;
    for (const end = index + (lengths[cable] ?? 0); index < end; index++) {
      moisture[index] = calculateMoistureHundredths(
        source,
        temperatures[index] as number,
        humidities[index] as number,
      );
    }
  }
  return moisture;
}
