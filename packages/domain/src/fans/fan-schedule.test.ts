import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import { findNextRun, findScheduledState, toWallClock } from './fan-schedule.ts';
import { type FanSlot, slotMinutes, WEEKDAYS, type Weekday } from './fan-slots.ts';

const at = (text: string) => millis(Date.parse(text));
const slot = (weekday: Weekday, onTime: string, offTime: string): FanSlot => ({
  weekday,
  onTime,
  offTime,
});
const iso = (instant: Millis | null) => instant && new Date(instant).toISOString();

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

/** The clock changes in 2025, which no later rule changes: the instant, and the offset from UTC in hours. */
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

const YEAR = { from: at('2025-01-01T00:00:00Z'), to: at('2026-01-01T00:00:00Z') };

/** The same edges, found by checking the wall clock in each minute of the year. */
function listExpectedEdges(slots: readonly FanSlot[], zone: keyof typeof zones) {
  const onMinutes = new Uint8Array(7 * 24 * 60);
  for (const one of slots) {
    const { from, to } = slotMinutes(one);
    const day = WEEKDAYS.indexOf(one.weekday) * 24 * 60;
    onMinutes.fill(1, day + from, day + to);
  }
  const monday = Date.UTC(2024, 11, 30);
  const edges: [number, boolean][] = [];
  let was: number | undefined;
  const changes = zones[zone].map(([from, hours]) => [Date.parse(from), hours * HOUR] as const);
  changes.forEach(([from, offset], index) => {
    const to = changes[index + 1]?.[0] ?? YEAR.to;
    for (let minute = from; minute < to; minute += MINUTE) {
      const isOn = onMinutes[((minute + offset - monday) / MINUTE) % onMinutes.length];
      if (was !== undefined && isOn !== was) edges.push([minute, isOn === 1]);
      was = isOn;
    }
  });
  return edges;
}

const time = (minutes: number) =>
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
            return slot(weekday, time(from), time(to));
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
  'the state at any instant in %s lasts until its next change',
  (zone) => {
    const anyInstant = fc.integer({ min: YEAR.from, max: YEAR.to });
    fc.assert(
      fc.property(
        week,
        anyInstant,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (slots, ms, part) => {
          const { isOn, until } = findScheduledState(slots, zone, millis(ms));
          if (until === null) return;
          const within = millis(Math.floor(ms + (until - 1 - ms) * part));
          expect(findScheduledState(slots, zone, within)).toEqual({ isOn, until });
          expect(findScheduledState(slots, zone, until).isOn).toBe(!isOn);
        },
      ),
    );
  },
);

describe('when clocks change', () => {
  const runs = (slots: readonly FanSlot[], zone: string, day: string) =>
    listEdges(slots, zone, at(`${day}T00:00:00Z`), at(`${day}T23:00:00Z`)).map(([edge]) =>
      iso(edge)?.slice(11, 16),
    );

  it('an hour that is skipped does not run', () => {
    expect(runs([slot('sunday', '02:00', '03:00')], 'America/Winnipeg', '2025-03-09')).toEqual([]);
    expect(runs([slot('sunday', '01:30', '02:30')], 'America/Winnipeg', '2025-03-09')).toEqual([
      '07:30',
      '08:00',
    ]);
    expect(runs([slot('sunday', '02:30', '03:30')], 'America/Winnipeg', '2025-03-09')).toEqual([
      '08:00',
      '08:30',
    ]);
  });

  it('an hour that is repeated runs twice', () => {
    expect(runs([slot('sunday', '01:00', '01:30')], 'America/Winnipeg', '2025-11-02')).toEqual([
      '06:00',
      '06:30',
      '07:00',
      '07:30',
    ]);
    expect(runs([slot('sunday', '01:00', '02:00')], 'America/Winnipeg', '2025-11-02')).toEqual([
      '06:00',
      '08:00',
    ]);
  });

  it('a zone without changes runs every hour once', () => {
    expect(runs([slot('sunday', '02:00', '03:00')], 'America/Phoenix', '2025-03-09')).toEqual([
      '09:00',
      '10:00',
    ]);
  });
});

describe('a run', () => {
  const zone = 'America/Winnipeg';

  it('continues through midnight if slots meet at 23:59 and 00:00', () => {
    const slots = [slot('monday', '22:00', '23:59'), slot('tuesday', '00:00', '06:00')];
    expect(findNextRun(slots, zone, at('2026-10-12T12:00:00Z'))).toEqual({
      from: at('2026-10-13T03:00:00Z'),
      to: at('2026-10-13T11:00:00Z'),
    });
  });

  it('is a single one if slots touch, and begins now if it is in progress', () => {
    const slots = [slot('monday', '08:00', '10:00'), slot('monday', '10:00', '12:00')];
    const now = at('2026-10-12T14:00:00Z');
    expect(findNextRun(slots, zone, now)).toEqual({ from: now, to: at('2026-10-12T17:00:00Z') });
  });

  it('is in the next week if the only slot of the week is over', () => {
    const run = findNextRun([slot('monday', '08:00', '09:00')], zone, at('2026-10-12T14:00:00Z'));
    expect(iso(run?.from ?? null)).toBe('2026-10-19T13:00:00.000Z');
  });

  it('comes two weeks later if the clock change skips its only slot', () => {
    const run = findNextRun([slot('sunday', '02:00', '03:00')], zone, at('2026-03-02T12:00:00Z'));
    expect(iso(run?.from ?? null)).toBe('2026-03-15T07:00:00.000Z');
  });

  it('does not exist without slots, and never ends if they fill the week', () => {
    const now = at('2026-10-12T14:00:00Z');
    expect(findNextRun([], zone, now)).toBeNull();
    const always = WEEKDAYS.map((weekday) => slot(weekday, '00:00', '23:59'));
    expect(findNextRun(always, zone, now)).toEqual({ from: now, to: null });
  });

  it('is in UTC if the zone is unknown', () => {
    const run = findNextRun([slot('monday', '08:00', '09:00')], 'Mars/Olympus', YEAR.from);
    expect(iso(run?.from ?? null)).toBe('2025-01-06T08:00:00.000Z');
  });
});

it('reads the weekday and the minute of the clock in the zone of the farm', () => {
  const monday = at('2026-10-12T02:15:00Z');
  expect(toWallClock(monday, 'America/Winnipeg')).toEqual({ weekday: 'sunday', minutes: 1275 });
  expect(toWallClock(millis(monday + DAY), 'Europe/Rome')).toEqual({
    weekday: 'tuesday',
    minutes: 255,
  });
});
