import { HOUR } from '@granary/domain/units';
import type { Span } from './components/plot.ts';

/** So many steps between records at least are shown. */
const FEWEST_STEPS = 4;

/** The time from the first of some times (ms, in order) to the last; around one that stands alone. */
export function wholeOf(times: readonly number[]): Span {
  const [from = 0, to = from] = [times[0], times.at(-1)];
  return from < to ? { from, to } : { from: from - HOUR, to: to + HOUR };
}

/** Half of the stretch about an instant; the same where no less is shown. */
export function closer(shown: Span, about: number, times: readonly number[]): Span {
  const whole = wholeOf(times);
  const least = (lengthOf(whole) / Math.max(times.length - 1, 1)) * FEWEST_STEPS;
  const length = Math.max(lengthOf(shown) / 2, Math.min(least, lengthOf(shown)));
  return within(whole, stretched(shown, about, length));
}

/** Twice the stretch about an instant; null where that is all. */
export function further(shown: Span, about: number, times: readonly number[]): Span | null {
  const whole = wholeOf(times);
  const length = lengthOf(shown) * 2;
  return length < lengthOf(whole) ? within(whole, stretched(shown, about, length)) : null;
}

/** As much time as is shown, moved so that an instant is in it. */
export function following(shown: Span, at: number, times: readonly number[]): Span {
  if (at >= shown.from && at <= shown.to) return shown;
  const length = lengthOf(shown);
  return within(wholeOf(times), { from: at - length / 2, to: at + length / 2 });
}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

/** A stretch of another length in which an instant stands where it stood. */
function stretched(shown: Span, about: number, length: number): Span {
  const isShown = about >= shown.from && about <= shown.to;
  const share = isShown ? (about - shown.from) / lengthOf(shown) : 0.5;
  const from = about - share * length;
  return { from, to: from + length };
}

function within(whole: Span, { from, to }: Span): Span {
  const late = Math.max(whole.from - from, 0);
  const early = Math.max(to + late - whole.to, 0);
  return { from: from + late - early, to: to + late - early };
}
