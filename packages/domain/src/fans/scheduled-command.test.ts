import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY, HOUR, MINUTE, millis } from '../units.ts';
import { findScheduledState } from './fan-schedule.ts';
import { type FanSlot, WEEKDAYS } from './fan-slots.ts';
import {
  ON_RETRY_MS,
  planScheduleStep,
  type ScheduleContext,
  type SentState,
} from './scheduled-command.ts';

const NOW = millis(Date.parse('2026-10-14T18:00:00Z'));
const after = (ms: number) => millis(NOW + ms);
const ago = (ms: number) => millis(NOW - ms);

const sentOff: SentState = { isOn: false, until: NOW, at: ago(6 * HOUR) };
const sentOn: SentState = { isOn: true, until: after(HOUR), at: ago(HOUR) };

/** A slot has just begun. */
const slotStart: ScheduleContext = {
  now: NOW,
  wanted: { isOn: true, until: after(2 * HOUR) },
  lastSentState: sentOff,
  isBlocked: false,
  resumedAt: null,
  restartedAt: null,
  failedAt: null,
};
/** A slot is under way. */
const slotInProgress: ScheduleContext = {
  ...slotStart,
  wanted: { isOn: true, until: after(HOUR) },
  lastSentState: sentOn,
};

const NOTHING = { kind: 'none' };

test.each<[string, ScheduleContext, object]>([
  ['sends ON until the end of the slot', slotStart, { kind: 'send', runForS: 7200 }],
  [
    'sends OFF at the end of a slot',
    { ...slotInProgress, wanted: { isOn: false, until: after(DAY) } },
    { kind: 'send', runForS: null },
  ],
  ['sends nothing while a slot runs', slotInProgress, NOTHING],
  [
    'leaves the fan as it is when a bin starts to use it',
    { ...slotStart, lastSentState: null },
    { kind: 'begin' },
  ],
  [
    'does not start a fan for less than a minute',
    { ...slotStart, wanted: { isOn: true, until: after(MINUTE - 1) } },
    NOTHING,
  ],
  [
    'sends ON for the longest allowed time if the slot has no end',
    { ...slotStart, wanted: { isOn: true, until: null } },
    { kind: 'send', runForS: 604_800 },
  ],
  [
    'sends ON again when the end of the slot is changed',
    { ...slotInProgress, wanted: { isOn: true, until: after(3 * HOUR) } },
    { kind: 'send', runForS: 10_800 },
  ],
  [
    'only notes that the next start has changed',
    {
      ...slotInProgress,
      lastSentState: { ...sentOff, until: after(DAY) },
      wanted: { isOn: false, until: after(HOUR) },
    },
    { kind: 'store-next-change' },
  ],
  ['sends nothing while it is on hold', { ...slotStart, isBlocked: true }, NOTHING],
  [
    'does not send OFF while it is on hold',
    { ...slotInProgress, isBlocked: true, wanted: { isOn: false, until: null } },
    NOTHING,
  ],
  [
    'sends the state again after it is resumed',
    { ...slotInProgress, resumedAt: ago(1) },
    { kind: 'send', runForS: 3600 },
  ],
  [
    'sends nothing for an earlier resumption',
    { ...slotInProgress, resumedAt: ago(2 * HOUR) },
    NOTHING,
  ],
  [
    'sends ON again after a power outage',
    { ...slotInProgress, restartedAt: ago(1) },
    { kind: 'send', runForS: 3600 },
  ],
  [
    'does not send OFF again after a power outage',
    {
      ...slotInProgress,
      lastSentState: { ...sentOff, until: after(DAY) },
      wanted: { isOn: false, until: after(DAY) },
      restartedAt: ago(1),
    },
    NOTHING,
  ],
  [
    'waits before it sends an unanswered ON again',
    { ...slotInProgress, failedAt: ago(ON_RETRY_MS - 1) },
    NOTHING,
  ],
  [
    'sends an unanswered ON again',
    { ...slotInProgress, failedAt: ago(ON_RETRY_MS) },
    { kind: 'send', runForS: 3600 },
  ],
])('a schedule %s', (_name, context, step) => {
  expect(planScheduleStep(context)).toEqual(step);
});

it('renews a run without an end before its board stops it', () => {
  const wanted = { isOn: true, until: null };
  const sent = (ms: number) => ({ ...wanted, at: ago(ms) });
  expect(planScheduleStep({ ...slotInProgress, wanted, lastSentState: sent(3 * DAY) })).toEqual(
    NOTHING,
  );
  expect(planScheduleStep({ ...slotInProgress, wanted, lastSentState: sent(4 * DAY) })).toEqual({
    kind: 'send',
    runForS: 604_800,
  });
});

describe('after an outage', () => {
  it('sends ON for the current slot if the one before it ended during the outage', () => {
    const sent = { isOn: true, until: ago(5 * HOUR), at: ago(6 * HOUR) };
    expect(planScheduleStep({ ...slotInProgress, lastSentState: sent })).toEqual({
      kind: 'send',
      runForS: 3600,
    });
  });

  it('sends nothing for slots that are over, and sends the currently scheduled state once', () => {
    const slots: FanSlot[] = WEEKDAYS.flatMap((weekday) => [
      { weekday, onTime: '00:00', offTime: '06:00' },
      { weekday, onTime: '12:00', offTime: '16:00' },
    ]);
    const zone = fc.constantFrom('America/Winnipeg', 'America/Phoenix', 'Europe/Rome');
    const before = fc.integer({ min: 0, max: 365 * DAY }).map(after);
    const outage = fc.integer({ min: 1, max: 40 * DAY });
    fc.assert(
      fc.property(zone, before, outage, (timeZone, downAt, ms) => {
        const now = millis(downAt + ms);
        let sent: SentState = { ...findScheduledState(slots, timeZone, downAt), at: downAt };
        const wasChanged = now >= (sent.until ?? now);
        const wanted = findScheduledState(slots, timeZone, now);
        fc.pre(!wanted.isOn || (wanted.until ?? now) - now >= MINUTE);
        const commands: boolean[] = [];
        // The first check sends; the second one finds nothing to do.
        for (let attempt = 0; attempt < 2; attempt++) {
          if (planScheduleStep({ ...slotStart, now, wanted, lastSentState: sent }).kind !== 'send')
            continue;
          commands.push(wanted.isOn);
          sent = { ...wanted, at: now };
        }
        expect(commands).toEqual(wasChanged ? [wanted.isOn] : []);
      }),
      { numRuns: 500 },
    );
  });
});
