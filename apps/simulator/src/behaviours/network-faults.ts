import { HOUR, MINUTE, type Millis } from '@granary/domain/units';
import type { Behaviour } from './behaviour.ts';
import { clockError } from './clock-error.ts';
import { malformedFrames } from './malformed-frames.ts';
import { reordering } from './reordering.ts';
import { repeats } from './repeats.ts';

/** More than readers accept as it is. */
const CLOCK_OFFSET_MS = HOUR;
const DRIFT_MS_PER_DAY = MINUTE;

/**
 * A bad network repeats one frame of 20, delays one of 10 and corrupts one of 50; a wrong clock is an
 * hour ahead and gains a minute a day. The same seed and first instant affect the same frames.
 */
export function networkFaults(seed: number, from: Millis, isClockWrong: boolean): Behaviour[] {
  // Live frames arrive one by one, each with its own seed.
  const frameSeed = (seed ^ (from / 1000)) >>> 0;
  return [
    ...(isClockWrong ? [clockError(CLOCK_OFFSET_MS, DRIFT_MS_PER_DAY)] : []),
    repeats(frameSeed, 0.05),
    reordering(frameSeed + 1, 0.1, 6),
    malformedFrames(frameSeed + 2, 0.02),
  ];
}
