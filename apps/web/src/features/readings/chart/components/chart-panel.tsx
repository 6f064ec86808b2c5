import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type uPlot from 'uplot';
import { useWidth } from '../../../../bin-picture/use-width.ts';
import { fullSpan } from '../zoom.ts';
import { createPlot, type PlotContent, type Span } from './plot.ts';

export interface ChartPanelProps extends PlotContent {
  readonly height: number;
  /** Panels with the same key share their cursor. */
  readonly cursorKey: string;
  /** The shown range; null for all. */
  readonly zoom: Span | null;
  /** The highlighted position; null for none. */
  readonly pointed: number | null;
  /** Called with the plot, for saving it as an image. */
  readonly onMade: (plot: uPlot | null) => void;
}

/** A panel of the chart. The table has the same data for screen readers. */
export function ChartPanel(props: ChartPanelProps) {
  const { panel, data, bands, zoom, pointed, height, cursorKey, onMade } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(box);
  const scheme = useComputedColorScheme('light');
  // The plot's callbacks always use the latest props.
  const newest = useRef(props);
  useLayoutEffect(() => {
    newest.current = props;
  });
  const aligned = useMemo(
    () => [data.times, ...data.columns] as unknown as uPlot.AlignedData,
    [data],
  );
  const drawn = useRef(aligned);
  useLayoutEffect(() => {
    drawn.current = aligned;
  });
  const lines = panel.lines.map(({ name }) => name).join();

  // The plot is created again only for other lines, colors or sizes.
  const make = `${lines} ${width} ${height} ${scheme}`;
  useLayoutEffect(() => {
    if (box.current === null || width === 0) return;
    const shown = () => newest.current;
    const made = createPlot({ width, height, cursorKey, shown }, drawn.current, box.current);
    plot.current = made;
    onMade(made);
    return () => {
      onMade(null);
      plot.current = null;
      made.destroy();
    };
  }, [make, width, height, cursorKey, onMade]);

  // In the same commit as the creation, so that it is drawn only once.
  useLayoutEffect(() => {
    const made = plot.current;
    if (made === null) return;
    if (made.data !== aligned) made.setData(aligned, false);
    const { from, to } = zoom ?? fullSpan(data.times);
    made.setScale('x', { min: from, max: to });
  }, [make, aligned, data, panel, bands, zoom]);

  useEffect(() => {
    const at = pointed === null ? undefined : data.times[pointed];
    const made = plot.current;
    if (made === null || at === undefined) return;
    if (made.cursor.idx === pointed) return;
    made.setCursor({ left: made.valToPos(at, 'x'), top: made.over.clientHeight / 2 }, false);
  }, [pointed, data, zoom, make]);

  return <div ref={box} aria-hidden />;
}
