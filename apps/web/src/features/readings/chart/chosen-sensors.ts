import type { SensorLocation } from '@granary/domain/readings/sensor-series';

/** More lines than this are hard to tell apart. */
export const MAX_CHOSEN_SENSORS = 3;

const SENSOR_PATTERN = /^([1-8])\.([1-9]\d?)$/;

/** Parses the chosen sensors in a URL: `3.11,3.6` is cable 3, rows 11 and 6. */
export function parseChosenSensors(text = ''): readonly SensorLocation[] {
  const chosenSensors: SensorLocation[] = [];
  for (const part of text.split(',')) {
    const [, cable, row] = SENSOR_PATTERN.exec(part) ?? [];
    if (cable === undefined || row === undefined) continue;
    const sensor = { cable: Number(cable), row: Number(row) };
    if (!includesSensor(chosenSensors, sensor)) chosenSensors.push(sensor);
  }
  return chosenSensors.slice(0, MAX_CHOSEN_SENSORS);
}

export function formatChosenSensors(sensors: readonly SensorLocation[]): string {
  return sensors.map(({ cable, row }) => `${cable}.${row}`).join(',');
}

export function includesSensor(
  sensors: readonly SensorLocation[],
  { cable, row }: SensorLocation,
): boolean {
  return sensors.some((sensor) => sensor.cable === cable && sensor.row === row);
}
