import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { groupRunsByWeekday } from './group-runs-by-weekday.ts';

const parseTime = (text: string) => millis(Date.parse(text));
const run = (from: string, to: string | null) => ({
  from: parseTime(from),
  to: to === null ? null : parseTime(to),
});

/** Wednesday, 9:20 AM in Winnipeg. */
const NOW = parseTime('2026-10-14T14:20:00Z');

it("places runs on the days of this week in the farm's local time", () => {
  const runs = [
    run('2026-10-14T14:00:00Z', null),
    // From Monday 10 PM to Tuesday 2 AM.
    run('2026-10-13T03:00:00Z', '2026-10-13T07:00:00Z'),
    // From Sunday 11 PM, the week before.
    run('2026-10-12T04:00:00Z', '2026-10-12T05:30:00Z'),
    run('2026-10-10T04:00:00Z', '2026-10-10T05:00:00Z'),
  ];
  expect(groupRunsByWeekday(runs, 'America/Winnipeg', NOW)).toEqual({
    monday: [
      { from: 22 * 60, to: 24 * 60 },
      { from: 0, to: 30 },
    ],
    tuesday: [{ from: 0, to: 120 }],
    wednesday: [{ from: 9 * 60, to: 9 * 60 + 20 }],
  });
});
