import { useCallback, useId, useMemo } from 'react';
import type uPlot from 'uplot';
import type { ChartedAlert } from '../alert-column.ts';
import {
  type ChartContext,
  formatAlert,
  formatLimit,
  formatLineName,
  formatPanelTitle,
  formatTimeTick,
  type RecordTime,
} from '../chart-text.ts';
import type { ChartedBin, Panel } from '../panels.ts';
import {
  alignValues,
  buildTimeline,
  findIsolatedPositions,
  getMaxInterval,
  type Timeline,
} from '../timeline.ts';
import { panTo } from '../zoom.ts';
import classes from './chart.module.css';
import { ChartPanel } from './chart-panel.tsx';
import { ChartZoom } from './chart-zoom.tsx';
import type { PlotData, Span } from './plot.ts';

/** Heights in px. */
const FIRST_PANEL_HEIGHT = 280;
const LOWER_PANEL_HEIGHT = 190;

export interface ChartPanelsProps {
  readonly bin: ChartedBin;
  readonly records: readonly RecordTime[];
  /**
   * Lines break between records farther apart than this, ms; based on the bin's usual interval if missing.
   */
  readonly maxInterval?: number;
  readonly panels: readonly Panel[];
  readonly fanRuns: readonly Span[];
  readonly alerts: readonly ChartedAlert[];
  readonly zoom: Span | null;
  readonly context: ChartContext;
  /** Collects the plots, for saving them as an image. */
  readonly plots: Map<number, uPlot>;
  /** The index of the record shown in the readout, and its text. */
  readonly highlightedRecordIndex: number;
  readonly highlightedText: string;
  /** Whether the user chose the highlighted record; otherwise it is the latest record. */
  readonly isHighlighted: boolean;
  readonly onHighlight: (record: number) => void;
  readonly onZoom: (span: Span | null) => void;
}

/** The panels, which share a time axis, with a slider and zoom buttons. */
export function ChartPanels(props: ChartPanelsProps) {
  const { bin, records, panels, context, highlightedRecordIndex, zoom, onHighlight, onZoom } =
    props;
  const { t } = context;
  const cursorKey = useId();
  const maxInterval = props.maxInterval ?? getMaxInterval(bin);
  const timeline = useMemo(() => buildTimeline(records, maxInterval), [records, maxInterval]);
  const plotData = useMemo(
    () => panels.map((panel) => toPlotData(panel, timeline)),
    [panels, timeline],
  );
  const highlight = (record: number) => {
    onHighlight(record);
    const at = records[record]?.at;
    if (zoom !== null && at !== undefined) onZoom(panTo(zoom, at, timeline.times));
  };
  return (
    <div className={classes['chart']}>
      {panels.map((panel, index) => {
        const data = plotData[index];
        return data === undefined ? null : (
          <TitledPanel
            key={index} // Panels keep their order.
            {...props}
            index={index}
            panel={panel}
            data={data}
            timeline={timeline}
            cursorKey={cursorKey}
          />
        );
      })}
      <div data-screen-only className={classes['sliderRow']}>
        <label className={classes['slider']}>
          {t('chart.pointer')}
          <input
            type="range"
            min={0}
            max={records.length - 1}
            value={highlightedRecordIndex}
            aria-valuetext={props.highlightedText}
            onChange={(event) => highlight(Number(event.currentTarget.value))}
          />
        </label>
        <ChartZoom
          times={timeline.times}
          zoom={zoom}
          anchor={records[highlightedRecordIndex]?.at ?? 0}
          onZoom={onZoom}
        />
      </div>
    </div>
  );
}

function toPlotData({ lines }: Panel, timeline: Timeline): PlotData {
  const columns = lines.map(({ values }) => alignValues(timeline, values));
  return { times: timeline.times, columns, isolatedIndexes: columns.map(findIsolatedPositions) };
}

interface TitledPanelProps extends ChartPanelsProps {
  readonly index: number;
  readonly panel: Panel;
  readonly data: PlotData;
  readonly timeline: Timeline;
  readonly cursorKey: string;
}

function TitledPanel(props: TitledPanelProps) {
  const {
    index,
    panel,
    data,
    timeline,
    context,
    plots,
    highlightedRecordIndex: highlightedRecord,
    onHighlight,
  } = props;
  const { format } = context;
  const storePlot = useCallback(
    (plot: uPlot | null) => {
      if (plot === null) plots.delete(index);
      else plots.set(index, plot);
    },
    [plots, index],
  );
  return (
    <div>
      <h2 className={classes['panelTitle']}>{formatPanelTitle(panel, context)}</h2>
      <ChartPanel
        panel={panel}
        data={data}
        height={index === 0 ? FIRST_PANEL_HEIGHT : LOWER_PANEL_HEIGHT}
        cursorKey={props.cursorKey}
        bands={props.fanRuns}
        alerts={props.alerts}
        formatLineLabel={(name) => formatLineName(name, panel.unit, context)}
        formatLimit={(limit) => formatLimit(limit, panel.unit, context)}
        formatAlert={(alert) => formatAlert(alert, panel.unit, context)}
        formatTick={(value) => format.number(value, Number.isInteger(value) ? 0 : 1)}
        formatTimeTick={(at, step) => formatTimeTick(at, step, context)}
        timeZone={context.timeZone}
        zoom={props.zoom}
        highlightedIndex={
          props.isHighlighted ? (timeline.positions[highlightedRecord] ?? null) : null
        }
        onHighlight={(position) => {
          const record = timeline.recordIndexes[position] ?? null;
          if (record !== null) onHighlight(record);
        }}
        onZoom={props.onZoom}
        onCreated={storePlot}
      />
    </div>
  );
}
