import { millis } from '@granary/domain/units';
import type { Behaviour } from './behaviour.ts';

/**
 * A clock that is `offsetMs` ahead (negative: behind) and gains `driftMsPerDay` from the first frame
 * on. Frames arrive at the same time; their `date_time` is wrong, as epoch seconds.
 */
export function clockError(offsetMs: number, driftMsPerDay = 0): Behaviour {
  return function* (frames) {
    let first: number | null = null;
    for (const frame of frames) {
      first ??= frame.at;
      const drift = (driftMsPerDay * (frame.at - first)) / 86_400_000;
      const wrong = Math.max(0, Math.round((frame.at + offsetMs + drift) / 1000));
      const payload: object = JSON.parse(frame.text);
      const text = JSON.stringify({ ...payload, date_time: wrong });
      yield { ...frame, at: millis(wrong * 1000), text };
    }
  };
}
