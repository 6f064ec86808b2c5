import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import { getLocalDayBounds, toLocalDay } from './local-day.ts';

const zones = [
  'UTC',
  'America/Winnipeg',
  'America/Regina',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/London',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
];

function parseTime(text: string): Millis {
  return millis(Temporal.Instant.from(text).epochMilliseconds);
}

function toTemporalDay(at: Millis, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

test.each([
  ['America/Winnipeg', '2026-01-15T05:59:59.999Z', '2026-01-14'],
  ['America/Winnipeg', '2026-01-15T06:00:00Z', '2026-01-15'],
  ['America/Winnipeg', '2026-07-15T04:59:59.999Z', '2026-07-14'],
  ['America/Winnipeg', '2026-07-15T05:00:00Z', '2026-07-15'],
  ['Asia/Kolkata', '2026-01-14T18:30:00Z', '2026-01-15'],
  ['UTC', '1969-12-31T23:59:59Z', '1969-12-31'],
])('in %s, %s falls on %s', (zone, text, day) => {
  expect(toLocalDay(parseTime(text), zone)).toBe(day);
});

test('days with a clock change end at local midnight', () => {
  expect(toLocalDay(parseTime('2026-03-29T23:00:00Z'), 'Europe/London')).toBe('2026-03-30');
  expect(toLocalDay(parseTime('2026-03-29T22:59:59Z'), 'Europe/London')).toBe('2026-03-29');
  expect(toLocalDay(parseTime('2026-10-25T23:59:59Z'), 'Europe/London')).toBe('2026-10-25');
});

test('a day that the zone skipped never occurs', () => {
  expect(toLocalDay(parseTime('2011-12-30T09:59:59Z'), 'Pacific/Apia')).toBe('2011-12-29');
  expect(toLocalDay(parseTime('2011-12-30T10:00:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
});

test('clocks set back across midnight repeat the previous day', () => {
  expect(toLocalDay(parseTime('2010-11-07T02:30:30Z'), 'America/St_Johns')).toBe('2010-11-07');
  expect(toLocalDay(parseTime('2010-11-07T02:31:00Z'), 'America/St_Johns')).toBe('2010-11-06');
  expect(toLocalDay(parseTime('2010-11-07T03:30:00Z'), 'America/St_Johns')).toBe('2010-11-07');
});

test('rejects an unknown zone', () => {
  expect(() => toLocalDay(millis(0), 'Mars/Olympus')).toThrow(RangeError);
});

test('agrees with Temporal at any time in any zone', () => {
  const zone = fc.constantFrom(...zones);
  const at = fc.integer({ min: -HOUR, max: 2 ** 41 }).map(millis);
  fc.assert(
    fc.property(zone, at, (name, time) => {
      expect(toLocalDay(time, name)).toBe(toTemporalDay(time, name));
    }),
    { numRuns: 500 },
  );
});

test('agrees with Temporal around every clock change', () => {
  const zone = fc.constantFrom(...zones);
  const anyStart = fc.integer({ min: 0, max: 20_000 }).map((day) => day * DAY);
  const anyOffset = fc.integer({ min: -2 * HOUR, max: 26 * HOUR });
  fc.assert(
    fc.property(
      zone,
      anyStart,
      anyOffset,
      fc.integer({ min: -2, max: 2 }),
      (name, start, offset, minute) => {
        const change = Temporal.Instant.fromEpochMilliseconds(start)
          .toZonedDateTimeISO(name)
          .getTimeZoneTransition('next');
        fc.pre(change !== null);
        for (const distance of [0, -1, minute * MINUTE, offset]) {
          const at = millis((change?.epochMilliseconds ?? 0) + distance);
          expect(toLocalDay(at, name)).toBe(toTemporalDay(at, name));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('returns the start and end of a day of any length', () => {
  const bounds = (day: string, zone: string) => {
    const { from, to } = getLocalDayBounds(day, zone);
    return [new Date(from).toISOString(), (to - from) / HOUR];
  };
  expect(bounds('2026-03-29', 'Europe/Berlin')).toEqual(['2026-03-28T23:00:00.000Z', 23]);
  expect(bounds('2026-10-25', 'Europe/Berlin')).toEqual(['2026-10-24T22:00:00.000Z', 25]);
  expect(bounds('2026-07-01', 'America/Winnipeg')).toEqual(['2026-07-01T05:00:00.000Z', 24]);
  expect(() => getLocalDayBounds('2026-07-01', 'Mars')).toThrow(RangeError);
});
