import type { ChartRecord } from '@granary/contract/readings/http';
import { useCallback, useId, useMemo } from 'react';
import type uPlot from 'uplot';
import classes from './chart.module.css';
import { ChartPanel } from './chart-panel.tsx';
import { alertText, type ChartContext, limitText, lineText, timeTick } from './chart-words.ts';
import { type Drawn, longestStep, withGaps } from './gaps.ts';
import type { ChartedBin, Panel } from './panels.ts';
import type { Span } from './plot.ts';

/** Heights, px. */
const FIRST_PANEL = 280;
const LOWER_PANEL = 190;

export interface ChartPanelsProps {
  readonly bin: ChartedBin;
  readonly records: readonly ChartRecord[];
  readonly panels: readonly Panel[];
  readonly fanRuns: readonly Span[];
  readonly zoom: Span | null;
  readonly context: ChartContext;
  /** Where the drawings are kept for whoever wants a picture of them. */
  readonly plots: Map<number, uPlot>;
  /** The record that is read out, and when it stands. */
  readonly pointed: number;
  readonly pointedText: string;
  readonly onPoint: (record: number) => void;
  readonly onZoom: (span: Span | null) => void;
}

/** The panels over one time, and a slider that points at a moment by finger or key. */
export function ChartPanels(props: ChartPanelsProps) {
  const { bin, records, panels, context, pointed, onPoint } = props;
  const { t } = context;
  const cursorKey = useId();
  const drawn = useMemo(() => {
    const longest = longestStep(bin);
    return panels.map(({ lines }) =>
      withGaps(
        records,
        lines.map(({ values }) => values),
        longest,
      ),
    );
  }, [bin, records, panels]);
  return (
    <div className={classes['chart']}>
      {panels.map((panel, index) => {
        const data = drawn[index];
        return data === undefined ? null : (
          <PanelOf
            key={index} // Panels never change places.
            {...props}
            {...{ index, panel, data, cursorKey }}
          />
        );
      })}
      <label className={classes['pointer']}>
        {t('chart.pointer')}
        <input
          type="range"
          min={0}
          max={records.length - 1}
          value={pointed}
          aria-valuetext={props.pointedText}
          onChange={(event) => onPoint(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  );
}

interface PanelOfProps extends ChartPanelsProps {
  readonly index: number;
  readonly panel: Panel;
  readonly data: Drawn;
  readonly cursorKey: string;
}

function PanelOf(props: PanelOfProps) {
  const { index, panel, data, context, plots, pointed, onPoint } = props;
  const { format } = context;
  const keep = useCallback(
    (plot: uPlot | null) => {
      if (plot === null) plots.delete(index);
      else plots.set(index, plot);
    },
    [plots, index],
  );
  const [first] = panel.lines;
  return (
    <div>
      <h2 className={classes['panelTitle']}>
        {first === undefined ? '' : lineText(first.name, panel.unit, context)}
      </h2>
      <ChartPanel
        panel={panel}
        data={data}
        height={index === 0 ? FIRST_PANEL : LOWER_PANEL}
        cursorKey={props.cursorKey}
        bands={props.fanRuns}
        limitText={(limit) => limitText(limit, panel.unit, context)}
        alertText={(alert) => alertText(alert, panel.unit, context)}
        tick={(value) => format.number(value, Number.isInteger(value) ? 0 : 1)}
        timeTick={(at, span) => timeTick(at, span, format.locale)}
        zoom={props.zoom}
        pointed={data.places[pointed] ?? null}
        onPoint={(place) => {
          const record = place === null ? null : data.records[place];
          if (record != null) onPoint(record);
        }}
        onZoom={props.onZoom}
        onMade={keep}
      />
    </div>
  );
}
