import uPlot from 'uplot';
import type { Panel } from './panels.ts';

/** A stretch of time, ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PlotOptions {
  readonly panel: Panel;
  readonly width: number;
  readonly height: number;
  /** Panels of one key share their cursor. */
  readonly cursorKey: string;
  /** What is drawn behind the lines: the fan on. */
  readonly bands: readonly Span[];
  /** A limit, and an alert, as they are written at their lines. */
  readonly limitText: (limit: number) => string;
  readonly alertText: (alert: number) => string;
  readonly tick: (value: number) => string;
  readonly timeTick: (at: number, spanMs: number) => string;
  /** The index of what is pointed at; null where nothing is. */
  readonly onPoint: (index: number | null) => void;
  /** The reader chose a stretch of time; null: all of it. */
  readonly onZoom: (span: Span | null) => void;
}

const FONT = '12px Inter Variable, Inter, sans-serif';
const Y_AXIS = 46;
const X_AXIS = 28;
/** px; a time's label stands across its tick, and the last tick may be at the edge. */
const LABEL = 72;
const HALF_LABEL = LABEL / 2;
/** Room for a line at the edge of a value that never changes. */
const FLAT = 1;

/** A token of the page as it is when the panel is made. */
type ColorOf = (name: string) => string;

/** One panel of the chart, times in ms. It colours by the page's tokens as they are when it is made. */
export function makePlot(options: PlotOptions, data: uPlot.AlignedData, into: HTMLElement): uPlot {
  const { panel, cursorKey, width, height } = options;
  const style = getComputedStyle(into);
  const color = (name: string) => style.getPropertyValue(`--gr-${name}`).trim();
  return new uPlot(
    {
      ...{ width, height, ms: 1, legend: { show: false }, padding: [12, HALF_LABEL, 0, 0] },
      scales: { y: { range: (_, least, greatest) => yRange(panel, least, greatest) } },
      axes: axesOf(options, color),
      series: [
        {},
        ...panel.lines.map((line) => ({
          stroke: color(line.color),
          width: line.isThin ? 1 : 2,
          points: { show: false },
          spanGaps: false,
        })),
      ],
      cursor: {
        sync: { key: cursorKey, setSeries: false },
        drag: { x: true, y: false, setScale: false },
        points: { size: 8 },
      },
      hooks: hooksOf(options, color),
    },
    data,
    into,
  );
}

function axesOf({ tick, timeTick }: PlotOptions, color: ColorOf): uPlot.Axis[] {
  const axis = { font: FONT, stroke: color('ink-3'), ticks: { show: false } };
  return [
    {
      ...axis,
      size: X_AXIS,
      grid: { show: false },
      values: (plot, ticks) => {
        const span = (plot.scales['x']?.max ?? 0) - (plot.scales['x']?.min ?? 0);
        return ticks.map((at) => timeTick(at, span));
      },
      space: LABEL,
    },
    {
      ...axis,
      size: Y_AXIS,
      grid: { stroke: color('line'), width: 1 },
      values: (_, ticks) => ticks.map(tick),
    },
  ];
}

function hooksOf(options: PlotOptions, color: ColorOf): uPlot.Hooks.Arrays {
  const { bands, onPoint, onZoom } = options;
  return {
    drawClear: [(plot) => drawBands(plot, bands, color('ok'))],
    draw: [(plot) => drawMarks(plot, marksOf(options, color), color('card'))],
    setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
    setSelect: [
      (plot) => {
        const { left, width } = plot.select;
        if (width < 4) return;
        onZoom({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') });
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      },
    ],
  };
}

/** The values and the limits, with a little room; or what the panel says. */
function yRange(panel: Panel, least: number | null, greatest: number | null): uPlot.Range.MinMax {
  if (panel.axis !== null) return [panel.axis.min, panel.axis.max];
  const ends = [...panel.limits, ...panel.alerts, least, greatest].flatMap((end) => end ?? []);
  if (ends.length === 0) return [0, 1];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = Math.max((high - low) * 0.05, FLAT / 2);
  return [low - room, high + room];
}

function drawBands(plot: uPlot, bands: readonly Span[], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.15;
  for (const { from, to } of bands) {
    const left = Math.max(plot.valToPos(from, 'x', true), bbox.left);
    const right = Math.min(plot.valToPos(to, 'x', true), bbox.left + bbox.width);
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
  ctx.restore();
}

/** A value drawn across as a dashed line with its words, so that it is no matter of colour. */
interface Mark {
  readonly value: number;
  readonly text: string;
  readonly color: string;
  /** px */
  readonly dash: readonly number[];
}

/** Limits and alerts, the highest first. */
function marksOf(
  { panel, limitText, alertText }: PlotOptions,
  color: (name: string) => string,
): Mark[] {
  const ofLine = color(panel.lines[0]?.color ?? 'ink-3');
  return [
    ...panel.limits.map((value) => ({
      ...{ value, text: limitText(value), color: ofLine, dash: [6, 4] },
    })),
    ...panel.alerts.map((value) => ({
      ...{ value, text: alertText(value), color: color('grave'), dash: [12, 4] },
    })),
  ].sort((a, b) => b.value - a.value);
}

/** Closer than this, px, the words of a lower mark stand under its line. */
const WORDS_APART = 18;

function drawMarks(plot: uPlot, marks: readonly Mark[], ground: string): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.font = FONT.replace(/^\d+/, (size) => String(Number(size) * ratio));
  // At the oldest: what is newest is looked at first.
  ctx.textAlign = 'left';
  let above = Number.NEGATIVE_INFINITY;
  for (const { value, text, color, dash } of marks) {
    const y = plot.valToPos(value, 'y', true);
    // Zoomed or on an axis of its own, a panel may end below a mark.
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.setLineDash(dash.map((part) => part * ratio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const isUnder = y - above < WORDS_APART * ratio;
    const [left, base] = [bbox.left + 4 * ratio, y + (isUnder ? 14 : -4) * ratio];
    outlined(ctx, ground, 4 * ratio, () => ctx.strokeText(text, left, base));
    ctx.fillText(text, left, base);
    above = y;
  }
  ctx.restore();
}

/** A rim in the ground's colour keeps words apart from the lines behind them. */
function outlined(
  ctx: CanvasRenderingContext2D,
  color: string,
  width: number,
  draw: () => void,
): void {
  ctx.save();
  ctx.setLineDash([]);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  draw();
  ctx.restore();
}
