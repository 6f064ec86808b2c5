import { randomStream } from '../board/random.ts';
import type { Behaviour } from './behaviour.ts';

/** Repeats frames with the given probability, as after a lost acknowledgment. */
export function repeats(seed: number, probability: number): Behaviour {
  return function* (frames) {
    const random = randomStream(seed);
    for (const frame of frames) {
      yield frame;
      if (random() < probability) yield frame;
    }
  };
}
