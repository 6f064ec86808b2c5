import { randomStream } from '../board/random.ts';
import type { Behaviour } from './behaviour.ts';

/** Each frame comes again at once with the given probability, as after a lost acknowledgement. */
export function repeats(seed: number, probability: number): Behaviour {
  return function* (frames) {
    const random = randomStream(seed);
    for (const frame of frames) {
      yield frame;
      if (random() < probability) yield frame;
    }
  };
}
