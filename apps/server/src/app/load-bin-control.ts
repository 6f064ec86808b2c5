import type { BinControl } from '@granary/domain/alerts/control-rules';
import { findCommandSituation } from '../commands/bin-control-store.ts';
import { toMillis } from '../commands/command-store.ts';
import { findLastFanEvents } from '../fans/last-report-store.ts';
import type { BinRow, Trx } from '../platform/postgres/tables.ts';

/** The state that alerts about a bin's commands and fan depend on. */
export async function loadBinControl(
  trx: Trx,
  { id, fanAttached }: BinRow,
): Promise<Omit<BinControl, 'now' | 'usualIntervalMs'>> {
  const [fan] = fanAttached ? await findLastFanEvents(trx, [id]) : [];
  return {
    ...(await findCommandSituation(trx, id)),
    fan: fan
      ? {
          isOn: fan.isOn,
          since: toMillis(fan.since),
          reportedAt: toMillis(fan.reportedAt),
        }
      : null,
  };
}
