import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE, type Millis, millis, SECOND } from '../units.ts';
import { EVALUATION_WAIT, FOLLOW_UP_DELAY } from './alert-mail.ts';
import { chooseFarmNotice, type FarmNoticeState } from './farm-notice.ts';

const now = millis(Date.UTC(2026, 6, 1));
const timeBefore = (ms: number) => millis(now - ms);
const waitingState: FarmNoticeState = { waitingSince: now, isIncomplete: false, newest: null };
const createNotification = (at: number, updatedAt = at, isSummaryOfWaitingAlerts = false) => ({
  at: timeBefore(at),
  updatedAt: timeBefore(updatedAt),
  isSummaryOfWaitingAlerts,
});

describe('the owner of a farm', () => {
  it.each<[string, Partial<FarmNoticeState>, ReturnType<typeof chooseFarmNotice>]>([
    ['is not notified without an alert', { waitingSince: null }, null],
    ['is notified of the first alert at once', {}, 'new'],
    [
      'is not notified before the other bins of the farm are evaluated',
      { isIncomplete: true },
      null,
    ],
    [
      'does not wait for the other bins longer than 15 seconds',
      { isIncomplete: true, waitingSince: timeBefore(EVALUATION_WAIT) },
      'new',
    ],
    [
      'gets the alerts of the next few minutes in the same notification',
      { newest: createNotification(MINUTE) },
      'update',
    ],
    [
      'gets a new notification after five minutes',
      { newest: createNotification(FOLLOW_UP_DELAY) },
      'new',
    ],
    [
      'gets all alerts of a summary in one notification, even after five minutes',
      { newest: createNotification(FOLLOW_UP_DELAY, FOLLOW_UP_DELAY, true) },
      'update',
    ],
    [
      'is not notified twice in 15 seconds',
      { newest: createNotification(MINUTE, EVALUATION_WAIT - 1) },
      null,
    ],
  ])('%s', (_, state, expected) => {
    expect(chooseFarmNotice({ ...waitingState, ...state }, now)).toBe(expected);
  });

  it('gets every alert, and at most one new notification every five minutes', () => {
    const alertTimes = fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { minLength: 1 });
    fc.assert(
      fc.property(alertTimes, (times) => {
        const notifications: {
          at: Millis;
          updatedAt: Millis;
          isSummaryOfWaitingAlerts: boolean;
        }[] = [];
        const waitingAlertTimes = times.map((ms) => now + ms).sort((a, b) => a - b);
        for (let at = now; at < now + 30 * MINUTE; at = millis(at + SECOND)) {
          const [first] = waitingAlertTimes;
          const waitingSince = first !== undefined && first <= at ? millis(first) : null;
          const newest = notifications.at(-1) ?? null;
          const notice = chooseFarmNotice({ waitingSince, isIncomplete: false, newest }, at);
          if (notice === null) continue;
          if (notice === 'new')
            notifications.push({ at, updatedAt: at, isSummaryOfWaitingAlerts: false });
          else if (newest !== null) newest.updatedAt = at;
          expect(at - (waitingSince ?? at)).toBeLessThanOrEqual(EVALUATION_WAIT + SECOND);
          while ((waitingAlertTimes[0] ?? Number.POSITIVE_INFINITY) <= at)
            waitingAlertTimes.shift();
        }
        expect(waitingAlertTimes).toEqual([]);
        for (const [index, { at }] of notifications.entries()) {
          expect(at - (notifications[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(FOLLOW_UP_DELAY);
        }
      }),
    );
  });
});
