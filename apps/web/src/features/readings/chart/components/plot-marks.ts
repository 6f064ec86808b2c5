import uPlot from 'uplot';
import type { Limit, Panel } from '../panels.ts';

/** A panel, with formatters for the labels of its limits and alerts. */
export interface MarkedContent {
  readonly panel: Panel;
  readonly formatLimit: (limit: Limit) => string;
  readonly formatAlert: (alert: number) => string;
}

/** A value drawn as a dashed line with a label, so that its meaning does not depend on color. */
interface Mark {
  readonly value: number;
  readonly text: string;
  readonly color: string;
  /** px */
  readonly dash: readonly number[];
}

/** Lists the limits and alerts, highest first. */
export function listMarks(
  { panel, formatLimit, formatAlert }: MarkedContent,
  getColor: (name: string) => string,
): Mark[] {
  const lineColor = getColor(panel.lines[0]?.color ?? 'ink-3');
  return [
    ...panel.limits.map((limit) => ({
      value: limit.value,
      text: formatLimit(limit),
      color: lineColor,
      dash: [6, 4],
    })),
    ...panel.alerts.map((value) => ({
      value,
      text: formatAlert(value),
      color: getColor('critical'),
      dash: [12, 4],
    })),
  ].sort((a, b) => b.value - a.value);
}

export const FONT = '12px Inter Variable, Inter, sans-serif';
/** The distance between the edge of a panel and a label, px. */
const MARGIN = 4;
/** If two lines are closer than this, px, the lower line's label is placed below it. */
const MIN_LINE_DISTANCE = 18;
/** Labels closer than this, px, overlap. */
const MIN_TEXT_DISTANCE = 12;
/** The gap between labels side by side, px. */
const TEXT_GAP = 10;
/** The height of capital letters, px. */
const ASCENT = 9;
/**
 * The height, px, of the strips that show when the fan ran, at the bottom of a panel, and when an alert was
 * open, at its top.
 */
export const STRIP_HEIGHT = 6;

/** The position of a drawn label, px. */
export interface PlacedText {
  readonly baseline: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Draws marks as lines with labels, and returns the labels' positions. The label of a mark outside the axis
 * is drawn at the nearest edge, with an arrow.
 */
export function drawMarks(
  plot: uPlot,
  marks: readonly Mark[],
  background: string,
): readonly PlacedText[] {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const [top, right, bottom] = [bbox.top, bbox.left + bbox.width, bbox.top + bbox.height];
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.font = FONT.replace(/^\d+/, (size) => String(Number(size) * ratio));
  // On the left, over the oldest records, because users look at the newest first.
  ctx.textAlign = 'left';
  // Drawing the axes leaves a different baseline set, which would place a label over its line.
  ctx.textBaseline = 'alphabetic';
  const positionedMarks = marks.map((mark) => ({
    ...mark,
    y: plot.valToPos(mark.value, 'y', true),
  }));
  // Lines first, so that none crosses a label.
  for (const { y, color, dash } of positionedMarks) {
    if (y >= top && y <= bottom) drawHorizontalLine(plot, y, color, dash);
  }
  const placedTexts: PlacedText[] = [];
  let previousY = Number.NEGATIVE_INFINITY;
  for (const { y, color, text: name } of positionedMarks) {
    const text = y < top ? `↑ ${name}` : y > bottom ? `↓ ${name}` : name;
    const baselines = listBaselines(y, previousY, top, bottom);
    const textWidth = ctx.measureText(text).width;
    const places = baselines.map((baseline) =>
      placeText(placedTexts, baseline, bbox.left + MARGIN * ratio),
    );
    const { baseline, left } = choosePlace(plot, places, textWidth);
    const width = Math.max(0, right - MARGIN * ratio - left);
    placedTexts.push({ baseline, left, right: left + Math.min(width, textWidth) });
    drawOutline(ctx, background, 4 * ratio, () => ctx.strokeText(text, left, baseline, width));
    ctx.fillStyle = color;
    ctx.fillText(text, left, baseline, width);
    if (y >= top) previousY = y;
  }
  ctx.restore();
  return placedTexts;
}

function drawHorizontalLine(
  { ctx, bbox }: uPlot,
  y: number,
  color: string,
  dash: readonly number[],
): void {
  ctx.strokeStyle = color;
  ctx.setLineDash(dash.map((part) => part * uPlot.pxRatio));
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

/**
 * The possible baselines for a mark's label: at the edge if the mark is outside, otherwise above or below its
 * line.
 */
function listBaselines(
  y: number,
  previousY: number,
  top: number,
  bottom: number,
): readonly number[] {
  const ratio = uPlot.pxRatio;
  if (y < top) return [top + 12 * ratio];
  if (y > bottom) return [bottom - 10 * ratio];
  const [baselineAbove, baselineBelow] = [y - 4 * ratio, y + 14 * ratio];
  // The time axis is below the panel, and the strip of open alerts is at its top.
  if (baselineBelow > bottom) return [baselineAbove];
  if (baselineAbove - ASCENT * ratio < top + STRIP_HEIGHT * ratio) return [baselineBelow];
  return y - previousY < MIN_LINE_DISTANCE * ratio
    ? [baselineBelow]
    : [baselineAbove, baselineBelow];
}

/** The leftmost place on a baseline where a text does not cover another label. */
function placeText(placedTexts: readonly PlacedText[], baseline: number, minLeft: number) {
  const ratio = uPlot.pxRatio;
  const others = placedTexts.filter(
    (placedText) => Math.abs(placedText.baseline - baseline) < MIN_TEXT_DISTANCE * ratio,
  );
  return {
    baseline,
    left: Math.max(minLeft, ...others.map((other) => other.right + TEXT_GAP * ratio)),
  };
}

type Place = ReturnType<typeof placeText>;

/** The place that covers the fewest values; if there are several, the leftmost. */
function choosePlace(plot: uPlot, places: readonly Place[], width: number): Place {
  const ratedPlaces = places.map((place) => ({
    place,
    coveredCount: countCoveredValues(plot, place, width),
  }));
  return ratedPlaces.reduce((best, next) =>
    (next.coveredCount - best.coveredCount || next.place.left - best.place.left) < 0 ? next : best,
  ).place;
}

/** Counts the line values that a text would cover. */
function countCoveredValues(plot: uPlot, { baseline, left }: Place, width: number): number {
  const ratio = uPlot.pxRatio;
  const [times, ...lines] = plot.data;
  let count = 0;
  for (const [index, at] of times.entries()) {
    const x = plot.valToPos(at, 'x', true);
    if (x < left || x > left + width) continue;
    for (const line of lines) {
      const value = line[index];
      if (value == null) continue;
      const y = plot.valToPos(value, 'y', true);
      if (y > baseline - (ASCENT + MARGIN) * ratio && y < baseline + MARGIN * ratio) count++;
    }
  }
  return count;
}

/** Outlines text in the background color, so that it stays readable over lines. */
export function drawOutline(
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
