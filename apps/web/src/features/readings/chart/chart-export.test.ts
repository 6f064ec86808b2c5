import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { formatTimestamp, wrapParts } from './chart-export.ts';

it("formats a record's day, or its time in the farm's time zone with the UTC offset", () => {
  // Late in the evening in Winnipeg, it is already the next day in UTC.
  const at = millis(Date.UTC(2026, 10, 22, 4, 30));
  const zone = 'America/Winnipeg';
  expect(formatTimestamp({ at, day: '2026-11-21' }, zone)).toBe('2026-11-21');
  expect(formatTimestamp({ at, day: null }, zone)).toBe('2026-11-21T22:30:00-06:00');
  expect(formatTimestamp({ at, day: null }, 'Mars/Olympus')).toBe('2026-11-22T04:30:00+00:00');
});

it('wraps the title of an image only between its parts', () => {
  const measureText = (text: string) => text.length;
  expect(wrapParts(['Home Yard', 'Home 6', 'Canola'], 20, measureText)).toEqual([
    'Home Yard · Home 6',
    'Canola',
  ]);
  expect(wrapParts(['A farm with a long name', 'Home 6'], 8, measureText)).toEqual([
    'A farm with a long name',
    'Home 6',
  ]);
});
