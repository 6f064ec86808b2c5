import { describe, expect, it } from 'vitest';
import { isTimeZone, proposeTimeZone } from './time-zones.ts';

it.each(['America/Winnipeg', 'UTC', 'Australia/Lord_Howe'])('accepts the time zone %s', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each(['', '+05:00', 'Mars/Olympus_Mons'])('does not accept "%s" as a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

describe('the time zone proposed for a new farm', () => {
  it.each([
    ['America/Regina', 'America/Winnipeg', 'America/Regina', 'location'],
    [null, 'America/Winnipeg', 'America/Winnipeg', 'owner'],
    ['Etc/GMT+3', 'America/Winnipeg', 'America/Winnipeg', 'owner'],
    ['Mars/Olympus_Mons', 'America/Winnipeg', 'America/Winnipeg', 'owner'],
    [null, '', 'UTC', 'default'],
    [null, 'Mars/Olympus_Mons', 'UTC', 'default'],
  ] as const)('at %j for an owner in %j is %s: %s', (location, owner, timezone, source) => {
    expect(proposeTimeZone(location, owner)).toEqual({ timezone, source });
  });
});
