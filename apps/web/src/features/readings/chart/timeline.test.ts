import { HOUR, MINUTE, millis } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignValues, buildTimeline, findIsolatedPositions, getMaxInterval } from './timeline.ts';

describe('gaps', () => {
  it('are added only between records that are too far apart', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 6 * HOUR }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3 * HOUR }), (lengths, maxGap) => {
        let at = 0;
        const times = lengths.map((length) => millis((at += length)));
        const values = times.map((_, index) => index);
        const recordTimes = times.map((time) => ({ at: time, day: null }));
        const timeline = buildTimeline(recordTimes, maxGap);
        const { times: timelineTimes, recordIndexes, positions } = timeline;
        const column = alignValues(timeline, values);
        expect(timelineTimes.toSorted((a, b) => a - b)).toEqual(timelineTimes);
        expect(column.filter((value) => value !== null)).toEqual(values);
        expect(column).toEqual(recordIndexes);
        expect(positions.map((position) => timelineTimes[position])).toEqual(times);
        const gaps = lengths.slice(1).filter((length) => length > maxGap).length;
        expect(timelineTimes.length).toBe(times.length + gaps);
      }),
    );
  });

  it('start after two usual intervals without a record, but never after less than an hour', () => {
    expect(getMaxInterval({ usualIntervalS: 10 })).toBe(HOUR);
    expect(getMaxInterval({ usualIntervalS: 45 * 60 })).toBe(90 * MINUTE);
    expect(getMaxInterval({ usualIntervalS: 4 * 3600 })).toBe(8 * HOUR);
  });

  it.each([
    ['consecutive days, 47 hours apart', '2026-03-01T00:30Z', '2026-03-02T23:30Z', '2026-03-02', 2],
    ['one day missing, 25 hours apart', '2026-03-01T23:30Z', '2026-03-03T00:30Z', '2026-03-03', 3],
  ])(
    'are found between daily records by date, not by elapsed time: %s',
    (_, first, second, day, timeCount) => {
      const recordTimes = [
        { at: millis(Date.parse(first)), day: '2026-03-01' },
        { at: millis(Date.parse(second)), day },
      ];
      expect(buildTimeline(recordTimes, HOUR).times).toHaveLength(timeCount);
    },
  );
});

describe('values without neighbors', () => {
  it.each([
    ['one value', [5], [0]],
    ['none', [null, null], []],
    ['neighbors', [1, 2, null, 3, 4], []],
    ['one before, between and after gaps', [1, null, 2, null, null, 3], [0, 2, 5]],
  ])('are found: %s', (_, column, isolated) => {
    expect(findIsolatedPositions(column)).toEqual(isolated);
  });
});
