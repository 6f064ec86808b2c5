import type { SensorCable, SensorCell } from '../../bin-data/sensor-cables.ts';

/** A sensor with what its neighbours tell about it. */
export interface SensorComparison {
  readonly cable: SensorCable;
  readonly cell: SensorCell;
  /** What the other cables' enabled sensors at this depth read, °C; null where none does. */
  readonly others: { readonly least: number; readonly greatest: number } | null;
}

/** The story of the sensor at a depth of a cable; null where there is none. */
export function compareSensor(
  cables: readonly SensorCable[],
  address: { readonly cable: number; readonly depth: number },
): SensorComparison | null {
  const cable = cables.find((one) => one.number === address.cable);
  const cell = cable?.cells.find((one) => one.depth === address.depth);
  if (cable === undefined || cell === undefined) return null;
  const others = cables
    .filter((one) => one !== cable)
    .flatMap((one) => one.cells.filter((other) => other.depth === address.depth))
    .filter((other) => other.status !== 'disable')
    .map((other) => other.temperature)
    .filter((celsius) => celsius !== null);
  return {
    cable,
    cell,
    others:
      others.length === 0 ? null : { least: Math.min(...others), greatest: Math.max(...others) },
  };
}
