import type { Bin } from '@granary/contract/bins/http';
import type { SeriesStep } from '@granary/contract/readings/http';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import type { SensorLocation } from '@granary/domain/readings/sensor-series';
import { DAY } from '@granary/domain/units';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { formatCrop } from '../../../../bin-data/format-crop.ts';
import { formatSensorName } from '../../../../bin-data/format-sensor-name.ts';
import { ErrorState } from '../../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../../components/loading-blocks.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { QueryContent } from '../../../../components/query-content.tsx';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { buildAlertColumn, type ChartedAlert } from '../alert-column.ts';
import type { ChartDays } from '../api/get-chart.ts';
import { sensorSeriesQuery } from '../api/get-sensor-series.ts';
import {
  type ChartContext,
  formatLineName,
  formatMarks,
  formatPanelTitle,
  formatRange,
  formatReadout,
  formatRecordTime,
  formatSummary,
  formatZone,
  listReadout,
} from '../chart-text.ts';
import { countDaysSinceLastYear } from '../days-since-last-year.ts';
import { type BandColumn, buildFanColumn, listBandReadout } from '../fan-column.ts';
import type { Panel } from '../panels.ts';
import {
  buildSensorPanels,
  type ComparedSeries,
  getLongestGap,
  type SensorLineTexts,
} from '../sensor-panels.ts';
import classes from './chart.module.css';
import { ChartDownloads } from './chart-downloads.tsx';
import { ChartNote } from './chart-note.tsx';
import { ChartPanels } from './chart-panels.tsx';
import { ChartReadout } from './chart-readout.tsx';
import { ChartTable } from './chart-table.tsx';
import { TableToggle } from './chart-view.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { Span } from './plot.ts';

/** A comparison of the chosen sensors with last year or another bin. */
export type Comparison =
  | { readonly kind: 'last-year' }
  | { readonly kind: 'bin'; readonly id: number; readonly name: string };

export interface SensorChartProps {
  readonly bin: Bin;
  readonly sensors: readonly SensorLocation[];
  readonly days: ChartDays;
  readonly step: SeriesStep;
  readonly comparison: Comparison | null;
  readonly fanRuns: readonly Span[];
  readonly alerts: readonly ChartedAlert[];
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** The chosen sensors over time, with the medians of their rows and the compared series. */
export function SensorChart(props: SensorChartProps) {
  const { bin, sensors, days, step, comparison } = props;
  const { t } = useTranslation();
  const query = useQuery(sensorSeriesQuery({ binId: bin.id, sensors, days, step }));
  const comparisonResult = useComparedSeries(props);
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={1} height={480} />}
      errorTitle={t('chart.loadError')}
    >
      {(series) =>
        series.points.length === 0 ? (
          <Notice state="unknown" title={t('chart.none')} detail={t('chart.noneDetail')} />
        ) : !hasValues(series) ? (
          <Notice state="unknown" title={t('chart.noneUnderGrain')} />
        ) : (
          <>
            {comparisonResult.error !== null && (
              <ErrorState error={comparisonResult.error} title={t('chart.compareError')} />
            )}
            {comparisonResult.isEmpty && comparison !== null && (
              <Notice state="unknown" title={t(`chart.comparedNone.${comparison.kind}`)} />
            )}
            {comparisonResult.series !== null &&
              !comparisonResult.isEmpty &&
              !hasValues(comparisonResult.series.series) && (
                <Notice state="unknown" title={t('chart.noneUnderGrain')} />
              )}
            <LoadedSensorChart
              {...props}
              series={series}
              comparedSeries={comparisonResult.series}
            />
          </>
        )
      }
    </QueryContent>
  );
}

/** Whether a chosen sensor, or its row, was under grain and had a value. */
function hasValues({ points }: ComparedSeries['series']): boolean {
  return points.some(({ temperatures, medians }) =>
    [...temperatures, ...medians].some((value) => value !== null),
  );
}

