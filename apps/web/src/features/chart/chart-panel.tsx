import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { useWidth } from '../../bin-picture/use-width.ts';
import { makePlot, type PlotOptions, type Span } from './plot.ts';

export interface ChartPanelProps extends Omit<PlotOptions, 'width'> {
  /** Times, ms, and one array a line. */
  readonly data: {
    readonly times: readonly number[];
    readonly columns: readonly (readonly (number | null)[])[];
  };
  /** What is shown of it; null: all. */
  readonly zoom: Span | null;
  /** What is pointed at from outside; null: nothing. */
  readonly pointed: number | null;
  /** Whoever wants the drawing as it is: a picture of it. */
  readonly onMade: (plot: uPlot | null) => void;
}

/** A panel of the chart. The table beside it says the same to whoever cannot see it. */
export function ChartPanel(props: ChartPanelProps) {
  const { data, bands, zoom, pointed, height, onMade } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(box);
  const scheme = useComputedColorScheme('light');
  // The drawing calls back what the newest properties name.
  const newest = useRef(props);
  useLayoutEffect(() => {
    newest.current = props;
  });

  useLayoutEffect(() => {
    if (box.current === null || width === 0) return;
    const made = makePlot(
      {
        ...newest.current,
        width,
        onPoint: (index) => newest.current.onPoint(index),
        onZoom: (span) => newest.current.onZoom(span),
      },
      [data.times, ...data.columns] as unknown as uPlot.AlignedData,
      box.current,
    );
    plot.current = made;
    onMade(made);
    return () => {
      onMade(null);
      plot.current = null;
      made.destroy();
    };
    // Bands are drawn when the panel is.
  }, [data, bands, width, height, scheme, onMade]);

  useEffect(() => {
    const { times } = data;
    const [min, max] = zoom === null ? [times[0], times.at(-1)] : [zoom.from, zoom.to];
    if (min !== undefined && max !== undefined) plot.current?.setScale('x', { min, max });
  }, [zoom, data, bands, width, scheme]);

  useEffect(() => {
    const at = pointed === null ? undefined : data.times[pointed];
    const made = plot.current;
    if (made === null || at === undefined || made.cursor.idx === pointed) return;
    made.setCursor({ left: made.valToPos(at, 'x'), top: made.over.clientHeight / 2 });
  }, [pointed, data]);

  return <div ref={box} aria-hidden />;
}
