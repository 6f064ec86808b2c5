import uPlot from 'uplot';
import type { Limit, Panel } from '../panels.ts';

/** A panel with the labels of its limits and alerts. */
export interface MarkedContent {
  readonly panel: Panel;
  readonly formatLimit: (limit: Limit) => string;
  readonly formatAlert: (alert: number) => string;
}

/** A value drawn as a dashed line with a label, so that it does not depend on color. */
interface Mark {
  readonly value: number;
  readonly text: string;
  readonly color: string;
  /** px */
  readonly dash: readonly number[];
}

/** Limits and alerts, the highest first. */
export function listMarks(
  { panel, formatLimit, formatAlert }: MarkedContent,
  color: (name: string) => string,
): Mark[] {
  const lineColor = color(panel.lines[0]?.color ?? 'ink-3');
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
      color: color('critical'),
      dash: [12, 4],
    })),
  ].sort((a, b) => b.value - a.value);
}

export const FONT = '12px Inter Variable, Inter, sans-serif';
/** Between the edge of a panel and a label, px. */
const MARGIN = 4;
/** If lines are closer, px, the lower one's label is below it. */
const MIN_LINE_DISTANCE = 18;
/** If labels are closer, px, they overlap. */
const MIN_TEXT_DISTANCE = 12;
/** Between labels side by side, px. */
const TEXT_GAP = 10;
/** The height of capitals, px. */
const ASCENT = 9;
/**
 * The height of the strips that show when the fan ran, at the bottom of a panel, and when an alert was
 * open, px.
 */
export const STRIP_HEIGHT = 6;

/** A drawn label, px. */
export interface PlacedText {
  readonly base: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Draws marks as lines with labels, and returns where the labels are. A mark outside the axis gets its
 * label at that edge, with an arrow.
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
  // The axes leave a different baseline, which would place a label over its line.
  ctx.textBaseline = 'alphabetic';
  const placed = marks.map((mark) => ({ ...mark, y: plot.valToPos(mark.value, 'y', true) }));
  // Lines first, so that none crosses a label.
  for (const { y, color, dash } of placed) {
    if (y >= top && y <= bottom) drawAcross(plot, y, color, dash);
  }
  const placedTexts: PlacedText[] = [];
  let above = Number.NEGATIVE_INFINITY;
  for (const { y, color, text: name } of placed) {
    const text = y < top ? `↑ ${name}` : y > bottom ? `↓ ${name}` : name;
    const bases = candidateBaselines(y, above, top, bottom);
    const textWidth = ctx.measureText(text).width;
    const places = bases.map((base) => placeText(placedTexts, base, bbox.left + MARGIN * ratio));
    const { base, left } = chooseClearest(plot, places, textWidth);
    const width = Math.max(0, right - MARGIN * ratio - left);
    placedTexts.push({ base, left, right: left + Math.min(width, textWidth) });
    drawOutlined(ctx, background, 4 * ratio, () => ctx.strokeText(text, left, base, width));
    ctx.fillStyle = color;
    ctx.fillText(text, left, base, width);
    if (y >= top) above = y;
  }
  ctx.restore();
  return placedTexts;
}

function drawAcross({ ctx, bbox }: uPlot, y: number, color: string, dash: readonly number[]): void {
  ctx.strokeStyle = color;
  ctx.setLineDash(dash.map((part) => part * uPlot.pxRatio));
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

/** Where a mark's label may be: at the edge if it is outside, otherwise above or below its line. */
function candidateBaselines(
  y: number,
  above: number,
  top: number,
  bottom: number,
): readonly number[] {
  const ratio = uPlot.pxRatio;
  if (y < top) return [top + 12 * ratio];
  if (y > bottom) return [bottom - 10 * ratio];
  const [over, under] = [y - 4 * ratio, y + 14 * ratio];
  // The time axis is below the panel, and the strip of open alerts is at its top.
  if (under > bottom) return [over];
  if (over - ASCENT * ratio < top + STRIP_HEIGHT * ratio) return [under];
  return y - above < MIN_LINE_DISTANCE * ratio ? [under] : [over, under];
}

/** The leftmost place on a baseline that does not cover another label. */
function placeText(placedTexts: readonly PlacedText[], base: number, minLeft: number) {
  const ratio = uPlot.pxRatio;
  const others = placedTexts.filter((one) => Math.abs(one.base - base) < MIN_TEXT_DISTANCE * ratio);
  return { base, left: Math.max(minLeft, ...others.map((one) => one.right + TEXT_GAP * ratio)) };
}

type Place = ReturnType<typeof placeText>;

/** The place that covers the fewest values, then the leftmost. */
function chooseClearest(plot: uPlot, places: readonly Place[], width: number): Place {
  const rated = places.map((place) => ({ place, covered: countCovered(plot, place, width) }));
  return rated.reduce((best, one) =>
    (one.covered - best.covered || one.place.left - best.place.left) < 0 ? one : best,
  ).place;
}

/** Counts the line values that a text would cover. */
function countCovered(plot: uPlot, { base, left }: Place, width: number): number {
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
      if (y > base - (ASCENT + MARGIN) * ratio && y < base + MARGIN * ratio) count++;
    }
  }
  return count;
}

/** Outlines text in the background color, so that it stays readable over lines. */
export function drawOutlined(
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
