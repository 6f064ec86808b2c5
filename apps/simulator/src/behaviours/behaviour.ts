import type { Frame } from '../frame.ts';

/** Changes a board's frames as a faulty sensor, clock or network does. */
export type Behaviour = (frames: Iterable<Frame>) => Iterable<Frame>;

/** The frames after each behaviour in turn. */
export function applyBehaviours(
  behaviours: readonly Behaviour[],
  frames: Iterable<Frame>,
): Iterable<Frame> {
  return behaviours.reduce((rest, behaviour) => behaviour(rest), frames);
}
