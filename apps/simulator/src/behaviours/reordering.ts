import { randomStream } from '../board/random.ts';
import type { Frame } from '../frame.ts';
import type { Behaviour } from './behaviour.ts';

/** Delays frames with the given probability by up to `span` later ones. None is lost. */
export function reordering(seed: number, probability: number, span: number): Behaviour {
  return function* (frames) {
    const random = randomStream(seed);
    let delayed: { readonly frame: Frame; readonly after: number }[] = [];
    let count = 0;
    for (const frame of frames) {
      count++;
      if (random() < probability) {
        delayed.push({ frame, after: count + 1 + Math.floor(random() * span) });
      } else {
        yield frame;
      }
      const due = delayed.filter(({ after }) => after <= count);
      if (due.length > 0) delayed = delayed.filter(({ after }) => after > count);
      for (const late of due) yield late.frame;
    }
    for (const late of delayed) yield late.frame;
  };
}
