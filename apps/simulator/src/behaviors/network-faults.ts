import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { createRandomStream } from '../board/random.ts';
import type { Frame } from '../frame.ts';
import type { Behavior } from './behavior.ts';
import { corruptFrames } from './malformed-frames.ts';

/** An error so large that servers use the arrival time instead. */
const CLOCK_OFFSET_MS = HOUR;
const DRIFT_MS_PER_DAY = MINUTE;

/**
 * A bad network repeats one frame in 20, delays one in 10 and corrupts one in 50; a wrong clock is an hour
 * ahead and gains a minute a day. The same seed and `from` affect the same frames.
 */
export function createNetworkFaults(seed: number, from: Millis, isClockWrong: boolean): Behavior[] {
  // Live frames are processed one by one, so each needs its own seed.
  const frameSeed = (seed ^ (from / 1000)) >>> 0;
  return [
    ...(isClockWrong ? [shiftClock(CLOCK_OFFSET_MS, DRIFT_MS_PER_DAY)] : []),
    duplicateFrames(frameSeed, 0.05),
    reorderFrames(frameSeed + 1, 0.1, 6),
    corruptFrames(frameSeed + 2, 0.02),
  ];
}

/**
 * A clock that is `offsetMs` ahead (negative: behind) and gains `driftMsPerDay` from the first frame on.
 * Arrival times do not change; only `date_time` is wrong, in epoch seconds.
 */
export function shiftClock(offsetMs: number, driftMsPerDay = 0): Behavior {
  return function* (frames) {
    let firstAt: number | null = null;
    for (const frame of frames) {
      firstAt ??= frame.at;
      const drift = (driftMsPerDay * (frame.at - firstAt)) / 86_400_000;
      const wrongSeconds = Math.max(0, Math.round((frame.at + offsetMs + drift) / 1000));
      const payload: object = JSON.parse(frame.text);
      const text = JSON.stringify({ ...payload, date_time: wrongSeconds });
      yield { ...frame, at: millis(wrongSeconds * 1000), text };
    }
  };
}

/** Repeats frames with the given probability, as after a lost acknowledgment. */
export function duplicateFrames(seed: number, probability: number): Behavior {
  return function* (frames) {
    const random = createRandomStream(seed);
    for (const frame of frames) {
      yield frame;
      if (random() < probability) yield frame;
    }
  };
}

/** Delays frames with the given probability by up to `span` frames. None is lost. */
export function reorderFrames(seed: number, probability: number, span: number): Behavior {
  return function* (frames) {
    const random = createRandomStream(seed);
    let delayedFrames: { readonly frame: Frame; readonly after: number }[] = [];
    let count = 0;
    for (const frame of frames) {
      count++;
      if (random() < probability) {
        delayedFrames.push({ frame, after: count + 1 + Math.floor(random() * span) });
      } else {
        yield frame;
      }
      const dueFrames = delayedFrames.filter(({ after }) => after <= count);
      if (dueFrames.length > 0) delayedFrames = delayedFrames.filter(({ after }) => after > count);
      for (const delayedFrame of dueFrames) yield delayedFrame.frame;
    }
    for (const late of delayedFrames) yield late.frame;
  };
}
