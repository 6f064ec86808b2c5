import type { ChartRecord } from '@granary/contract/readings/http';
import { DAY, HOUR } from '@granary/domain/units';
import type { ChartContext } from './chart-text.ts';
import type { Span } from './components/plot.ts';

/** The fan's runs as a column of the table and the file; the bands are only visual. */
export interface FanColumn {
  readonly heading: string;
  /** For the record at an index. */
  readonly text: (index: number) => string;
  /** As `head`, for a file. */
  readonly fileHeading: string;
  readonly cell: (index: number) => string | number;
}

/**
 * How long the fan ran in the 24 hours before a daily record, or whether it ran at the time of a
 * reading.
 */
export function buildFanColumn(
  records: readonly Pick<ChartRecord, 'at'>[],
  runs: readonly Span[],
  isDaily: boolean,
  { t, format }: ChartContext,
): FanColumn {
  const at = (index: number) => records[index]?.at ?? Number.NaN;
  if (!isDaily) {
    const text = (index: number) => t(wasRunningAt(runs, at(index)) ? 'fan.on' : 'fan.off');
    const heading = t('fan.status');
    return { heading, text, fileHeading: heading, cell: text };
  }
  const ran = (index: number) => runTimeMs(runs, { from: at(index) - DAY, to: at(index) });
  return {
    heading: t('fan.fanOn'),
    text: (index) => (ran(index) === 0 ? t('fan.off') : format.duration(ran(index))),
    fileHeading: `${t('fan.fanOn')}, h`,
    cell: (index) => Math.round((ran(index) / HOUR) * 100) / 100,
  };
}

function wasRunningAt(runs: readonly Span[], at: number): boolean {
  return runs.some(({ from, to }) => from <= at && at <= to);
}

/** How long the fan ran within a range, ms. */
function runTimeMs(runs: readonly Span[], time: Span): number {
  return runs.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, time.to) - Math.max(from, time.from)),
    0,
  );
}
