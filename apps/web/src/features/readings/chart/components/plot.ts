import uPlot from 'uplot';
import type { ChartedAlert } from '../alert-column.ts';
import { BAND_COLORS } from '../fan-column.ts';
import type { LineLabel, Panel } from '../panels.ts';
import type { Column } from '../timeline.ts';
import {
  drawMarks,
  drawOutline,
  FONT,
  listMarks,
  type MarkedContent,
  type PlacedText,
  STRIP_HEIGHT,
} from './plot-marks.ts';

/** A time range, ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The content of a panel; it can change while the plot exists. */
export interface PlotContent extends MarkedContent {
  readonly data: PlotData;
  /** The times when the fan ran, drawn behind the lines. */
  readonly bands: readonly Span[];
  /** The alerts, marked along the top from start to end. */
  readonly alerts: readonly ChartedAlert[];
  /** Formats the label of a line. */
  readonly formatLineLabel: (name: LineLabel) => string;
  readonly formatTick: (value: number) => string;
  readonly formatTimeTick: (at: number, stepMs: number) => string;
  /** Days begin at midnight in this zone. */
  readonly timeZone: string;
  /** Called with the data index of the point under the mouse pointer. */
  readonly onHighlight: (position: number) => void;
  /** Called with the range the user selected. */
  readonly onZoom: (span: Span) => void;
}

export interface PlotData {
  /** ms */
  readonly times: readonly number[];
  /** The values, one column per line. */
  readonly columns: readonly Column[];
  /** The positions of each line's isolated values. */
  readonly isolatedIndexes: readonly (readonly number[])[];
}

export interface PlotOptions {
  readonly width: number;
  readonly height: number;
  /** Panels with the same key share their cursor. */
  readonly cursorKey: string;
  /** Returns the current content. */
  readonly getContent: () => PlotContent;
}

const Y_AXIS_WIDTH = 46;
const X_AXIS_HEIGHT = 28;
/** The width of a time label, px; it is centered on its tick, which can be at the edge. */
const LABEL_WIDTH = 72;
const HALF_LABEL = LABEL_WIDTH / 2;
/** The size of the dot that marks an isolated value, px. */
const DOT_SIZE = 6;
/** The smallest range of the y axis, so that a constant line is not at the edge. */
const MIN_RANGE = 1;

/** Reads a color token from the page's CSS. */
type GetColor = (name: string) => string;

/**
 * Creates the plot of a panel, with times in ms. Its lines and colors are fixed; the rest is redrawn with new
 * data or a new scale.
 */
export function createPlot(
  options: PlotOptions,
  data: uPlot.AlignedData,
  container: HTMLElement,
): uPlot {
  const style = getComputedStyle(container);
  const colors = new Map<string, string>();
  // Cached, because a read forces a style recalculation if the page has changed.
  const getColor = (name: string) => {
    const cssValue = colors.get(name) ?? style.getPropertyValue(`--gr-${name}`).trim();
    colors.set(name, cssValue);
    return cssValue;
  };
  const plot = new uPlot(buildPlotOptions(options, getColor), data, container);
  // Mouse events only: the plot also moves its cursor when a synced panel does.
  plot.over.addEventListener('mousemove', () => {
    const { idx } = plot.cursor;
    if (idx != null) options.getContent().onHighlight(idx);
  });
  return plot;
}

export function buildPlotOptions(options: PlotOptions, getColor: GetColor): uPlot.Options {
  const { cursorKey, width, height, getContent } = options;
  return {
    width,
    height,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), getContent().timeZone),
    legend: { show: false },
    padding: [12, HALF_LABEL, 0, 0],
    scales: { y: { range: (_, min, max) => calculateYRange(getContent().panel, min, max) } },
    axes: createAxes(options, getColor),
    series: [
      {},
      ...getContent().panel.lines.map((line) => ({
        stroke: getColor(line.color),
        width: line.isThin ? 1 : 2,
        ...(line.dash !== undefined && { dash: [...line.dash] }),
        points: {
          show: false,
          size: DOT_SIZE,
          fill: getColor(line.color),
          filter: (_: uPlot, series: number) => listDots(getContent().data, series),
        },
        spanGaps: false,
      })),
    ],
    cursor: {
      sync: { key: cursorKey, setSeries: false },
      drag: { x: true, y: false, setScale: false },
      points: { size: 8 },
    },
    hooks: createHooks(options, getColor),
  };
}

/** The positions of a series' dots, or null; series 0 is the time. */
function listDots({ isolatedIndexes }: PlotData, series: number): number[] | null {
  const positions = isolatedIndexes[series - 1] ?? [];
  return positions.length === 0 ? null : [...positions];
}

function createAxes({ getContent }: PlotOptions, getColor: GetColor): uPlot.Axis[] {
  const axis = { font: FONT, stroke: getColor('ink-3'), ticks: { show: false } };
  return [
    {
      ...axis,
      size: X_AXIS_HEIGHT,
      grid: { show: false },
      values: (_, ticks, __, ___, step) => ticks.map((at) => getContent().formatTimeTick(at, step)),
      space: LABEL_WIDTH,
    },
    {
      ...axis,
      size: Y_AXIS_WIDTH,
      grid: { stroke: getColor('line'), width: 1 },
      values: (_, ticks) => ticks.map((value) => getContent().formatTick(value)),
    },
  ];
}

