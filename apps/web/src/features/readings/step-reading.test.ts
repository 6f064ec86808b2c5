import { millis } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleReading } from '../../bin-data/reading.fixture.ts';
import { type ReadingSource, stepReading } from './step-reading.ts';

/** A bin's readings by time, newest last, which keep arriving during the test. */
class Bin implements ReadingSource {
  readonly times: number[];
  readonly #arrivals: boolean[];

  constructor(times: number[], arrivals: boolean[] = []) {
    this.times = times;
    this.#arrivals = arrivals;
  }

  readonly byPage = async (pageNo: number) => {
    const found = this.#at(this.times.length - 1 - pageNo);
    this.#maybeArrives();
    return found;
  };

  readonly atOrBefore = async (at: number) => {
    const found = this.#at(this.times.findLastIndex((time) => time <= at));
    this.#maybeArrives();
    return found;
  };

  #at(index: number) {
    const at = this.times[index];
    if (at === undefined) return null;
    return exampleReading({ at: millis(at), pageNo: this.times.length - 1 - index });
  }

  #maybeArrives() {
    if (this.#arrivals.shift() === true) this.times.push((this.times.at(-1) ?? 0) + 1);
  }
}

describe('stepping from a reading to its neighbor', () => {
  it('finds the older and the newer one', async () => {
    const bin = new Bin([1, 2, 3]);
    expect((await stepReading({ at: millis(2), pageNo: 1 }, 'older', bin))?.at).toBe(1);
    expect((await stepReading({ at: millis(2), pageNo: 1 }, 'newer', bin))?.at).toBe(3);
  });

  it('finds none past the oldest and the latest', async () => {
    const bin = new Bin([1, 2, 3]);
    expect(await stepReading({ at: millis(1), pageNo: 2 }, 'older', bin)).toBe(null);
    expect(await stepReading({ at: millis(3), pageNo: 0 }, 'newer', bin)).toBe(null);
  });

  it('continues from the shown reading, though newer ones have arrived', async () => {
    const bin = new Bin([1, 2, 3, 4, 5]);
    expect((await stepReading({ at: millis(3), pageNo: 0 }, 'older', bin))?.at).toBe(2);
    expect((await stepReading({ at: millis(3), pageNo: 0 }, 'newer', bin))?.at).toBe(4);
  });

  it('neither skips nor repeats a reading, whenever new ones arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.nat(8),
        fc.array(fc.boolean(), { maxLength: 4 }),
        fc.constantFrom('older' as const, 'newer' as const),
        async (index, newSinceShown, arrivals, direction) => {
          const times = [1, 2, 3, 4, 5, 6, 7];
          const pageNo = times.length - 1 - index;
          for (let i = 0; i < newSinceShown; i++) times.push(times.length + 1);
          const bin = new Bin(times, arrivals);
          const shown = { at: millis(index + 1), pageNo };
          const found = await stepReading(shown, direction, bin);
          const expected = direction === 'older' ? shown.at - 1 : shown.at + 1;
          // A reading after the last request may be missed: it arrives live.
          const known = bin.times.includes(expected) ? [expected, null] : [null];
          expect(known).toContain(found === null ? null : found.at);
          if (expected <= 7 + newSinceShown) expect(found?.at).toBe(expected);
        },
      ),
    );
  });
});
