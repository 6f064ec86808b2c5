import type { SensorCable, SensorCell } from '../../bin-data/sensor-cables.ts';

/** A sensor compared with its peers. */
export interface SensorComparison {
  readonly cable: SensorCable;
  readonly cell: SensorCell;
  /**
   * The lowest and highest temperatures of its peers, the other cables' enabled sensors at this depth, °C;
   * null if there are none.
   */
  readonly peerRange: { readonly min: number; readonly max: number } | null;
}

/** Compares the sensor at a depth on a cable with its peers; null if there is no such sensor. */
export function compareSensor(
  cables: readonly SensorCable[],
  address: { readonly cable: number; readonly depth: number },
): SensorComparison | null {
  const cable = cables.find((sensorCable) => sensorCable.number === address.cable);
  const cell = cable?.cells.find((sensorCell) => sensorCell.depth === address.depth);
  if (cable === undefined || cell === undefined) return null;
  const peerTemperatures = cables
    .filter((otherCable) => otherCable !== cable)
    .flatMap((otherCable) => otherCable.cells.filter((other) => other.depth === address.depth))
    .filter((other) => other.status !== 'disable')
    .map((other) => other.temperature)
    .filter((celsius) => celsius !== null);
  return {
    cable,
    cell,
    peerRange:
      peerTemperatures.length === 0
        ? null
        : { min: Math.min(...peerTemperatures), max: Math.max(...peerTemperatures) },
  };
}
