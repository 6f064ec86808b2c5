import { setImmediate } from 'node:timers/promises';
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
/** Formatting these takes a few milliseconds, in which nothing else happens. */
const ROWS_IN_A_TURN = 5;

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
  const sensors = counts.flatMap((count, cable) =>
    Array.from({ length: count }, (_, position) => ({ cable, position })),
  );
  yield csvHead([
    'date_time',
    ...scalarNames.map((name) => scalars[name].csvHeading),
    ...sensors.flatMap(({ cable, position }) =>
      QUANTITIES.map((quantity) => `cable_${cable + 1}_sensor_${position + 1}_${quantity}`),
    ),
  ]);
  for (let since: number | null = from; since !== null; ) {
    const rows = await findOldestReadings(db, context.bin.id, since, to, ROWS_AT_ONCE);
    for (let start = 0; start < rows.length; start += ROWS_IN_A_TURN) {
      // Calls and frames of others are handled in between.
      await setImmediate();
      yield rows
        .slice(start, start + ROWS_IN_A_TURN)
        .map((row) => toCsvLine(context, visibleReading(context, fromReadingRow(row)), sensors))
        .join('');
    }
    const last = rows.at(-1)?.at.getTime();
    since = last === undefined || rows.length < ROWS_AT_ONCE ? null : last + 1;
  }
}

function toCsvLine(
  context: BinContext,
  reading: Reading,
  sensors: readonly { readonly cable: number; readonly position: number }[],
): string {
  const { lengths } = reading.temperatures;
  const moistures = calculateMoistureGrid(context, reading);
  const starts = lengths.map((_, cable) => lengths.slice(0, cable).reduce((a, b) => a + b, 0));
  const cells = sensors.flatMap(({ cable, position }) => {
    const start = starts[cable];
    const hasSensor = start !== undefined && position < (lengths[cable] ?? 0);
    return [reading.temperatures.values, reading.humidities.values, moistures].map((values) =>
      hasSensor ? fromHundredths(values[start + position] ?? NO_VALUE) : null,
    );
  });
  return csvLine([
    formatLocalTime(reading.at, context.timeZone),
    ...scalarNames.map((name) => reading.scalars[name]),
    ...cells,
  ]);
}
