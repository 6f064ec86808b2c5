import { randomStream } from '../board/random.ts';
import type { Frame } from '../frame.ts';
import type { Behaviour } from './behaviour.ts';

/**
 * Each frame is held back with the given probability and comes after up to `span` later ones.
 * None is lost.
 */
export function reordering(seed: number, probability: number, span: number): Behaviour {
  return function* (frames) {
    const random = randomStream(seed);
    let held: { readonly frame: Frame; readonly after: number }[] = [];
    let count = 0;
    for (const frame of frames) {
      count++;
      if (random() < probability) {
        held.push({ frame, after: count + 1 + Math.floor(random() * span) });
      } else {
        yield frame;
      }
      const due = held.filter(({ after }) => after <= count);
      if (due.length > 0) held = held.filter(({ after }) => after > count);
      for (const late of due) yield late.frame;
    }
    for (const late of held) yield late.frame;
  };
}
