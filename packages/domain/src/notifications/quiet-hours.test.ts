import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, millis } from '../units.ts';
import { findQuietEnd } from './quiet-hours.ts';

const parseTime = (text: string) => millis(Date.parse(text));
const night = { from: '22:00', until: '06:30', timeZone: 'America/Winnipeg' };

describe('quiet hours', () => {
  it.each([
    ['2026-11-24T21:59:59-06:00', null],
    ['2026-11-24T22:00:00-06:00', '2026-11-25T06:30:00-06:00'],
    ['2026-11-25T00:10:00-06:00', '2026-11-25T06:30:00-06:00'],
    ['2026-11-25T06:29:59-06:00', '2026-11-25T06:30:00-06:00'],
    ['2026-11-25T06:30:00-06:00', null],
    // The clocks change on these nights.
    ['2026-03-07T23:00:00-06:00', '2026-03-08T06:30:00-05:00'],
    ['2026-10-31T23:00:00-05:00', '2026-11-01T06:30:00-06:00'],
  ])('overnight at %s end at %s', (now, end) => {
    expect(findQuietEnd(night, parseTime(now))).toBe(end === null ? null : parseTime(end));
  });

  it('may start and end on the same day', () => {
    const noon = { from: '12:00', until: '13:00', timeZone: 'Europe/Berlin' };
    expect(findQuietEnd(noon, parseTime('2026-07-01T12:30:00+02:00'))).toBe(
      parseTime('2026-07-01T13:00:00+02:00'),
    );
    expect(findQuietEnd(noon, parseTime('2026-07-01T13:00:00+02:00'))).toBeNull();
  });

  it('do not apply if a time is missing or both are the same', () => {
    const now = parseTime('2026-11-25T00:00:00Z');
    for (const times of [{ from: '' }, { until: '' }, { from: '06:30' }]) {
      expect(findQuietEnd({ ...night, ...times }, now)).toBeNull();
    }
  });

  it('end after now, within 25 hours, for any times around a clock change', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const days = fc.constantFrom('2026-03-07T00:00:00Z', '2026-10-31T00:00:00Z');
    const offset = fc.integer({ min: 0, max: 3 * DAY });
    fc.assert(
      fc.property(time, time, days, offset, (from, until, day, ms) => {
        const now = millis(parseTime(day) + ms);
        const end = findQuietEnd({ from, until, timeZone: 'America/Winnipeg' }, now);
        if (end === null) return;
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual(DAY + HOUR);
      }),
    );
  });
});
