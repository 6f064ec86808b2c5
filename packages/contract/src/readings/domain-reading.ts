import { toReading } from '@granary/domain/readings/board-report';
import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import type { StatusOf } from '@granary/domain/readings/sensors';
import { NO_VALUE, toHundredths } from '@granary/domain/units';
import {
  type SensorsInformation,
  type Reading as ServedReading,
  statusKey,
} from './reading-response.ts';
import { pickFieldScalars } from './scalars.ts';

const readings = new WeakMap<ServedReading, Reading>();

/** A served reading as the rules of the domain take it; worked out once a reading. */
export function toDomainReading(served: ServedReading): Reading {
  const known = readings.get(served);
  if (known !== undefined) return known;
  const reading = toReading(
    {
      temperatures: served.temperatures,
      humidities: served.humidities,
      cableIds: served.cableIds,
      ...pickFieldScalars(served),
      pressureCables: served.pressureCables,
      anyError: served.anyError ? 1 : 0,
    },
    served.at,
    served.clockWrong,
  );
  readings.set(served, reading);
  return reading;
}

/** The moistures of a served reading, % wet basis, one value a sensor. */
export function toMoistureGrid(served: ServedReading): SensorGrid {
  const values = served.moistures.flatMap((cable) => cable.map(toHundredths));
  return {
    lengths: served.moistures.map((cable) => cable.length),
    values: Int16Array.from(values, (value) => value ?? NO_VALUE),
  };
}

/** How full the bin was at a served reading, percent; null where it is not known. */
export function reportedFillPercent({ levelKnown, fillPercent }: ServedReading): number | null {
  return levelKnown ? fillPercent : null;
}

/**
 * What people set for the sensors of the cables of a reading; each stands at its cable's `statusKey`.
 * A cable that was taken out is none of the reading's, and off.
 */
export function toSensorStatuses(
  cables: readonly { readonly cable: number; readonly cableId: number }[],
  information: SensorsInformation,
): StatusOf {
  const keyOf = new Map(cables.map((cable) => [cable.cable, statusKey(cable)]));
  return (cable, position) => {
    const key = keyOf.get(cable);
    if (key === undefined) return 'disable';
    return information[key]?.[String(position)]?.sensorStatus ?? 'unmute';
  };
}
