import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { millis } from '../units.ts';
import { formatLocalTime } from './local-time.ts';

const formatTime = (text: string, zone: string) =>
  formatLocalTime(millis(Temporal.Instant.from(text).epochMilliseconds), zone);

test.each([
  ['America/Winnipeg', '2025-11-23T11:10:00Z', '2025-11-23T05:10:00-06:00'],
  ['America/Winnipeg', '2025-07-15T04:59:59.007Z', '2025-07-14T23:59:59.007-05:00'],
  ['America/St_Johns', '2026-01-15T03:29:00Z', '2026-01-14T23:59:00-03:30'],
  ['Asia/Kathmandu', '2026-01-14T18:15:00Z', '2026-01-15T00:00:00+05:45'],
  ['UTC', '2026-01-15T00:00:00Z', '2026-01-15T00:00:00+00:00'],
  ['Mars/Olympus', '2026-01-15T00:00:00Z', '2026-01-15T00:00:00+00:00'],
])('in %s, %s is formatted as %s', (zone, text, written) => {
  expect(formatTime(text, zone)).toBe(written);
});

test('the hour that repeats when the clocks go back is formatted with two offsets', () => {
  const zone = 'America/Winnipeg';
  expect(formatTime('2025-11-02T06:30:00Z', zone)).toBe('2025-11-02T01:30:00-05:00');
  expect(formatTime('2025-11-02T07:30:00Z', zone)).toBe('2025-11-02T01:30:00-06:00');
});

test('a formatted time matches the instant and the local time from Temporal', () => {
  const at = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2050, 0, 1) });
  const zone = fc.constantFrom(
    'UTC',
    'America/Winnipeg',
    'America/St_Johns',
    'Europe/London',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
  );
  fc.assert(
    fc.property(at, zone, (ms, timeZone) => {
      const formatted = formatLocalTime(millis(ms), timeZone);
      expect(Date.parse(formatted)).toBe(ms);
      const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
      expect(Temporal.PlainDateTime.from(formatted).equals(local.toPlainDateTime())).toBe(true);
    }),
  );
});
