import type { ReadBin } from '@granary/domain/bins/judge';
import { SECOND } from '@granary/domain/units';
import { type Ledger, loadOf, shownReading, unnamedCables } from '../readings/present.ts';
import { readingOfRow } from '../readings/row.ts';
import { type JudgedContext, statusOf } from './context.ts';
import type { LatestReading } from './parts.ts';
import { usualIntervalS } from './present.ts';

/** A bin as it is judged, by its newest reading. */
export function readBinOf(
  context: JudgedContext,
  latest: LatestReading | null,
  ledger: Ledger,
): ReadBin {
  const { bin } = context;
  const reading = latest?.row ? shownReading(context, readingOfRow(latest.row)) : null;
  const load = loadOf(bin, reading, ledger);
  return {
    reading,
    usualIntervalMs: usualIntervalS(latest) * SECOND,
    crop: bin.crop,
    cables: reading === null ? [] : [...context.cables, ...unnamedCables(context, reading)],
    statusOf: (cable, position) => statusOf(context, cable, position),
    loadPercent: load.known ? load.percent : null,
    difference: bin.differenceAlertC,
  };
}
