import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type uPlot from 'uplot';
import { useWidth } from '../../../../bin-picture/use-width.ts';
import { getFullSpan } from '../zoom.ts';
import { createPlot, type PlotContent, type Span } from './plot.ts';

export interface ChartPanelProps extends PlotContent {
  readonly height: number;
  /** Panels with the same key share their cursor. */
  readonly cursorKey: string;
  /** The visible time range; null for the whole range. */
  readonly zoom: Span | null;
  /** The highlighted position in the timeline, or null. */
  readonly highlightedIndex: number | null;
  /** Called with the plot when it is created, and with null when it is destroyed. */
  readonly onCreated: (plot: uPlot | null) => void;
}

/** A panel of the chart. The table has the same data for screen readers. */
export function ChartPanel(props: ChartPanelProps) {
  const { panel, data, bands, alerts, zoom, highlightedIndex, height, cursorKey, onCreated } =
    props;
  const containerRef = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(containerRef);
  const scheme = useComputedColorScheme('light');
  // The plot's callbacks always use the latest props.
  const latestProps = useRef(props);
  useLayoutEffect(() => {
    latestProps.current = props;
  });
  const alignedData = useMemo(
    () => [data.times, ...data.columns] as unknown as uPlot.AlignedData,
    [data],
  );
  const currentData = useRef(alignedData);
  useLayoutEffect(() => {
    currentData.current = alignedData;
  });
  const lines = panel.lines.map(({ name }) => (typeof name === 'string' ? name : name.text)).join();

  // The plot is recreated only when its lines, colors or size change.
  const plotKey = `${lines} ${width} ${height} ${scheme}`;
  useLayoutEffect(() => {
    if (containerRef.current === null || width === 0) return;
    const getContent = () => latestProps.current;
    const instance = createPlot(
      { width, height, cursorKey, getContent },
      currentData.current,
      containerRef.current,
    );
    plot.current = instance;
    onCreated(instance);
    return () => {
      onCreated(null);
      plot.current = null;
      instance.destroy();
    };
  }, [plotKey, width, height, cursorKey, onCreated]);

  // Runs in the same commit as the creation, so that the plot is drawn only once.
  useLayoutEffect(() => {
    const instance = plot.current;
    if (instance === null) return;
    if (instance.data !== alignedData) instance.setData(alignedData, false);
    const { from, to } = zoom ?? getFullSpan(data.times);
    instance.setScale('x', { min: from, max: to });
  }, [plotKey, alignedData, data, panel, bands, alerts, zoom]);

  useEffect(() => {
    const at = highlightedIndex === null ? undefined : data.times[highlightedIndex];
    const instance = plot.current;
    if (instance === null || at === undefined) return;
    if (instance.cursor.idx === highlightedIndex) return;
    instance.setCursor(
      { left: instance.valToPos(at, 'x'), top: instance.over.clientHeight / 2 },
      false,
    );
  }, [highlightedIndex, data, zoom, plotKey]);

  return <div ref={containerRef} aria-hidden />;
}
