import { expect, it } from 'vitest';
import { isTimeZone, knownZone } from './time-zones.ts';

it.each(['America/Winnipeg', 'UTC', 'Australia/Lord_Howe'])('accepts the time zone %s', (name) => {
  expect(isTimeZone(name)).toBe(true);
  expect(knownZone(name)).toBe(name);
});

it.each(['', '+05:00', 'Mars/Olympus_Mons'])('does not accept "%s" as a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

it('uses UTC for a time zone that this machine does not know', () => {
  expect(knownZone('Mars/Olympus_Mons')).toBe('UTC');
});
