import type { Frame } from '../frame.ts';

/** A way a board, its clock or its line changes the frames that should have come. */
export type Behaviour = (frames: Iterable<Frame>) => Iterable<Frame>;

/** The frames after each behaviour in turn. */
export function applyBehaviours(
  behaviours: readonly Behaviour[],
  frames: Iterable<Frame>,
): Iterable<Frame> {
  return behaviours.reduce((rest, behaviour) => behaviour(rest), frames);
}
