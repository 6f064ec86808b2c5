import type { Reading, SensorGrid } from '../../src/readings/reading.ts';
import { type Scalars, toScalars } from '../../src/readings/scalars.ts';
import { millis, NO_VALUE, toHundredths } from '../../src/units.ts';

const noScalars = toScalars(() => null);

/** A grid with the values of each cable; null for a missing value. */
export function toGrid(cables: readonly (readonly (number | null)[])[]): SensorGrid {
  return {
    lengths: cables.map((cable) => cable.length),
    values: Int16Array.from(cables.flat(), toHundredths),
  };
}

/** A reading for tests with these temperatures and, unless given, no humidities and no scalars. */
export function testReading(
  temperatures: readonly (readonly (number | null)[])[],
  parts: {
    readonly at?: number;
    readonly humidities?: readonly (readonly (number | null)[])[];
    readonly cableIds?: readonly (number | null)[];
    readonly scalars?: Partial<Scalars>;
    readonly anyError?: boolean;
    readonly clockWrong?: boolean;
  } = {},
): Reading {
  const grid = toGrid(temperatures);
  return {
    at: millis(parts.at ?? 0),
    temperatures: grid,
    humidities: parts.humidities
      ? toGrid(parts.humidities)
      : { lengths: grid.lengths, values: new Int16Array(grid.values.length).fill(NO_VALUE) },
    cableIds: parts.cableIds ?? temperatures.map((_, i) => i + 1),
    scalars: { ...noScalars, ...parts.scalars },
    anyError: parts.anyError ?? false,
    clockWrong: parts.clockWrong ?? false,
  };
}
