import { DAY, type Millis, millis } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { type ReadingSource, stepDay, stepReading } from './step-reading.ts';

/** A bin's readings in chronological order; a new one can arrive after each request. */
class FakeReadings implements ReadingSource {
  readonly times: number[];
  readonly #arrivals: boolean[];

  constructor(times: number[], arrivals: boolean[] = []) {
    this.times = times;
    this.#arrivals = arrivals;
  }

  readonly loadByPage = async (pageNo: number) => {
    const found = this.#at(this.times.length - 1 - pageNo);
    this.addNextArrival();
    return found;
  };

  readonly loadAtOrBefore = async (at: number) => {
    const found = this.#at(this.times.findLastIndex((time) => time <= at));
    this.addNextArrival();
    return found;
  };

  #at(index: number) {
    const at = this.times[index];
    if (at === undefined) return null;
    return makeExampleReading({ at: millis(at), pageNo: this.times.length - 1 - index });
  }

  addNextArrival() {
    if (this.#arrivals.shift() === true) this.times.push((this.times.at(-1) ?? 0) + 1);
  }
}

describe('stepping from a reading to its neighbor', () => {
  it('finds the older and the newer reading', async () => {
    const bin = new FakeReadings([1, 2, 3]);
    expect((await stepReading({ at: millis(2), pageNo: 1 }, 'older', bin))?.at).toBe(1);
    expect((await stepReading({ at: millis(2), pageNo: 1 }, 'newer', bin))?.at).toBe(3);
  });

  it('finds no reading before the oldest or after the latest', async () => {
    const bin = new FakeReadings([1, 2, 3]);
    expect(await stepReading({ at: millis(1), pageNo: 2 }, 'older', bin)).toBe(null);
    expect(await stepReading({ at: millis(3), pageNo: 0 }, 'newer', bin)).toBe(null);
  });

  it('continues from the displayed reading, even if newer ones have arrived', async () => {
    const bin = new FakeReadings([1, 2, 3, 4, 5]);
    expect((await stepReading({ at: millis(3), pageNo: 0 }, 'older', bin))?.at).toBe(2);
    expect((await stepReading({ at: millis(3), pageNo: 0 }, 'newer', bin))?.at).toBe(4);
  });

  it('never skips or repeats a reading, no matter when new ones arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.nat(8),
        fc.array(fc.boolean(), { maxLength: 4 }),
        fc.constantFrom('older' as const, 'newer' as const),
        async (index, newerCount, arrivals, direction) => {
          const times = [1, 2, 3, 4, 5, 6, 7];
          const pageNo = times.length - 1 - index;
          for (let i = 0; i < newerCount; i++) times.push(times.length + 1);
          const bin = new FakeReadings(times, arrivals);
          const shown = { at: millis(index + 1), pageNo };
          const found = await stepReading(shown, direction, bin);
          const expected = direction === 'older' ? shown.at - 1 : shown.at + 1;
          // A reading that arrives after the last request can be missed, because the live connection delivers
          // it.
          const allowed = bin.times.includes(expected) ? [expected, null] : [null];
          expect(allowed).toContain(found === null ? null : found.at);
          if (expected <= 7 + newerCount) expect(found?.at).toBe(expected);
        },
      ),
    );
  });
});

describe('a step by day or week', () => {
  const at = (day: number, hour = 12) => millis(Date.UTC(2026, 9, day, hour));
  const times = [at(1, 10), at(7), at(8, 11), at(9), at(14, 20)];
  /** Finds readings as the server does: at most a day older than the requested time. */
  const source: ReadingSource = {
    loadByPage: async (pageNo) => {
      const time = times[times.length - 1 - pageNo];
      return time === undefined ? null : makeExampleReading({ at: time, pageNo });
    },
    loadAtOrBefore: async (requestedAt) => {
      const index = times.findLastIndex(
        (readingAt) => readingAt <= requestedAt && readingAt > requestedAt - DAY,
      );
      const [time, pageNo] = [times[index], times.length - 1 - index];
      return time === undefined ? null : makeExampleReading({ at: time, pageNo });
    },
  };
  const step = async (from: Millis, ...args: ['older' | 'newer', 'day' | 'week']) => {
    const pageNo = times.length - 1 - times.indexOf(from);
    return (await stepDay({ at: from, pageNo }, ...args, source))?.at ?? null;
  };

  it('goes to the newest reading in the 24 hours up to the same time on the target day', async () => {
    expect(await step(at(9), 'older', 'day')).toBe(at(8, 11));
    expect(await step(at(8, 11), 'older', 'week')).toBe(at(1, 10));
    expect(await step(at(1, 10), 'newer', 'week')).toBe(at(7));
  });

  it('goes to the next reading in that direction if there is a gap', async () => {
    expect(await step(at(7), 'older', 'day')).toBe(at(1, 10));
    expect(await step(at(8, 11), 'newer', 'day')).toBe(at(9));
    expect(await step(at(9), 'newer', 'day')).toBe(at(14, 20));
  });

  it('stops at the latest and the oldest reading', async () => {
    expect(await step(at(9), 'newer', 'week')).toBe(at(14, 20));
    expect(await step(at(14, 20), 'newer', 'day')).toBeNull();
    expect(await step(at(1, 10), 'older', 'week')).toBeNull();
  });
});
