import type { Millis } from '@granary/domain/units';
import type { Behaviour } from './behaviour.ts';

/** Nothing is heard from `from` until `to`, which may never come. */
export function silence(from: Millis, to = Number.POSITIVE_INFINITY): Behaviour {
  return function* (frames) {
    for (const frame of frames) if (frame.at < from || frame.at >= to) yield frame;
  };
}
