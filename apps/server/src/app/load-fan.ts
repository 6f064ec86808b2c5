import { calculateIntervalFromTimes } from '@granary/domain/boards/report-interval';
import type { Millis } from '@granary/domain/units';
import { loadBin } from '../bins/store.ts';
import { type FanSituation, toFanSituation } from '../fans/fan-state.ts';
import { findLastFanEvents } from '../fans/last-report-store.ts';
import type { BinRow, Db } from '../platform/postgres/tables.ts';
import { findLatest } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';

/** The known state of a bin's fan. */
export async function loadFan(db: Db, bin: BinRow, now: Millis): Promise<FanSituation> {
  const [[latest], [lastFanEvent]] = await Promise.all([
    findLatest(db, [bin.id]),
    findLastFanEvents(db, [bin.id]),
  ]);
  return toFanSituation(
    bin,
    latest?.row ? fromReadingRow(latest.row) : null,
    lastFanEvent ?? null,
    {
      usualIntervalMs: calculateIntervalFromTimes(latest?.recent ?? []),
      now,
    },
  );
}

/** Whether a bin's fan is on, according to the newest report from its board. */
export async function isFanReportedOn(db: Db, binId: number, now: Millis): Promise<boolean> {
  const context = await loadBin(db, binId);
  return context !== null && (await loadFan(db, context.bin, now)).isReportedOn;
}