function createHooks({ getContent }: PlotOptions, getColor: GetColor): uPlot.Hooks.Arrays {
  return {
    drawClear: [
      (plot) => drawBands(plot, getContent().bands, getColor(BAND_COLORS.fan)),
      (plot) => drawAlerts(plot, getContent().alerts, getColor(BAND_COLORS.alerts)),
    ],
    draw: [
      (plot) => {
        const labels = drawMarks(plot, listMarks(getContent(), getColor), getColor('card'));
        drawNames(plot, getContent(), getColor, labels);
      },
    ],
    setSelect: [
      (plot) => {
        const { left, width } = plot.select;
        if (width < 4) return;
        getContent().onZoom({
          from: plot.posToVal(left, 'x'),
          to: plot.posToVal(left + width, 'x'),
        });
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      },
    ],
  };
}

/** The range of the values, limits and alerts with a small margin, or the panel's fixed axis. */
function calculateYRange(panel: Panel, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (panel.axis !== null) return [panel.axis.min, panel.axis.max];
  const limits = panel.limits.map(({ value }) => value);
  const bounds = [...limits, ...panel.alerts, min, max].flatMap((end) => end ?? []);
  if (bounds.length === 0) return [0, 1];
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  const margin = Math.max((high - low) * 0.05, MIN_RANGE / 2);
  return [low - margin, high + margin];
}

function drawBands(plot: uPlot, bands: readonly Span[], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = color;
  const stripHeight = STRIP_HEIGHT * uPlot.pxRatio;
  for (const { from, to } of bands) {
    const left = Math.max(plot.valToPos(from, 'x', true), bbox.left);
    const right = Math.min(plot.valToPos(to, 'x', true), bbox.left + bbox.width);
    if (right <= left) continue;
    ctx.globalAlpha = 0.15;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    // In a one-year chart, a few hours are less than a pixel wide.
    const width = Math.max(right - left, uPlot.pxRatio);
    ctx.fillRect(left, bbox.top + bbox.height - stripHeight, width, stripHeight);
  }
  ctx.restore();
}

/** Draws a strip at the top for the time an alert was open, with dashed lines where it began and ended. */
function drawAlerts(plot: uPlot, alerts: readonly ChartedAlert[], color: string): void {
  const { ctx, bbox } = plot;
  const rightEdge = bbox.left + bbox.width;
  const isInside = (x: number) => x >= bbox.left && x <= rightEdge;
  ctx.save();
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([2 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  for (const { from, to } of alerts) {
    const startX = plot.valToPos(from, 'x', true);
    const endX = to === null ? null : plot.valToPos(to, 'x', true);
    const left = Math.max(startX, bbox.left);
    const right = Math.min(endX ?? rightEdge, rightEdge);
    if (right < bbox.left || left > rightEdge) continue;
    ctx.fillRect(
      left,
      bbox.top,
      Math.max(right - left, uPlot.pxRatio),
      STRIP_HEIGHT * uPlot.pxRatio,
    );
    for (const x of [startX, endX]) {
      if (x === null || !isInside(x)) continue;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** The horizontal position of names, as a fraction of the width, away from the limit labels on the left. */
const NAME_POSITION = 0.7;
/** The distance between a line and its name, px. */
const NAME_DISTANCE = 8;

/**
 * Draws each line's name below it. Skips the first line if its name is the panel's title, and names that
 * would cover another name or label; the readout lists all names.
 */
function drawNames(
  plot: uPlot,
  { panel, formatLineLabel }: PlotContent,
  getColor: GetColor,
  labels: readonly PlacedText[],
): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = FONT.replace(/^\d+/, (size) => `600 ${Number(size) * ratio}`);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  const drawnLabels = [...labels];
  for (const [index, line] of panel.lines.entries()) {
    const isTitle = index === 0 && panel.title === undefined;
    const position = isTitle ? null : findNameIndex(plot, index + 1);
    const value = position === null ? null : (plot.data[index + 1]?.[position] ?? null);
    if (position === null || value === null) continue;
    const text = formatLineLabel(line.name);
    const halfWidth = ctx.measureText(text).width / 2;
    const x = plot.valToPos(plot.data[0][position] ?? 0, 'x', true);
    const centerX = clamp(x, bbox.left + halfWidth, bbox.left + bbox.width - halfWidth);
    const y = plot.valToPos(value, 'y', true) + (12 + NAME_DISTANCE) * ratio;
    const baseline = clamp(y, bbox.top + 12 * ratio, bbox.top + bbox.height - 4 * ratio);
    const box = { left: centerX - halfWidth, right: centerX + halfWidth, baseline };
    const overlaps = (other: PlacedText) =>
      box.left < other.right &&
      other.left < box.right &&
      Math.abs(baseline - other.baseline) < 14 * ratio;
    if (drawnLabels.some(overlaps)) continue;
    drawnLabels.push(box);
    drawOutline(ctx, getColor('card'), 4 * ratio, () => ctx.strokeText(text, centerX, baseline));
    ctx.fillStyle = getColor(line.color);
    ctx.fillText(text, centerX, baseline);
  }
  ctx.restore();
}

/** The position in the data where a series' name is drawn; null if no value is visible. */
function findNameIndex(plot: uPlot, series: number): number | null {
  const { min, max } = plot.scales['x'] ?? {};
  const [from, to] = [min ?? 0, max ?? 0];
  const target = from + (to - from) * NAME_POSITION;
  let best: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const [position, at] of plot.data[0].entries()) {
    if (at < from || at > to || plot.data[series]?.[position] == null) continue;
    if (Math.abs(at - target) >= distance) continue;
    best = position;
    distance = Math.abs(at - target);
  }
  return best;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
