import { batteryPercent } from '../boards/battery.ts';
import { type Millis, NO_VALUE, toHundredths } from '../units.ts';
import type { Reading, Scalars, SensorGrid } from './reading.ts';
import { MAX_CABLES } from './reading.ts';
import { NO_SENSOR, validHumidity, validTemperature } from './values.ts';

type Cells = readonly (readonly (number | null)[])[];

/** What a board reported, each number as sent; what is absent was not sent. */
export interface Report {
  readonly temperatures?: Cells;
  readonly humidities?: Cells;
  readonly cableIds?: readonly (number | null)[];
  readonly battery?: number | null;
  readonly levelMm?: number | null;
  readonly co2?: number | null;
  readonly windSpeed?: number | null;
  readonly windPressure?: number | null;
  readonly windSpeedPlenum2?: number | null;
  readonly windPressurePlenum2?: number | null;
  readonly windTemperature?: number | null;
  readonly ambientTemperature?: number | null;
  readonly ambientHumidity?: number | null;
  readonly pressureCables?: {
    readonly X1?: number | null | undefined;
    readonly X2?: number | null | undefined;
  } | null;
  readonly anyError?: 0 | 1 | null;
}

/** Beyond these a scalar is a fault of its sensor or of the wire, not a measurement. */
const LEVEL_MAX_MM = 100_000;
const CO2_MAX_PPM = 100_000;
const WIND_SPEED_MAX = 200;
const WIND_PRESSURE_MAX = 100_000;

/** The reading that a report makes at an instant: what is no measurement becomes no value. */
export function readingOf(report: Report, at: Millis, clockWrong: boolean): Reading {
  const lengths = cableLengths(report);
  const { temperatures } = report;
  return {
    at,
    temperatures: grid(temperatures, lengths, validTemperature),
    // Where no sensor is, nothing measures humidity either, whatever is sent for it.
    humidities: grid(report.humidities, lengths, (humidity, cable, i) =>
      temperatures?.[cable]?.[i] === NO_SENSOR ? null : validHumidity(humidity),
    ),
    cableIds: lengths.map((_, cable) => report.cableIds?.[cable] ?? null),
    scalars: scalarsOf(report),
    anyError: report.anyError === 1,
    clockWrong,
  };
}

function cableLengths(report: Report): number[] {
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
  valid: (value: unknown, cable: number, i: number) => number | null,
): SensorGrid {
  let total = 0;
  for (const length of lengths) total += length;
  const values = new Int16Array(total).fill(NO_VALUE);
  let start = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    const sent = cells?.[cable];
    if (sent) {
      for (let i = 0; i < sent.length; i++)
        values[start + i] = toHundredths(valid(sent[i], cable, i));
    }
    start += lengths[cable] as number;
  }
  return { lengths, values };
}

function scalarsOf(report: Report): Scalars {
  return {
    battery: whole(batteryPercent(report.battery ?? null)),
    levelMm: whole(within(report.levelMm, 0, LEVEL_MAX_MM)),
    co2: whole(within(report.co2, 0, CO2_MAX_PPM)),
    windSpeed: within(report.windSpeed, 0, WIND_SPEED_MAX),
    windPressure: within(report.windPressure, -WIND_PRESSURE_MAX, WIND_PRESSURE_MAX),
    windSpeedPlenum2: within(report.windSpeedPlenum2, 0, WIND_SPEED_MAX),
    windPressurePlenum2: within(report.windPressurePlenum2, -WIND_PRESSURE_MAX, WIND_PRESSURE_MAX),
    windTemperature: toHundredth(validTemperature(report.windTemperature)),
    ambientTemperature: toHundredth(validTemperature(report.ambientTemperature)),
    ambientHumidity: toHundredth(validHumidity(report.ambientHumidity)),
    pressureX1: report.pressureCables?.X1 ?? null,
    pressureX2: report.pressureCables?.X2 ?? null,
  };
}

function within(value: number | null | undefined, least: number, greatest: number): number | null {
  if (value === null || value === undefined || !(value >= least && value <= greatest)) return null;
  return toHundredth(value);
}

/** To 0.01, as everything is kept. */
function toHundredth(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
