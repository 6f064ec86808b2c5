import { DAY, HOUR, MINUTE, millis, SECOND } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { makeFormats } from './format.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 22));
const en = makeFormats('en-GB', 'UTC');
const de = makeFormats('de', 'UTC');

describe('number formatting', () => {
  it('shows one decimal in °C and whole degrees in °F', () => {
    expect(en.temperature(31.44, 'c')).toBe('31.4\u00a0°C');
    expect(en.temperature(31.4, 'f')).toBe('89\u00a0°F');
    expect(de.temperature(31.44, 'c')).toBe('31,4\u00a0°C');
  });

  it('shows a limit with one decimal in both units, without a trailing .0', () => {
    expect(en.limit(28, 'c')).toBe('28\u00a0°C');
    expect(en.limit(20.5, 'c')).toBe('20.5\u00a0°C');
    expect(en.limit(28, 'f')).toBe('82.4\u00a0°F');
    expect(de.limit(28, 'f')).toBe('82,4\u00a0°F');
    expect(en.limit(30, 'f')).toBe('86\u00a0°F');
    // 85 °F, stored to 0.01 °C.
    expect(en.limit(29.44, 'f')).toBe('85\u00a0°F');
  });

  it('converts a change or difference to °F without the 32° offset, and shows a sign only for a change', () => {
    expect(en.change(6.2, 'c')).toBe('+6.2°');
    expect(en.change(-1.4, 'c')).toBe('\u22121.4°');
    expect(en.change(5, 'f')).toBe('+9°');
    expect(en.difference(-11.3, 'c')).toBe('11.3°');
  });

  it('does not show a sign for a change that rounds to 0', () => {
    expect(en.change(0.04, 'c')).toBe('0.0°');
    expect(en.change(-0.04, 'c')).toBe('0.0°');
  });

  it('groups large numbers as the locale does', () => {
    expect(en.number(11_013)).toBe('11,013');
    expect(de.number(11_013)).toBe('11.013');
  });
});

describe('time formatting', () => {
  it('shortens a time depending on its age', () => {
    expect(en.since(millis(now - HOUR), now)).toBe('13:22');
    expect(en.since(millis(now - DAY), now)).toBe('Tue 14:22');
    expect(en.since(millis(now - 20 * DAY), now)).toMatch(/^Thu,? 24 Sept$/);
    expect(en.since(millis(now - 400 * DAY), now)).toBe('9 Sept 2025');
  });

  it('shows an age in the largest useful unit', () => {
    expect(en.ago(millis(now - 2.9 * MINUTE), now)).toBe('2 min ago');
    expect(en.ago(millis(now - 26 * HOUR), now)).toBe('26 hr ago');
    expect(en.ago(millis(now - 3 * DAY), now)).toBe('3 days ago');
  });

  it.each([
    ['en-US', '1 hr 59 min', '2 days 23 hr'],
    ['de', '1 Std. 59 Min.', '2 Tg. 23 Std.'],
  ])('shows a duration of an hour or more in two units: %s', (locale, hours, days) => {
    const { duration } = makeFormats(locale);
    expect(duration(HOUR + 59 * MINUTE + 59 * SECOND)).toBe(hours);
    expect(duration(2 * DAY + 23 * HOUR + 59 * MINUTE)).toBe(days);
  });

  it('shows an elapsed time in all units that are not 0', () => {
    const { elapsed } = makeFormats('en-US');
    const times = [59 * MINUTE, HOUR, DAY + MINUTE, DAY + 2 * HOUR + 3 * MINUTE];
    expect(times.map(elapsed)).toEqual(['59 min', '1 hr', '1 day 1 min', '1 day 2 hr 3 min']);
  });

  it('shows a duration in one unit if it is under an hour or its smaller unit is 0', () => {
    const { duration } = makeFormats('en-US');
    const times = [0, 59 * SECOND, 59 * MINUTE + 59 * SECOND, 2 * HOUR, DAY + 3 * MINUTE];
    expect(times.map(duration)).toEqual(['0 sec', '59 sec', '59 min', '2 hr', '1 day']);
  });

  it.each([
    ['de', 'vor 3 Tagen', '24. Sept.'],
    ['es', 'hace 3 d', '24 sept'],
    ['it', '3 gg fa', '24 set'],
    ['ru', '3 дн. назад', '24 сент.'],
  ])('formats ages and dates in the language of the locale: %s', (locale, ago, date) => {
    const format = makeFormats(locale, 'UTC');
    expect(format.ago(millis(now - 3 * DAY), now)).toBe(ago);
    expect(format.since(millis(now - 20 * DAY), now)).toContain(date);
  });

  it('treats a reading slightly in the future as taken now', () => {
    expect(en.ago(millis(now + 5 * MINUTE), now)).toBe('now');
  });

  it('shows a calendar day unchanged in every time zone', () => {
    const auckland = makeFormats('en-GB', 'Pacific/Auckland');
    expect(auckland.day('2026-10-12', now)).toMatch(/^Mon,? 12 Oct$/);
    expect(auckland.day('2025-10-12', now)).toMatch(/^Sun,? 12 Oct 2025$/);
  });

  it('shows the year only if it is not the current year', () => {
    expect(en.dateTime(now, now)).toMatch(/^Wed,? 14 Oct, 14:22$/);
    expect(en.dateTime(millis(now - 365 * DAY), now)).toMatch(/^Tue,? 14 Oct 2025, 14:22$/);
  });
});
