import type { ChartRecord } from '@granary/contract/readings/http';
import { DAY, HOUR } from '@granary/domain/units';
import type { ChartContext, ReadoutRow } from './chart-text.ts';
import type { Span } from './components/plot.ts';

/**
 * Data that is drawn as bands behind the chart lines, and its column in the table, the readout and the
 * exported file.
 */
export interface BandColumn {
  readonly kind: 'fan' | 'alerts';
  /** What its bands mean. */
  readonly legend: string;
  readonly heading: string;
  /** For the record at an index. */
  readonly text: (index: number) => string;
  /** Like `heading`, for a file. */
  readonly fileHeading: string;
  readonly cell: (index: number) => string | number;
}

/** The colors of bands, by their tokens in the theme. */
export const BAND_COLORS = { fan: 'ok', alerts: 'critical' } as const;

/** The rows that these columns add to a record's readout. */
export function listBandReadout(columns: readonly BandColumn[], index: number): ReadoutRow[] {
  return columns.map(({ kind, heading, text }) => ({
    label: heading,
    value: text(index),
    color: BAND_COLORS[kind],
    isThin: false,
  }));
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
): BandColumn {
  const legend = t('fan.fanOn');
  const at = (index: number) => records[index]?.at ?? Number.NaN;
  if (!isDaily) {
    const text = (index: number) => t(wasRunningAt(runs, at(index)) ? 'fan.on' : 'fan.off');
    const heading = t('fan.status');
    return { kind: 'fan', legend, heading, text, fileHeading: heading, cell: text };
  }
  const runTimeBefore = (index: number) =>
    runTimeMs(runs, { from: at(index) - DAY, to: at(index) });
  return {
    kind: 'fan',
    legend,
    heading: legend,
    text: (index) =>
      runTimeBefore(index) === 0 ? t('fan.off') : format.duration(runTimeBefore(index)),
    fileHeading: `${legend}, h`,
    cell: (index) => Math.round((runTimeBefore(index) / HOUR) * 100) / 100,
  };
}

function wasRunningAt(runs: readonly Span[], at: number): boolean {
  return runs.some(({ from, to }) => from <= at && at <= to);
}

/** How long the fan ran within a range, ms. */
function runTimeMs(runs: readonly Span[], range: Span): number {
  return runs.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)),
    0,
  );
}
