import { HOUR } from '@granary/domain/units';
import type { Span } from './components/plot.ts';

/** The shortest range to zoom in to, in steps between records. */
const MIN_STEPS = 4;

/** The range of sorted times, ms; a single time gets an hour on each side. */
export function getFullSpan(times: readonly number[]): Span {
  const [from = 0, to = from] = [times[0], times.at(-1)];
  return from < to ? { from, to } : { from: from - HOUR, to: to + HOUR };
}

/** Halves the range around a given time, down to the shortest range. */
export function zoomIn(visibleSpan: Span, anchor: number, times: readonly number[]): Span {
  const fullRange = getFullSpan(times);
  const minLength = (getSpanLength(fullRange) / Math.max(times.length - 1, 1)) * MIN_STEPS;
  const length = Math.max(
    getSpanLength(visibleSpan) / 2,
    Math.min(minLength, getSpanLength(visibleSpan)),
  );
  return clampSpan(fullRange, resizeAround(visibleSpan, anchor, length));
}

/** Doubles the range around a given time; null if the result covers the whole range. */
export function zoomOut(visibleSpan: Span, anchor: number, times: readonly number[]): Span | null {
  const fullRange = getFullSpan(times);
  const length = getSpanLength(visibleSpan) * 2;
  return length < getSpanLength(fullRange)
    ? clampSpan(fullRange, resizeAround(visibleSpan, anchor, length))
    : null;
}

/** Moves the range so that it contains a given time. */
export function panTo(visibleSpan: Span, at: number, times: readonly number[]): Span {
  if (at >= visibleSpan.from && at <= visibleSpan.to) return visibleSpan;
  const length = getSpanLength(visibleSpan);
  return clampSpan(getFullSpan(times), { from: at - length / 2, to: at + length / 2 });
}

function getSpanLength({ from, to }: Span): number {
  return to - from;
}

/** Resizes a range, keeping a given time at the same relative position. */
function resizeAround(visibleSpan: Span, anchor: number, length: number): Span {
  const isShown = anchor >= visibleSpan.from && anchor <= visibleSpan.to;
  const share = isShown ? (anchor - visibleSpan.from) / getSpanLength(visibleSpan) : 0.5;
  const from = anchor - share * length;
  return { from, to: from + length };
}

function clampSpan(fullRange: Span, { from, to }: Span): Span {
  const shiftLater = Math.max(fullRange.from - from, 0);
  const shiftEarlier = Math.max(to + shiftLater - fullRange.to, 0);
  return { from: from + shiftLater - shiftEarlier, to: to + shiftLater - shiftEarlier };
}
