import { toReading } from '@granary/domain/readings/board-report';
import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import type { GetStatus } from '@granary/domain/readings/sensors';
import { NO_VALUE, toHundredths } from '@granary/domain/units';
import {
  getStatusKey,
  type Reading as ReadingResponse,
  type SensorsInformation,
} from './reading-response.ts';
import { pickFieldScalars } from './scalars.ts';

const domainReadings = new WeakMap<ReadingResponse, Reading>();

/** Converts a reading response to the domain's reading; cached by response. */
export function toDomainReading(response: ReadingResponse): Reading {
  const cached = domainReadings.get(response);
  if (cached !== undefined) return cached;
  const reading = toReading(
    {
      temperatures: response.temperatures,
      humidities: response.humidities,
      cableIds: response.cableIds,
      ...pickFieldScalars(response),
      pressureCables: response.pressureCables,
      anyError: response.anyError ? 1 : 0,
    },
    response.at,
    response.clockWrong,
  );
  domainReadings.set(response, reading);
  return reading;
}

/** Converts the moistures in a reading response, % wet basis, to a grid with a value for each sensor. */
export function toMoistureGrid(response: ReadingResponse): SensorGrid {
  const values = response.moistures.flatMap((cable) => cable.map(toHundredths));
  return {
    lengths: response.moistures.map((cable) => cable.length),
    values: Int16Array.from(values, (value) => value ?? NO_VALUE),
  };
}

/** Returns how full the bin was at a reading, percent; null if unknown. */
export function getFillPercent({ isLevelKnown, fillPercent }: ReadingResponse): number | null {
  return isLevelKnown ? fillPercent : null;
}

/**
 * Creates a function that looks up the status of a sensor on a reading's cables; `getStatusKey` returns each
 * cable's key. The sensors of a removed cable are disabled.
 */
export function createStatusLookup(
  cables: readonly { readonly cable: number; readonly cableId: number }[],
  information: SensorsInformation,
): GetStatus {
  const keys = new Map(cables.map((cable) => [cable.cable, getStatusKey(cable)]));
  return (cable, position) => {
    const key = keys.get(cable);
    if (key === undefined) return 'disable';
    return information[key]?.[String(position)]?.sensorStatus ?? 'unmute';
  };
}
