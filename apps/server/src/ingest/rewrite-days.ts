import type { Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { calculateAverageHumidity, fromDayRow, toDayRow } from '../readings/days/day.ts';
import { writeDays } from '../readings/days/days-store.ts';
import { fromReadingRow } from '../readings/row.ts';

/**
 * Recalculates what depends on sensor statuses on all days of a bin: the extremes of each cable, and the
 * average humidity of each day's newest reading. A job recalculates the values under grain.
 */
export async function rewriteDays(trx: Trx, context: BinContext): Promise<void> {
  const binId = context.bin.id;
  const rows = await trx.selectFrom('days').selectAll().where('binId', '=', binId).execute();
  if (rows.length === 0) return;
  const newestReadings = await trx
    .selectFrom('readings')
    .innerJoin('days', (join) =>
      join.onRef('days.binId', '=', 'readings.binId').onRef('days.lastAt', '=', 'readings.at'),
    )
    .selectAll('readings')
    .where('days.binId', '=', binId)
    .execute();
  const newestByTime = new Map(
    newestReadings.map((row) => [row.at.getTime(), fromReadingRow(row)]),
  );
  await writeDays(
    trx,
    rows.map((row) => {
      const day = fromDayRow(row);
      const reading = newestByTime.get(row.lastAt.getTime());
      if (!reading) return toDayRow(context, row.day, day);
      const averageHumidity = calculateAverageHumidity(context, reading);
      return toDayRow(context, row.day, { ...day, scalars: { ...day.scalars, averageHumidity } });
    }),
  );
}
