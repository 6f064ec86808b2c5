import { NO_SENSOR } from '@granary/contract/readings/reading-response';
import type { Behavior } from './behavior.ts';

/** Makes sensors report the temperature -200 and no humidity. `cable` and `positions` count from 1. */
export function disconnectSensors(cable: number, positions: readonly number[]): Behavior {
  return function* (frames) {
    for (const frame of frames) {
      if (frame.kind !== 'temp-data') {
        yield frame;
        continue;
      }
      const payload: SensorArrays = JSON.parse(frame.text);
      for (const position of positions) {
        replace(payload.temp_reading, cable, position, NO_SENSOR);
        replace(payload.humidity_readings, cable, position, null);
      }
      yield { ...frame, text: JSON.stringify(payload) };
    }
  };
}

interface SensorArrays {
  readonly temp_reading?: (number | null)[][];
  readonly humidity_readings?: (number | null)[][];
}

function replace(
  cables: (number | null)[][] | undefined,
  cable: number,
  position: number,
  value: number | null,
): void {
  const sensors = cables?.[cable - 1];
  if (sensors !== undefined && position <= sensors.length) sensors[position - 1] = value;
}
