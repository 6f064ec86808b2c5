import { type Millis, NO_VALUE, toHundredths } from '../units.ts';
import { MAX_CABLES, type Reading, type SensorGrid } from './reading.ts';
import { type ScalarName, toScalars } from './scalars.ts';
import { NO_SENSOR, toValidHumidity, toValidTemperature } from './valid-values.ts';

type Cells = readonly (readonly (number | null)[])[];

/** The scalars that a board reports as parts of `pressureCables`. */
type PressureScalarName = 'pressureX1' | 'pressureX2';

/** A report from a board, with each number as sent; an absent property was not sent. */
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

/**
 * Converts a report to a reading at the given time; a number that is not a measurement is treated as no
 * value.
 */
export function toReading(report: BoardReport, at: Millis, clockWrong: boolean): Reading {
  const lengths = getCableLengths(report);
  const { temperatures } = report;
  return {
    at,
    temperatures: toGrid(temperatures, lengths, toValidTemperature),
    // If there is no sensor, a humidity that the board sends anyway is not a measurement.
    humidities: toGrid(report.humidities, lengths, (humidity, cable, i) =>
      temperatures?.[cable]?.[i] === NO_SENSOR ? null : toValidHumidity(humidity),
    ),
    cableIds: lengths.map((_, cable) => report.cableIds?.[cable] ?? null),
    scalars: toScalars((name) => getSentScalar(report, name)),
    anyError: report.anyError === 1,
    clockWrong,
  };
}

function getCableLengths(report: BoardReport): number[] {
  const cableCount = Math.max(
    report.temperatures?.length ?? 0,
    report.humidities?.length ?? 0,
    report.cableIds?.length ?? 0,
  );
  return Array.from({ length: Math.min(cableCount, MAX_CABLES) }, (_, cable) =>
    Math.max(report.temperatures?.[cable]?.length ?? 0, report.humidities?.[cable]?.length ?? 0),
  );
}

function toGrid(
  cells: Cells | undefined,
  lengths: readonly number[],
  toValid: (value: unknown, cable: number, i: number) => number | null,
): SensorGrid {
  let total = 0;
  for (const length of lengths) total += length;
  const values = new Int16Array(total).fill(NO_VALUE);
  let start = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    const cableCells = cells?.[cable];
    if (cableCells) {
      for (let i = 0; i < cableCells.length; i++)
        values[start + i] = toHundredths(toValid(cableCells[i], cable, i));
    }
    start += lengths[cable] as number;
  }
  return { lengths, values };
}

function getSentScalar(report: BoardReport, name: ScalarName): number | null | undefined {
  switch (name) {
    case 'pressureX1':
      return report.pressureCables?.X1;
    case 'pressureX2':
      return report.pressureCables?.X2;
    default:
      return report[name];
  }
}