function useComparedSeries({ bin, sensors, days, step, comparison }: SensorChartProps) {
  const isOtherBin = comparison?.kind === 'bin';
  const daysBefore = isOtherBin ? 0 : countDaysSinceLastYear(now());
  const { data, error } = useQuery({
    ...sensorSeriesQuery({
      binId: isOtherBin ? comparison.id : bin.id,
      sensors,
      days,
      step,
      daysBefore,
    }),
    enabled: comparison !== null,
  });
  const series = useMemo(
    (): ComparedSeries | null =>
      comparison === null || data === undefined
        ? null
        : { series: data, shiftMs: daysBefore * DAY, isOtherBin },
    [comparison, data, daysBefore, isOtherBin],
  );
  return {
    series,
    error: comparison === null ? null : error,
    isEmpty: series !== null && series.series.points.length === 0,
  };
}

interface LoadedChartProps extends SensorChartProps {
  readonly series: ComparedSeries['series'];
  readonly comparedSeries: ComparedSeries | null;
}

function LoadedSensorChart({
  bin,
  series,
  comparedSeries,
  comparison,
  ...props
}: LoadedChartProps) {
  const { step, days, isTable, fanRuns, alerts } = props;
  const { t } = useTranslation();
  const timeZone = toKnownZone(bin.farm.timezone);
  const format = useFormat(timeZone);
  const context = useMemo<ChartContext>(
    () => ({ t, format, temperatureUnit: bin.temperatureUnit, timeZone }),
    [t, format, bin, timeZone],
  );
  const [zoom, setZoom] = useState<Span | null>(null);
  const [highlightedAt, setHighlightedAt] = useState<number | null>(null);
  const [plots] = useState(() => new Map<number, uPlot>());
  const texts = useMemo(
    () => buildLineTexts(bin, series.sensors, comparison, t),
    [bin, series, comparison, t],
  );
  const panels = useMemo(
    () => buildSensorPanels(bin, series, comparedSeries, texts),
    [bin, series, comparedSeries, texts],
  );
  // Weekly records get no day, because a line breaks between days that are not adjacent.
  const records = useMemo(
    () => series.points.map(({ at, day }) => ({ at, day: step === 'week' ? null : day })),
    [series, step],
  );
  const { formatTime, summary } = describeTimes(series, step, context);
  const newestIndex = series.points.findLastIndex(({ at }) => at <= (highlightedAt ?? at));
  const shownIndex = Math.max(0, newestIndex);
  const fan =
    fanRuns.length === 0 || step === 'week'
      ? null
      : buildFanColumn(records, fanRuns, step === 'day', context);
  const columns = [fan, buildAlertColumn(records, alerts, context)].filter((band) => band !== null);
  const getReadout = (index: number) => [
    ...listReadout(panels.slice(0, 1), index, context),
    ...listBandReadout(columns, index),
  ];
  const headings =
    panels[0]?.lines.map(({ name }) => formatLineName(name, 'temperature', context)) ?? [];
  const gap = getLongestGap(step);
  const zone = t('chart.zone', { zone: formatZone(timeZone, format.locale) });
  return (
    <>
      <ChartReadout timeText={formatTime(shownIndex)} rows={getReadout(shownIndex)} />
      <div className={classes['controls']}>
        <TableToggle isTable={isTable} onTable={props.onTable} />
        <SensorDownloads
          bin={bin}
          days={days}
          series={series}
          panels={panels}
          texts={texts}
          zone={zone}
          plots={isTable ? null : plots}
          columns={columns}
          context={context}
        />
      </div>
      {isTable ? (
        <ChartTable
          key={`${days} ${step}`} // A new range starts on the first page.
          caption={summary}
          headings={[t('chart.time'), ...headings, ...columns.map(({ heading }) => heading)]}
          count={records.length}
          getRow={(index) => [formatTime(index), ...getReadout(index).map(({ value }) => value)]}
        />
      ) : (
        <ChartPanels
          bin={bin}
          records={records}
          {...(gap !== null && { maxInterval: gap })}
          panels={panels}
          zoom={zoom}
          context={context}
          fanRuns={fanRuns}
          alerts={alerts}
          plots={plots}
          highlightedRecordIndex={shownIndex}
          highlightedText={formatReadout(formatTime(shownIndex), getReadout(shownIndex))}
          isHighlighted={highlightedAt !== null}
          onHighlight={(index) => setHighlightedAt(records[index]?.at ?? null)}
          onZoom={setZoom}
        />
      )}
      <ChartNote
        summary={summary}
        notes={panels.flatMap((panel) => formatMarks(panel, context) ?? [])}
        bands={isTable ? [] : columns}
        zone={zone}
        isMerged={series.isThinned}
      />
    </>
  );
}

