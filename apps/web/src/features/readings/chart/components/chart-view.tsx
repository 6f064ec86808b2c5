import type { Bin } from '@granary/contract/bins/http';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { listCrops } from '@granary/domain/inventory/grain-totals';
import { Button } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { formatCrops } from '../../../../bin-data/format-crop.ts';
import { Notice } from '../../../../components/notice.tsx';
import { useFormat } from '../../../../lib/use-format.ts';
import { buildAlertColumn, type ChartedAlert } from '../alert-column.ts';
import { type Chart, type ChartDays, isDaily } from '../api/get-chart.ts';
import {
  type ChartContext,
  formatLineName,
  formatNotes,
  formatPanelTitle,
  formatRange,
  formatReadout,
  formatRecordTime,
  formatSeries,
  formatSummary,
  formatZone,
  listReadout,
} from '../chart-text.ts';
import { type BandColumn, buildFanColumn, listBandReadout } from '../fan-column.ts';
import { buildPanels, type ChartedBin, type Series, showsHumidity } from '../panels.ts';
import classes from './chart.module.css';
import { ChartDownloads } from './chart-downloads.tsx';
import { ChartNote } from './chart-note.tsx';
import { ChartPanels } from './chart-panels.tsx';
import { ChartReadout } from './chart-readout.tsx';
import { ChartTable } from './chart-table.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { Span } from './plot.ts';

