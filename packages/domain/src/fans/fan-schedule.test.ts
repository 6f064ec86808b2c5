import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import { findNextRun, findScheduledState, toWallClock } from './fan-schedule.ts';
import { type FanSlot, toSlotMinutes, WEEKDAYS, type Weekday } from './fan-slots.ts';

const parseTime = (text: string) => millis(Date.parse(text));
const slot = (weekday: Weekday, onTime: string, offTime: string): FanSlot => ({
  weekday,
  onTime,
  offTime,
});
const toIsoTime = (instant: Millis | null) => instant && new Date(instant).toISOString();

/** The edges of a schedule in a period, each with the state that begins there. */
function listEdges(slots: readonly FanSlot[], zone: string, from: Millis, to: Millis) {
  const edges: [Millis, boolean][] = [];
  for (let now = from; ; ) {
    const { isOn, until } = findScheduledState(slots, zone, now);
    if (until === null || until >= to) return edges;
    edges.push([until, !isOn]);
    now = until;
  }
}

/**
 * The UTC offsets in 2025, each with the time from which it applies and its hours. That year is in the past,
 * so new time zone rules cannot change them.
 */
const zones = {
  'America/Winnipeg': [
    ['2025-01-01T00:00:00Z', -6],
    ['2025-03-09T08:00:00Z', -5],
    ['2025-11-02T07:00:00Z', -6],
  ],
  'America/Phoenix': [['2025-01-01T00:00:00Z', -7]],
  'Europe/Rome': [
    ['2025-01-01T00:00:00Z', 1],
    ['2025-03-30T01:00:00Z', 2],
    ['2025-10-26T01:00:00Z', 1],
  ],
} as const;

const YEAR = { from: parseTime('2025-01-01T00:00:00Z'), to: parseTime('2026-01-01T00:00:00Z') };

/** The edges that `listEdges` must return for 2025, calculated from the local time at each minute. */
function listExpectedEdges(slots: readonly FanSlot[], zone: keyof typeof zones) {
  const onMinutes = new Uint8Array(7 * 24 * 60);
  for (const fanSlot of slots) {
    const { from, to } = toSlotMinutes(fanSlot);
    const day = WEEKDAYS.indexOf(fanSlot.weekday) * 24 * 60;
    onMinutes.fill(1, day + from, day + to);
  }
  const monday = Date.UTC(2024, 11, 30);
  const edges: [number, boolean][] = [];
  let previous: number | undefined;
  const changes = zones[zone].map(([from, hours]) => [Date.parse(from), hours * HOUR] as const);
  changes.forEach(([from, offset], index) => {
    const to = changes[index + 1]?.[0] ?? YEAR.to;
    for (let minute = from; minute < to; minute += MINUTE) {
      const isOn = onMinutes[((minute + offset - monday) / MINUTE) % onMinutes.length];
      if (previous !== undefined && isOn !== previous) edges.push([minute, isOn === 1]);
      previous = isOn;
    }
  });
  return edges;
}

const formatMinutes = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Slots of a week that do not overlap; some touch, within a day and across midnight. */
const week: fc.Arbitrary<FanSlot[]> = fc
  .tuple(
    ...WEEKDAYS.map((weekday) =>
      fc
        .uniqueArray(
          fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 120, 180, 1439)),
          {
            maxLength: 6,
          },
        )
        .map((minutes) => {
          const edges = minutes.sort((a, b) => a - b);
          const isTouching = edges.length % 2 === 1;
          return edges.flatMap((from, index) => {
            const to = edges[index + 1];
            if (to === undefined || (!isTouching && index % 2 === 1)) return [];
            return slot(weekday, formatMinutes(from), formatMinutes(to));
          });
        }),
    ),
  )
  .map((days) => days.flat());

test.each(['America/Winnipeg', 'America/Phoenix', 'Europe/Rome'] as const)(
  'every edge in a year in %s matches the wall clock',
  (zone) => {
    fc.assert(
      fc.property(week, (slots) => {
        expect(listEdges(slots, zone, YEAR.from, YEAR.to)).toEqual(listExpectedEdges(slots, zone));
      }),
      { numRuns: 25 },
    );
  },
);

test.each(['America/Winnipeg', 'America/Phoenix', 'Europe/Rome'] as const)(
  'the state at any time in %s lasts until its next change',
  (zone) => {
    const anyTime = fc.integer({ min: YEAR.from, max: YEAR.to });
    fc.assert(
      fc.property(week, anyTime, fc.double({ min: 0, max: 1, noNaN: true }), (slots, ms, part) => {
        const { isOn, until } = findScheduledState(slots, zone, millis(ms));
        if (until === null) return;
        const laterTime = millis(Math.floor(ms + (until - 1 - ms) * part));
        expect(findScheduledState(slots, zone, laterTime)).toEqual({ isOn, until });
        expect(findScheduledState(slots, zone, until).isOn).toBe(!isOn);
      }),
    );
  },
);