/** Returns a formatter for the time of a point, and a one-sentence summary of the chart. */
function describeTimes(
  { points }: ComparedSeries['series'],
  step: SeriesStep,
  context: ChartContext,
) {
  const { t } = context;
  const formatTimeAt = (index: number) => {
    const point = points[index];
    return point === undefined ? '' : formatRecordTime(point, context);
  };
  const formatWeekAt = (index: number) => t('chart.weekOf', { day: formatTimeAt(index) });
  return {
    formatTime: step === 'week' ? formatWeekAt : formatTimeAt,
    summary: formatSummary(points, step, context),
  };
}

interface SensorDownloadsProps extends Pick<SensorChartProps, 'bin' | 'days'> {
  readonly series: ComparedSeries['series'];
  readonly panels: readonly Panel[];
  readonly texts: SensorLineTexts;
  /** Names the time zone of the axis. */
  readonly zone: string;
  readonly plots: ReadonlyMap<number, uPlot> | null;
  readonly columns: readonly BandColumn[];
  readonly context: ChartContext;
}

/** Buttons that download the values of both panels, an image of them, or all readings. */
function SensorDownloads(props: SensorDownloadsProps) {
  const { bin, days, series, panels, texts, zone, plots, columns, context } = props;
  const [isExporting, setExporting] = useState(false);
  const name = `${bin.name} ${context.t('bin.chart')}`;
  const sensors = series.sensors.map((_, index) => texts.sensor(index));
  return (
    <>
      <ChartDownloads
        name={name}
        imageTitle={[
          bin.farm.name,
          bin.name,
          formatCrop(bin.crop ?? '', context.t),
          ...sensors,
          formatRange(series.points, null, context),
          zone,
        ]}
        timeZone={context.timeZone}
        plots={plots}
        headings={panels.flatMap(({ unit, lines }, panel) =>
          lines.map((line) => {
            const heading = formatLineName(line.name, unit, context);
            return panel === 0 ? heading : `${texts.difference}: ${heading}`;
          }),
        )}
        titles={panels.map((panel) => formatPanelTitle(panel, context))}
        panels={panels}
        records={series.points}
        columns={columns}
        onExport={() => setExporting(true)}
      />
      {isExporting && (
        <ExportDialog
          binId={bin.id}
          name={`${name}.readings.csv`}
          days={days}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}

function buildLineTexts(
  bin: Bin,
  sensors: readonly SensorLocation[],
  comparison: Comparison | null,
  t: TFunction,
): SensorLineTexts {
  const name = (index: number) => {
    const { cable, row } = sensors[index] ?? { cable: 0, row: 0 };
    const foundCable = bin.cables.find((binCable) => binCable.cable === cable);
    return formatSensorName({ number: cable, name: foundCable?.name ?? '' }, row, t);
  };
  const rowAt = (index: number) => sensors[index]?.row;
  return {
    temperature: t('chart.temperature'),
    difference: t('chart.aboveMedian'),
    sensor: name,
    median: (index) => t('chart.rowMedian', { row: rowAt(index) }),
    compared: (index) =>
      comparison?.kind === 'bin'
        ? t('chart.otherBin', { bin: comparison.name, row: rowAt(index) })
        : t('chart.lastYear', { sensor: name(index) }),
  };
}
