import type { Frame } from '../frame.ts';

/** Changes a board's frames as a faulty sensor, clock or network does. */
export type Behavior = (frames: Iterable<Frame>) => Iterable<Frame>;

/** The frames after each behavior in turn. */
export function applyBehaviors(
  behaviors: readonly Behavior[],
  frames: Iterable<Frame>,
): Iterable<Frame> {
  return behaviors.reduce((rest, behavior) => behavior(rest), frames);
}
