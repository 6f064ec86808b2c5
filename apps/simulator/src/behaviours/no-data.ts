import type { Millis } from '@granary/domain/units';
import type { Behaviour } from './behaviour.ts';

/** Drops the frames from `from` until `to`. */
export function noData(from: Millis, to = Number.POSITIVE_INFINITY): Behaviour {
  return function* (frames) {
    for (const frame of frames) if (frame.at < from || frame.at >= to) yield frame;
  };
}