export interface ChartViewProps {
  readonly bin: ChartedBin & Pick<Bin, 'id' | 'name' | 'farm'>;
  readonly chart: Chart;
  readonly series: Series;
  readonly fanRuns: readonly Span[];
  readonly alerts: readonly ChartedAlert[];
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** A bin's values over time: readout, panels or table, and downloads. */
export function ChartView(props: ChartViewProps) {
  const { bin, chart, series, fanRuns, alerts, isTable, onTable } = props;
  const { t } = useTranslation();
  const timeZone = toKnownZone(bin.farm.timezone);
  const format = useFormat(timeZone);
  const unit = bin.temperatureUnit;
  const context = useMemo<ChartContext>(
    () => ({ t, format, temperatureUnit: unit, timeZone }),
    [t, format, unit, timeZone],
  );
  const [isExporting, setExporting] = useState(false);
  const { zoom, highlightedAt, setZoom, setHighlightedAt } = useChartView(chart.days);
  const [plots] = useState(() => new Map<number, uPlot>());
  const { records } = chart;
  const panels = useMemo(() => buildPanels(bin, records, series), [bin, records, series]);
  const isHumidity = useMemo(() => showsHumidity(bin, records, null), [bin, records]);
  if (records.length === 0) {
    return <Notice state="unknown" title={t('chart.none')} detail={t('chart.noneDetail')} />;
  }
  const formatTime = (index: number) => formatTimeAt(records, index, context);
  const shownIndex =
    highlightedAt === null ? records.length - 1 : findRecordIndex(records, highlightedAt);
  const columns = listColumns(props, context);
  const listRow = (index: number) => [
    ...listReadout(panels, index, context),
    ...listBandReadout(columns, index),
  ];
  const rows = listRow(shownIndex);
  const name = `${bin.name} ${t('bin.chart')}`;
  const summary = formatSummary(records, isDaily(chart.days) ? 'day' : 'reading', context);
  const zone = t('chart.zone', { zone: formatZone(timeZone, format.locale) });
  const headings = panels.flatMap((panel) =>
    panel.lines.map(({ name }) => formatLineName(name, panel.unit, context)),
  );
  return (
    <>
      <ChartReadout timeText={formatTime(shownIndex)} rows={rows} />
      <div className={classes['controls']}>
        <TableToggle isTable={isTable} onTable={onTable} />
        <ChartDownloads
          name={name}
          imageTitle={[
            ...listTitles(bin, series, isHumidity, context),
            formatRange(records, zoom, context),
            zone,
          ]}
          timeZone={timeZone}
          plots={isTable ? null : plots}
          headings={headings}
          titles={panels.map((panel) => formatPanelTitle(panel, context))}
          panels={panels}
          records={records}
          columns={columns}
          onExport={() => setExporting(true)}
        />
      </div>
      {isExporting && (
        <ExportDialog
          binId={bin.id}
          name={`${name}.readings.csv`}
          days={chart.days}
          onClose={() => setExporting(false)}
        />
      )}
      {isTable ? (
        <ChartTable
          key={chart.days} // A new range starts on the first page.
          caption={summary}
          headings={[t('chart.time'), ...headings, ...columns.map(({ heading }) => heading)]}
          count={records.length}
          getRow={(index) => [formatTime(index), ...listRow(index).map(({ value }) => value)]}
        />
      ) : (
        <ChartPanels
          bin={bin}
          records={records}
          panels={panels}
          zoom={zoom}
          context={context}
          fanRuns={fanRuns}
          alerts={alerts}
          plots={plots}
          highlightedRecordIndex={shownIndex}
          highlightedText={formatReadout(formatTime(shownIndex), rows)}
          isHighlighted={highlightedAt !== null}
          onHighlight={(index) => setHighlightedAt(records[index]?.at ?? null)}
          onZoom={setZoom}
        />
      )}
      <ChartNote
        summary={summary}
        notes={formatNotes(panels, records, context)}
        bands={isTable ? [] : columns}
        zone={zone}
        isMerged={chart.isMerged}
      />
    </>
  );
}

function listColumns(
  { chart: { days, records }, fanRuns, alerts }: ChartViewProps,
  context: ChartContext,
): BandColumn[] {
  const fan =
    fanRuns.length === 0 ? null : buildFanColumn(records, fanRuns, isDaily(days), context);
  return [fan, buildAlertColumn(records, alerts, context)].filter((column) => column !== null);
}

function formatTimeAt(records: Chart['records'], index: number, context: ChartContext) {
  const record = records[index];
  return record === undefined ? '' : formatRecordTime(record, context);
}

/** The parts of an image's title: farm, bin, crops and series. */
function listTitles(
  bin: ChartViewProps['bin'],
  series: ChartViewProps['series'],
  isHumidity: boolean,
  context: ChartContext,
): string[] {
  return [
    bin.farm.name,
    bin.name,
    formatCrops(listCrops(bin), context.t, context.format),
    formatSeries(series, bin, isHumidity, context),
  ];
}

/** A button that switches between the chart and the table. */
export function TableToggle({ isTable, onTable }: Pick<ChartViewProps, 'isTable' | 'onTable'>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={
        isTable ? <IconChartLine size={20} aria-hidden /> : <IconTable size={20} aria-hidden />
      }
      onClick={() => onTable(!isTable)}
    >
      {t(isTable ? 'chart.asChart' : 'chart.asTable')}
    </Button>
  );
}

/** The zoom and the selected record for a range. */
interface ChartViewState {
  readonly days: ChartDays;
  /** Null for the whole range. */
  readonly zoom: Span | null;
  /** The time of the selected record, because live records shift the indices; null for the latest. */
  readonly highlightedAt: number | null;
}

/** Zoom and selection, reset when the range changes. */
function useChartView(days: ChartDays) {
  const [view, setView] = useState<ChartViewState>({ days, zoom: null, highlightedAt: null });
  // Reset during rendering, so that nothing is drawn with the old state.
  if (view.days !== days) setView({ days, zoom: null, highlightedAt: null });
  return {
    ...view,
    setZoom: (zoom: Span | null) => setView((current) => ({ ...current, zoom })),
    setHighlightedAt: (highlightedAt: number | null) =>
      setView((current) => ({ ...current, highlightedAt })),
  };
}

/** The index of the newest record at or before a given time; otherwise of the oldest record. */
function findRecordIndex(records: Chart['records'], at: number): number {
  return Math.max(
    0,
    records.findLastIndex((record) => record.at <= at),
  );
}
