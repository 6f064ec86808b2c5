import { formatCsvHeader, formatCsvLine } from '@granary/contract/csv';
import { getCableFlips } from '@granary/domain/cables/cable-layout';
import { formatLocalTime } from '@granary/domain/farms/local-time';
import { summarizeGrain } from '@granary/domain/readings/grain-values';
import type { Reading } from '@granary/domain/readings/reading';
import { scalarNames, scalars } from '@granary/domain/readings/scalars';
import { fromHundredths, type Millis, NO_VALUE, toHundredths } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { getSensorStatus, toVisibleReading } from '../bin-context.ts';
import type { BinWithFill } from '../fill-history.ts';
import { calculateMoistureGrid } from '../moisture-grid.ts';
import { fromReadingRow } from '../row.ts';
import { findOldestReadings, findSensorCounts } from './export-store.ts';

/** `from` is inclusive, `to` exclusive. */
export interface ExportRange {
  readonly from: Millis;
  readonly to: Millis;
}

/** How many rows are loaded at once: few, so that exporting a year needs little memory. */
const BATCH_SIZE = 100;

/** The headings of the fill level and of the values under grain, in the order of `listGrainValues`. */
const GRAIN_HEADINGS = [
  'fill_percent',
  'grain_average_temperature_c',
  'grain_max_temperature_c',
  'grain_average_humidity_percent',
  'grain_average_moisture_percent',
  'grain_max_moisture_percent',
] as const;

const QUANTITIES = ['temperature_c', 'humidity_percent', 'moisture_percent'] as const;

/**
 * Streams a bin's readings as CSV lines, oldest first, with times in the farm's time zone and their UTC
 * offset. Each sensor has one column for each quantity, such as `cable_3_sensor_11_temperature_c`; moisture
 * is on a wet basis. The values under grain exclude disabled sensors and sensors above the grain. Values that
 * were not measured are empty. Each heading of a value with a unit ends with that unit, which does not depend
 * on the user's settings.
 */
export async function* streamReadingLines(
  db: Db,
  bin: BinWithFill,
  { from, to }: ExportRange,
): AsyncGenerator<string> {
  const { context } = bin;
  const counts = await findSensorCounts(db, context.bin.id);
  yield formatCsvHeader([
    'date_time',
    ...scalarNames.map((name) => scalars[name].csvHeading),
    ...counts.flatMap((count, cable) =>
      Array.from({ length: count }, (_, position) =>
        QUANTITIES.map((quantity) => `cable_${cable + 1}_sensor_${position + 1}_${quantity}`),
      ).flat(),
    ),
    ...GRAIN_HEADINGS,
  ]);
  for (let batchStart: number | null = from; batchStart !== null; ) {
    const rows = await findOldestReadings(db, context.bin.id, batchStart, to, BATCH_SIZE);
    for (const row of rows) {
      yield toCsvLine(bin, toVisibleReading(context, fromReadingRow(row)), counts);
    }
    const lastAt = rows.at(-1)?.at.getTime();
    batchStart = lastAt === undefined || rows.length < BATCH_SIZE ? null : lastAt + 1;
  }
}

/** Formats a reading as a CSV line; `counts` is the number of sensor columns for each cable. */
function toCsvLine(bin: BinWithFill, reading: Reading, counts: readonly number[]): string {
  const { context } = bin;
  const { lengths, values: temperatures } = reading.temperatures;
  const moistures = calculateMoistureGrid(context, reading);
  const quantities = [temperatures, reading.humidities.values, moistures];
  const cells: (string | number | null)[] = [
    formatLocalTime(reading.at, context.timeZone),
    ...scalarNames.map((name) => reading.scalars[name]),
  ];
  let start = 0;
  for (const [cable, count] of counts.entries()) {
    const length = lengths[cable] ?? 0;
    for (let position = 0; position < count; position++) {
      for (const values of quantities) {
        const value = position < length ? values[start + position] : NO_VALUE;
        cells.push(fromHundredths(value ?? NO_VALUE));
      }
    }
    start += length;
  }
  return formatCsvLine([...cells, ...listGrainValues(bin, reading, moistures)]);
}

function listGrainValues(
  { context, getFillPercent }: BinWithFill,
  reading: Reading,
  moistures: Int16Array,
): (number | null)[] {
  const { lengths } = reading.temperatures;
  const fillPercent = getFillPercent(reading.at, reading.scalars);
  const grain = summarizeGrain({
    reading,
    moistures: { lengths, values: moistures },
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    flips: getCableFlips(context.cables, lengths.length),
    fillPercent,
  });
  const values = [
    grain.averageTemperature,
    grain.hottest?.value ?? null,
    grain.averageHumidity,
    grain.averageMoisture,
    grain.wettest?.value ?? null,
  ];
  return [
    fillPercent,
    ...values.map((value) => (value === null ? null : toHundredths(value) / 100)),
  ];
}
