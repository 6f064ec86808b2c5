import { createRandomStream } from '../board/random.ts';
import type { Frame } from '../frame.ts';
import type { Behavior } from './behavior.ts';

const NESTING_DEPTH = 10_000;

/**
 * Makes frames malformed with the given probability: cut short, with a changed character, with a
 * value of the wrong type, with unclosed brackets, or not JSON at all.
 */
export function corruptFrames(seed: number, probability: number): Behavior {
  return function* (frames) {
    const random = createRandomStream(seed);
    for (const frame of frames) {
      yield random() < probability ? { ...frame, text: makeMalformed(frame, random) } : frame;
    }
  };
}

function makeMalformed({ text }: Frame, random: () => number): string {
  const index = Math.floor(random() * text.length);
  switch (Math.floor(random() * 5)) {
    case 0:
      return text.slice(0, index);
    case 1:
      return `${text.slice(0, index)}${String.fromCharCode(1 + Math.floor(random() * 126))}${text.slice(index + 1)}`;
    case 2:
      return text.replace(/"bin_number":\d+/, '"bin_number":"three"');
    case 3:
      return '['.repeat(NESTING_DEPTH);
    default:
      return Array.from({ length: 64 }, () => String.fromCharCode(Math.floor(random() * 256))).join(
        '',
      );
  }
}
