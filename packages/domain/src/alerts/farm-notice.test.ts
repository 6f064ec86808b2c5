import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE, type Millis, millis, SECOND } from '../units.ts';
import { EVALUATION_WAIT, FOLLOW_UP_DELAY } from './alert-mail.ts';
import { chooseFarmNotice, type FarmNoticeState } from './farm-notice.ts';

const now = millis(Date.UTC(2026, 6, 1));
const before = (ms: number) => millis(now - ms);
const waiting: FarmNoticeState = { waitingSince: now, isIncomplete: false, newest: null };
const notification = (at: number, updatedAt = at, isSummaryOfWaitingAlerts = false) => ({
  at: before(at),
  updatedAt: before(updatedAt),
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
      { isIncomplete: true, waitingSince: before(EVALUATION_WAIT) },
      'new',
    ],
    [
      'gets the alerts of the next few minutes in the same notification',
      { newest: notification(MINUTE) },
      'update',
    ],
    [
      'gets a new notification after five minutes',
      { newest: notification(FOLLOW_UP_DELAY) },
      'new',
    ],
    [
      'gets a whole summary in one notification, however late',
      { newest: notification(FOLLOW_UP_DELAY, FOLLOW_UP_DELAY, true) },
      'update',
    ],
    [
      'is not notified twice in 15 seconds',
      { newest: notification(MINUTE, EVALUATION_WAIT - 1) },
      null,
    ],
  ])('%s', (_, state, expected) => {
    expect(chooseFarmNotice({ ...waiting, ...state }, now)).toBe(expected);
  });

  it('gets each alert, and at most one notification in five minutes', () => {
    const raised = fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { minLength: 1 });
    fc.assert(
      fc.property(raised, (times) => {
        const notifications: {
          at: Millis;
          updatedAt: Millis;
          isSummaryOfWaitingAlerts: boolean;
        }[] = [];
        const waits = times.map((ms) => now + ms).sort((a, b) => a - b);
        for (let at = now; at < now + 30 * MINUTE; at = millis(at + SECOND)) {
          const [first] = waits;
          const waitingSince = first !== undefined && first <= at ? millis(first) : null;
          const newest = notifications.at(-1) ?? null;
          const notice = chooseFarmNotice({ waitingSince, isIncomplete: false, newest }, at);
          if (notice === null) continue;
          if (notice === 'new')
            notifications.push({ at, updatedAt: at, isSummaryOfWaitingAlerts: false });
          else if (newest !== null) newest.updatedAt = at;
          expect(at - (waitingSince ?? at)).toBeLessThanOrEqual(EVALUATION_WAIT + SECOND);
          while ((waits[0] ?? Number.POSITIVE_INFINITY) <= at) waits.shift();
        }
        expect(waits).toEqual([]);
        for (const [index, { at }] of notifications.entries()) {
          expect(at - (notifications[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(FOLLOW_UP_DELAY);
        }
      }),
    );
  });
});
