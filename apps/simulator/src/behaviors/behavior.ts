import type { Frame } from '../frame.ts';

/** Changes a board's frames as a faulty sensor, clock or network would. */
export type Behavior = (frames: Iterable<Frame>) => Iterable<Frame>;

/** Applies the behaviors to the frames, one after another. */
export function applyBehaviors(
  behaviors: readonly Behavior[],
  frames: Iterable<Frame>,
): Iterable<Frame> {
  return behaviors.reduce((current, behavior) => behavior(current), frames);
}
