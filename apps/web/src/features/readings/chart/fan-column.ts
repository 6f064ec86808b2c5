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
  /** The meaning of the bands. */
  readonly legend: string;
  readonly heading: string;
  /** Formats the text for the record at this index. */
  readonly formatText: (index: number) => string;
  /** Like `heading`, for a file. */
  readonly fileHeading: string;
  readonly getCell: (index: number) => string | number;
}

/** The theme color token of each kind of band. */
export const BAND_COLORS = { fan: 'ok', alerts: 'critical' } as const;

/** The rows that these columns add to a record's readout. */
export function listBandReadout(columns: readonly BandColumn[], index: number): ReadoutRow[] {
  return columns.map(({ kind, heading, formatText }) => ({
    label: heading,
    value: formatText(index),
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
  const getTime = (index: number) => records[index]?.at ?? Number.NaN;
  if (!isDaily) {
    const text = (index: number) => t(wasRunningAt(runs, getTime(index)) ? 'fan.on' : 'fan.off');
    const heading = t('fan.status');
    return { kind: 'fan', legend, heading, formatText: text, fileHeading: heading, getCell: text };
  }
  const getRunTimeBefore = (index: number) =>
    sumRunTimeMs(runs, { from: getTime(index) - DAY, to: getTime(index) });
  return {
    kind: 'fan',
    legend,
    heading: legend,
    formatText: (index) =>
      getRunTimeBefore(index) === 0 ? t('fan.off') : format.duration(getRunTimeBefore(index)),
    fileHeading: `${legend}, h`,
    getCell: (index) => Math.round((getRunTimeBefore(index) / HOUR) * 100) / 100,
  };
}

function wasRunningAt(runs: readonly Span[], at: number): boolean {
  return runs.some(({ from, to }) => from <= at && at <= to);
}

/** How long the fan ran within a range, ms. */
function sumRunTimeMs(runs: readonly Span[], range: Span): number {
  return runs.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)),
    0,
  );
}
