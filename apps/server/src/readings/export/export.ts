import { csvHead, csvLine } from '@granary/contract/csv';
import { formatLocalTime } from '@granary/domain/farms/local-time';
import type { Reading } from '@granary/domain/readings/reading';
import { scalarNames, scalars } from '@granary/domain/readings/scalars';
import { fromHundredths, type Millis, NO_VALUE } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { type BinContext, visibleReading } from '../bin-context.ts';
import { calculateMoistureGrid } from '../moisture-grid.ts';
import { fromReadingRow } from '../row.ts';
import { findOldestReadings, findSensorCounts } from './export-store.ts';

/** `from` is inclusive, `to` exclusive. */
export interface ExportRange {
  readonly from: Millis;
  readonly to: Millis;
}

/** Few rows, so that the export of a year needs little memory. */
const ROWS_AT_ONCE = 100;

const QUANTITIES = ['temperature_c', 'humidity_percent', 'moisture_percent'] as const;

/**
 * The readings of a bin as lines of CSV, oldest first, with times in the farm's zone and its offset.
 * Each sensor has one column for each quantity, such as `cable_3_sensor_11_temperature_c`; moisture is
 * on a wet basis. Values that were not measured are empty. Each heading ends with its unit, which does not depend on the user's settings.
 */
export async function* streamReadingLines(
  db: Db,
  context: BinContext,
  { from, to }: ExportRange,
): AsyncGenerator<string> {
  const counts = await findSensorCounts(db, context.bin.id);
  yield csvHead([
    'date_time',
    ...scalarNames.map((name) => scalars[name].csvHeading),
    ...counts.flatMap((count, cable) =>
      Array.from({ length: count }, (_, position) =>
        QUANTITIES.map((quantity) => `cable_${cable + 1}_sensor_${position + 1}_${quantity}`),
      ).flat(),
    ),
  ]);
  for (let since: number | null = from; since !== null; ) {
    const rows = await findOldestReadings(db, context.bin.id, since, to, ROWS_AT_ONCE);
    for (const row of rows) {
      yield toCsvLine(context, visibleReading(context, fromReadingRow(row)), counts);
    }
    const last = rows.at(-1)?.at.getTime();
    since = last === undefined || rows.length < ROWS_AT_ONCE ? null : last + 1;
  }
}

/** The line of a reading; `counts` is the number of sensors of each cable that have columns. */
function toCsvLine(context: BinContext, reading: Reading, counts: readonly number[]): string {
  const { lengths, values: temperatures } = reading.temperatures;
  const quantities = [
    temperatures,
    reading.humidities.values,
    calculateMoistureGrid(context, reading),
  ];
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
  return csvLine(cells);
}
