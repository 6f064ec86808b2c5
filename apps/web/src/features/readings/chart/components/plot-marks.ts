import uPlot from 'uplot';
import type { Limit, Panel } from '../panels.ts';

/** A panel with its limits and alerts as they are written beside what is drawn. */
export interface MarkedContent {
  readonly panel: Panel;
  readonly formatLimit: (limit: Limit) => string;
  readonly formatAlert: (alert: number) => string;
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
export function listMarks(
  { panel, formatLimit, formatAlert }: MarkedContent,
  color: (name: string) => string,
): Mark[] {
  const ofLine = color(panel.lines[0]?.color ?? 'ink-3');
  return [
    ...panel.limits.map((limit) => ({
      ...{ value: limit.value, text: formatLimit(limit), color: ofLine, dash: [6, 4] },
    })),
    ...panel.alerts.map((value) => ({
      ...{ value, text: formatAlert(value), color: color('critical'), dash: [12, 4] },
    })),
  ].sort((a, b) => b.value - a.value);
}

export const FONT = '12px Inter Variable, Inter, sans-serif';
/** px between the edge of a panel and words. */
const MARGIN = 4;
/** Closer than this, px, the words of a lower mark stand under its line. */
const MIN_LINE_DISTANCE = 18;
/** Closer than this, px, words would stand over others. */
const MIN_TEXT_DISTANCE = 12;
/** px between words side by side. */
const TEXT_GAP = 10;

/** Words that stand in a panel, px of its picture. */
interface PlacedText {
  readonly base: number;
  readonly right: number;
}

/**
 * Marks as lines with their words. A panel with an axis of its own may end before a mark: then the
 * words stand at that edge, with an arrow to where the mark is.
 */
export function drawMarks(plot: uPlot, marks: readonly Mark[], ground: string): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const [top, right, foot] = [bbox.top, bbox.left + bbox.width, bbox.top + bbox.height];
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.font = FONT.replace(/^\d+/, (size) => String(Number(size) * ratio));
  // At the oldest: what is newest is looked at first.
  ctx.textAlign = 'left';
  const placed = marks.map((mark) => ({ ...mark, y: plot.valToPos(mark.value, 'y', true) }));
  // Lines first: none is drawn through words.
  for (const { y, color, dash } of placed) {
    if (y >= top && y <= foot) drawAcross(plot, y, color, dash);
  }
  const taken: PlacedText[] = [];
  let above = Number.NEGATIVE_INFINITY;
  for (const { y, color, text: name } of placed) {
    const text = y < top ? `↑ ${name}` : y > foot ? `↓ ${name}` : name;
    const bases = candidateBaselines(y, above, top, foot);
    const { base, left } = findFreePosition(taken, bases, bbox.left + MARGIN * ratio);
    const room = Math.max(0, right - MARGIN * ratio - left);
    taken.push({ base, right: left + Math.min(room, ctx.measureText(text).width) });
    drawOutlined(ctx, ground, 4 * ratio, () => ctx.strokeText(text, left, base, room));
    ctx.fillStyle = color;
    ctx.fillText(text, left, base, room);
    if (y >= top) above = y;
  }
  ctx.restore();
}

function drawAcross({ ctx, bbox }: uPlot, y: number, color: string, dash: readonly number[]): void {
  ctx.strokeStyle = color;
  ctx.setLineDash(dash.map((part) => part * uPlot.pxRatio));
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

/** Where the words of a mark may stand: at the edge it is beyond; else over or under its line. */
function candidateBaselines(
  y: number,
  above: number,
  top: number,
  foot: number,
): readonly number[] {
  const ratio = uPlot.pxRatio;
  if (y < top) return [top + 12 * ratio];
  if (y > foot) return [foot - 10 * ratio];
  const [over, under] = [y - 4 * ratio, y + 14 * ratio];
  // Under the panel the times stand.
  if (under > foot) return [over];
  return y - above < MIN_LINE_DISTANCE * ratio ? [under] : [over, under];
}

/** The base where words stand furthest left, beside those that stand there already. */
function findFreePosition(taken: readonly PlacedText[], bases: readonly number[], least: number) {
  const ratio = uPlot.pxRatio;
  const places = bases.map((base) => {
    const others = taken.filter((one) => Math.abs(one.base - base) < MIN_TEXT_DISTANCE * ratio);
    return { base, left: Math.max(least, ...others.map((one) => one.right + TEXT_GAP * ratio)) };
  });
  return places.reduce((best, one) => (one.left < best.left ? one : best));
}

/** A rim in the ground's colour keeps words apart from the lines behind them. */
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