describe('when the clocks change', () => {
  const listEdgeTimes = (slots: readonly FanSlot[], zone: string, day: string) =>
    listEdges(slots, zone, parseTime(`${day}T00:00:00Z`), parseTime(`${day}T23:00:00Z`)).map(
      ([edge]) => toIsoTime(edge)?.slice(11, 16),
    );

  it('a slot does not run in an hour that is skipped', () => {
    expect(
      listEdgeTimes([slot('sunday', '02:00', '03:00')], 'America/Winnipeg', '2025-03-09'),
    ).toEqual([]);
    expect(
      listEdgeTimes([slot('sunday', '01:30', '02:30')], 'America/Winnipeg', '2025-03-09'),
    ).toEqual(['07:30', '08:00']);
    expect(
      listEdgeTimes([slot('sunday', '02:30', '03:30')], 'America/Winnipeg', '2025-03-09'),
    ).toEqual(['08:00', '08:30']);
  });

  it('a slot runs twice in an hour that is repeated', () => {
    expect(
      listEdgeTimes([slot('sunday', '01:00', '01:30')], 'America/Winnipeg', '2025-11-02'),
    ).toEqual(['06:00', '06:30', '07:00', '07:30']);
    expect(
      listEdgeTimes([slot('sunday', '01:00', '02:00')], 'America/Winnipeg', '2025-11-02'),
    ).toEqual(['06:00', '08:00']);
  });

  it('a slot runs once in a zone without clock changes', () => {
    expect(
      listEdgeTimes([slot('sunday', '02:00', '03:00')], 'America/Phoenix', '2025-03-09'),
    ).toEqual(['09:00', '10:00']);
  });
});

describe('a run', () => {
  const zone = 'America/Winnipeg';

  it('continues through midnight if slots meet at 23:59 and 00:00', () => {
    const slots = [slot('monday', '22:00', '23:59'), slot('tuesday', '00:00', '06:00')];
    expect(findNextRun(slots, zone, parseTime('2026-10-12T12:00:00Z'))).toEqual({
      from: parseTime('2026-10-13T03:00:00Z'),
      to: parseTime('2026-10-13T11:00:00Z'),
    });
  });

  it('continues through slots that touch, and begins now if it is in progress', () => {
    const slots = [slot('monday', '08:00', '10:00'), slot('monday', '10:00', '12:00')];
    const now = parseTime('2026-10-12T14:00:00Z');
    expect(findNextRun(slots, zone, now)).toEqual({
      from: now,
      to: parseTime('2026-10-12T17:00:00Z'),
    });
  });

  it('is in the next week if the only slot of the week is over', () => {
    const run = findNextRun(
      [slot('monday', '08:00', '09:00')],
      zone,
      parseTime('2026-10-12T14:00:00Z'),
    );
    expect(toIsoTime(run?.from ?? null)).toBe('2026-10-19T13:00:00.000Z');
  });

  it('comes a week later if the clock change skips its only slot', () => {
    const run = findNextRun(
      [slot('sunday', '02:00', '03:00')],
      zone,
      parseTime('2026-03-02T12:00:00Z'),
    );
    expect(toIsoTime(run?.from ?? null)).toBe('2026-03-15T07:00:00.000Z');
  });

  it('does not exist without slots, and never ends if they fill the week', () => {
    const now = parseTime('2026-10-12T14:00:00Z');
    expect(findNextRun([], zone, now)).toBeNull();
    const fullWeek = WEEKDAYS.map((weekday) => slot(weekday, '00:00', '23:59'));
    expect(findNextRun(fullWeek, zone, now)).toEqual({ from: now, to: null });
  });

  it('uses UTC if the time zone is unknown', () => {
    const run = findNextRun([slot('monday', '08:00', '09:00')], 'Mars/Olympus', YEAR.from);
    expect(toIsoTime(run?.from ?? null)).toBe('2025-01-06T08:00:00.000Z');
  });
});

it("returns the weekday and the minute of the day in the farm's time zone", () => {
  const monday = parseTime('2026-10-12T02:15:00Z');
  expect(toWallClock(monday, 'America/Winnipeg')).toEqual({ weekday: 'sunday', minutes: 1275 });
  expect(toWallClock(millis(monday + DAY), 'Europe/Rome')).toEqual({
    weekday: 'tuesday',
    minutes: 255,
  });
});
