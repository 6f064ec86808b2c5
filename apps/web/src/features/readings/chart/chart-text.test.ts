import { DAY, HOUR, millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFormats } from '../../../lib/format.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import {
  type ChartContext,
  formatAlert,
  formatLimit,
  formatNotes,
  formatReadout,
  formatRecordTime,
  formatSeries,
  formatSummary,
  formatTimeTick,
  formatValue,
} from './chart-text.ts';

/** Returns a time in Regina, which has no daylight saving time. */
const timeInRegina = (month: number, day: number, hour: number) =>
  millis(Date.UTC(2026, month - 1, day, hour + 6, 5));

const inRegina = (locale: string) => ({
  format: makeFormats(locale, 'America/Regina'),
  timeZone: 'America/Regina',
});

describe("a record's time", () => {
  it.each([
    [1, 0, '1st Mar 12:05 am'],
    [2, 9, '2nd Mar 09:05 am'],
    [3, 12, '3rd Mar 12:05 pm'],
    [11, 14, '11th Mar 02:05 pm'],
    [12, 23, '12th Mar 11:05 pm'],
    [22, 14, '22nd Mar 02:05 pm'],
    [23, 14, '23rd Mar 02:05 pm'],
    [31, 14, '31st Mar 02:05 pm'],
  ])('on March %i at hour %i reads %s', (day, hour, text) => {
    expect(formatRecordTime({ at: timeInRegina(3, day, hour), day: null }, inRegina('en-US'))).toBe(
      text,
    );
    expect(formatRecordTime({ at: timeInRegina(3, day, hour), day: null }, inRegina('en-GB'))).toBe(
      text,
    );
  });

  it("uses the locale's own format in other languages", () => {
    expect(formatRecordTime({ at: timeInRegina(3, 12, 14), day: null }, inRegina('de-DE'))).toBe(
      '12. März, 14:05',
    );
  });

  it('is the farm day for a daily record, in any time zone', () => {
    const record = { at: timeInRegina(3, 13, 1), day: '2026-03-12' };
    expect(formatRecordTime(record, inRegina('en-US'))).toBe('Thu, Mar 12, 2026');
  });
});

describe('a tick on the time axis', () => {
  it('shows what differs from its neighbors', () => {
    expect(formatTimeTick(timeInRegina(3, 12, 14), 3 * HOUR, inRegina('de-DE'))).toBe('14:05');
    expect(formatTimeTick(timeInRegina(3, 12, 14), DAY, inRegina('de-DE'))).toBe('12. März');
    expect(formatTimeTick(timeInRegina(3, 12, 14), 15 * DAY, inRegina('de-DE'))).toBe('12. März');
    expect(formatTimeTick(timeInRegina(3, 12, 14), 30 * DAY, inRegina('de-DE'))).toBe('März 2026');
  });

  it("shows the day at midnight in the farm's time zone", () => {
    const midnight = Date.UTC(2026, 2, 12, 6);
    expect(formatTimeTick(midnight, 12 * HOUR, inRegina('de-DE'))).toBe('12. März');
    expect(formatTimeTick(midnight + 12 * HOUR, 12 * HOUR, inRegina('de-DE'))).toBe('12:00');
  });
});

it('formats a record with its time and every value', () => {
  const rows = [
    { label: 'Max temperature', value: '24.5\u00a0°C' },
    { label: 'Outside', value: '–' },
  ];
  expect(formatReadout('12th Mar 02:05 pm', rows)).toBe(
    '12th Mar 02:05 pm: Max temperature 24.5\u00a0°C, Outside –',
  );
});

describe('chart texts', () => {
  let context: ChartContext;
  beforeAll(async () => {
    const instance = createInstance();
    const resources = { en: { translation: en } };
    await instance.init({ lng: 'en', resources, interpolation: { escapeValue: false } });
    context = { t: instance.t, temperatureUnit: 'f', ...inRegina('en') };
  });

  it('say how many days are done while values under grain are being calculated', () => {
    const readyDay = { maxTemperatures: [20], grainMaxTemperatures: [18] };
    const waitingDay = { maxTemperatures: [20], grainMaxTemperatures: [] };
    const emptyDay = { maxTemperatures: [], grainMaxTemperatures: [] };
    expect(formatNotes([], [readyDay, emptyDay], context)).toEqual([]);
    expect(formatNotes([], [readyDay, waitingDay, waitingDay], context)).toEqual([
      'Calculating values for sensors under grain: 1 of 3 days done.',
    ]);
  });

  it('show limits and alerts in °F with up to one decimal place, and measured values in whole degrees', () => {
    expect(formatLimit({ value: 82.4, crops: [] }, 'temperature', context)).toBe(
      'Limit 82.4\u00a0°F',
    );
    expect(formatAlert(86, 'temperature', context)).toBe('Alert 86\u00a0°F');
    expect(formatAlert(84.992, 'temperature', context)).toBe('Alert 85\u00a0°F');
    expect(formatValue(82.4, 'temperature', context)).toBe('82\u00a0°F');
  });

  it('name one day once in the summary, and the first and last of several days', () => {
    const toRecord = (day: number) => ({ at: timeInRegina(3, day, 12), day: `2026-03-0${day}` });
    expect(formatSummary([toRecord(1)], 'day', context)).toBe(
      'Daily values, 1 day, Sun, Mar 1, 2026.',
    );
    expect(formatSummary([toRecord(1), toRecord(8)], 'week', context)).toBe(
      'Weekly values, 2 weeks, Sun, Mar 1, 2026 to Sun, Mar 8, 2026.',
    );
    const readings = [9, 14].map((hour) => ({ at: timeInRegina(3, 1, hour), day: null }));
    expect(formatSummary(readings, 'reading', context)).toBe('2 readings, Sun, March 1, 2026.');
    expect(formatSummary([], 'reading', context)).toBe('No readings in this time range');
  });

  it('name the crops of a limit that not all cables share', () => {
    expect(formatLimit({ value: 10, crops: ['Wheat', 'Corn', null] }, 'percent', context)).toBe(
      'Limit 10\u00a0% (Wheat, Corn, and No crop set)',
    );
  });

  it('name all cables by the values shown, and one cable by its name or number', () => {
    const bin = {
      cables: [
        { cable: 1, name: '', crop: null },
        { cable: 2, name: 'North', crop: null },
      ],
    };
    expect(formatSeries('all', bin, false, context)).toBe('All cables: max temp. and moisture');
    expect(formatSeries('all', bin, true, context)).toBe('All cables: max temp. and humidity');
    expect(formatSeries('cable-1', bin, true, context)).toBe('Cable 1');
    expect(formatSeries('cable-2', bin, true, context)).toBe('North');
  });
});
