import { expect, test } from 'vitest';
import { DAY, MINUTE, millis } from '../units.ts';
import { resolveReadingTime } from './reading-time.ts';

const receivedAt = millis(1_700_000_000_000);

test.each([
  ['at the time of arrival', 0, { kind: 'as-sent', at: receivedAt }],
  ['ten minutes ahead', 10 * MINUTE, { kind: 'as-sent', at: receivedAt + 10 * MINUTE }],
  ['more than ten minutes ahead', 10 * MINUTE + 1, { kind: 'at-arrival', at: receivedAt }],
  ['a day ahead', DAY, { kind: 'at-arrival', at: receivedAt }],
  ['more than a day ahead', DAY + 1, { kind: 'raw-only', reason: 'too-far-ahead' }],
  ['400 days old', -400 * DAY, { kind: 'as-sent', at: receivedAt - 400 * DAY }],
  ['more than 400 days old', -400 * DAY - 1, { kind: 'raw-only', reason: 'too-old' }],
])('resolves the time of a reading dated %s', (_when, ahead, expected) => {
  const sentAt = millis(receivedAt + ahead);
  expect(resolveReadingTime({ sentAt, receivedAt, importAllowed: false })).toEqual(expected);
});

test('an import lifts only the age limit', () => {
  const old = millis(receivedAt - 4000 * DAY);
  expect(resolveReadingTime({ sentAt: old, receivedAt, importAllowed: true })).toEqual({
    kind: 'as-sent',
    at: old,
  });
  const ahead = millis(receivedAt + DAY + 1);
  expect(resolveReadingTime({ sentAt: ahead, receivedAt, importAllowed: true }).kind).toBe(
    'raw-only',
  );
});
