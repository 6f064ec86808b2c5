import { type Millis, NO_VALUE, toHundredths } from '../units.ts';
import { MAX_CABLES, type Reading, type SensorGrid } from './reading.ts';
import { type ScalarName, toScalars } from './scalars.ts';
import { NO_SENSOR, toValidHumidity, toValidTemperature } from './valid-values.ts';

type Cells = readonly (readonly (number | null)[])[];

/** The scalars that a board reports as parts of `pressureCables`. */
type PressureScalarName = 'pressureX1' | 'pressureX2';

/** What a board reported, each number as sent; an absent one was not sent. */
export interface BoardReport
  extends Readonly<Partial<Record<Exclude<ScalarName, PressureScalarName>, number | null>>> {
  readonly temperatures?: Cells;
  readonly humidities?: Cells;
  readonly cableIds?: readonly (number | null)[];
  readonly pressureCables?: {
    readonly X1?: number | null | undefined;
    readonly X2?: number | null | undefined;
  } | null;
  readonly anyError?: 0 | 1 | null;
}

/** The reading that a report yields at an instant; a number that is not a measurement counts as no value. */
export function toReading(report: BoardReport, at: Millis, clockWrong: boolean): Reading {
  const lengths = cableLengths(report);
  const { temperatures } = report;
  return {
    at,
    temperatures: grid(temperatures, lengths, toValidTemperature),
    // Where there is no sensor, a humidity that is sent anyway is not a measurement.
    humidities: grid(report.humidities, lengths, (humidity, cable, i) =>
      temperatures?.[cable]?.[i] === NO_SENSOR ? null : toValidHumidity(humidity),
    ),
    cableIds: lengths.map((_, cable) => report.cableIds?.[cable] ?? null),
    scalars: toScalars((name) => sentScalar(report, name)),
    anyError: report.anyError === 1,
    clockWrong,
  };
}

function cableLengths(report: BoardReport): number[] {
  const cables = Math.max(
    report.temperatures?.length ?? 0,
    report.humidities?.length ?? 0,
    report.cableIds?.length ?? 0,
  );
  return Array.from({ length: Math.min(cables, MAX_CABLES) }, (_, cable) =>
    Math.max(report.temperatures?.[cable]?.length ?? 0, report.humidities?.[cable]?.length ?? 0),
  );
}

function grid(
  cells: Cells | undefined,
  lengths: readonly number[],
  toValid: (value: unknown, cable: number, i: number) => number | null,
): SensorGrid {
  let total = 0;
  for (const length of lengths) total += length;
  const values = new Int16Array(total).fill(NO_VALUE);
  let start = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    const sent = cells?.[cable];
    if (sent) {
      for (let i = 0; i < sent.length; i++)
        values[start + i] = toHundredths(toValid(sent[i], cable, i));
    }
    start += lengths[cable] as number;
  }
  return { lengths, values };
}

function sentScalar(report: BoardReport, name: ScalarName): number | null | undefined {
  switch (name) {
    case 'pressureX1':
      return report.pressureCables?.X1;
    case 'pressureX2':
      return report.pressureCables?.X2;
    default:
      return report[name];
  }
}
