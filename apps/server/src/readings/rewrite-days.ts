import type { Transaction } from 'kysely';
import type { BinContext } from '../bins/context.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { dayOfRow, dayRowOf } from './day.ts';
import { writeDays } from './store.ts';

/** Works out the extremes per cable of all days of a bin anew, after sensors' statuses changed. */
export async function rewriteDays(trx: Transaction<Tables>, context: BinContext): Promise<void> {
  const rows = await trx
    .selectFrom('days')
    .selectAll()
    .where('binId', '=', context.bin.id)
    .execute();
  if (rows.length === 0) return;
  await writeDays(
    trx,
    rows.map((row) => dayRowOf(context, row.day, dayOfRow(row))),
  );
}
