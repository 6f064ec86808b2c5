import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelNames } from '../notifications/channel.ts';
import { DAY, HOUR, MINUTE, millis, SECOND } from '../units.ts';
import {
  checkServer,
  type ServerAlert,
  type ServerMeasurements,
  serverRules,
} from './check-server.ts';

const NOW = millis(Date.parse('2026-11-24T05:00:00Z'));
const before = (ms: number) => millis(NOW - ms);

const healthy: ServerMeasurements = {
  databaseOutage: null,
  evaluation: { failure: null },
  diskFreePercent: 50,
  channels: channelNames.map((channel) => ({ channel, failingSince: null })),
  clockOffsetMs: 0,
  lastArrivalAt: NOW,
  listeningSince: before(2 * DAY),
};

const check = (measured: Partial<ServerMeasurements>, open: readonly ServerAlert[] = []) =>
  checkServer(open, { ...healthy, ...measured }, NOW);

describe('the disk', () => {
  const free = (diskFreePercent: number | null, open: readonly ServerAlert[] = []) =>
    check({ diskFreePercent }, open);

  it('is low below 10 %, and until 12 % is free', () => {
    expect(free(10)).toEqual([]);
    const low = free(9.9);
    expect(low).toMatchObject([{ rule: 'disk-low', severity: 'warning', value: 9, limit: 10 }]);
    expect(free(11.9, low)).toHaveLength(1);
    expect(free(12, low)).toEqual([]);
  });

  it('is critical below 3 %, and until 5 % is free', () => {
    const critical = free(2.9);
    expect(critical).toMatchObject([{ severity: 'critical' }]);
    expect(free(4.9, critical)).toMatchObject([{ severity: 'critical' }]);
    expect(free(5, critical)).toMatchObject([{ severity: 'warning' }]);
  });

  it('stays as it was while it cannot be measured', () => {
    expect(free(null)).toEqual([]);
    const low = free(9);
    expect(free(null, low)).toEqual(low);
  });
});

it('the database counts as unavailable once it has not responded for five minutes', () => {
  const away = (ms: number) => check({ databaseOutage: { from: before(ms), to: NOW } });
  expect(away(5 * MINUTE - 1)).toEqual([]);
  const open = away(5 * MINUTE);
  expect(open).toMatchObject([{ rule: 'database-away', severity: 'critical', value: 5, limit: 5 }]);
  expect(check({}, open)).toEqual([]);
});

it('a bin that cannot be evaluated for 15 minutes is critical, until it is evaluated again', () => {
  const failing = (ms: number, open: readonly ServerAlert[] = []) =>
    check({ evaluation: { failure: { since: before(ms), lastAt: NOW } } }, open);
  expect(failing(15 * MINUTE - 1)).toEqual([]);
  const open = failing(15 * MINUTE);
  expect(open).toMatchObject([{ rule: 'evaluation-failing', severity: 'critical', value: 15 }]);
  // After a restart it is not known until all bins have been evaluated, and begins again.
  expect(check({ evaluation: null }, open)).toEqual(open);
  expect(failing(1, open)).toEqual(open);
  // The database became unavailable while a bin was evaluated.
  const once = { since: before(HOUR), lastAt: before(HOUR) };
  expect(check({ evaluation: { failure: once } })).toEqual([]);
  expect(check({}, open)).toEqual([]);
});

it('each channel fails separately after an hour', () => {
  const failing = (ms: number) => ({
    channels: [
      { channel: 'mail', failingSince: before(ms) },
      { channel: 'sms', failingSince: before(2 * HOUR) },
    ] as const,
  });
  expect(check(failing(HOUR - 1))).toMatchObject([{ channel: 'sms' }]);
  const open = check(failing(HOUR));
  expect(open).toMatchObject([{ channel: 'mail' }, { channel: 'sms' }]);
  expect(check({ channels: [] }, open)).toEqual([]);
});

it('the clock is off from 30 s in either direction until it is within 20 s', () => {
  const off = (clockOffsetMs: number | null, open: readonly ServerAlert[] = []) =>
    check({ clockOffsetMs }, open);
  for (const sign of [1, -1]) {
    expect(off(sign * (30 * SECOND - 1))).toEqual([]);
    const open = off(sign * 30 * SECOND);
    expect(open).toMatchObject([{ rule: 'clock-off', value: 30, limit: 30 }]);
    expect(off(sign * 20 * SECOND, open)).toHaveLength(1);
    expect(off(sign * (20 * SECOND - 1), open)).toEqual([]);
    expect(off(null, open)).toEqual(open);
  }
});

describe('a day without a board', () => {
  it('is an alert until a reading arrives', () => {
    expect(check({ lastArrivalAt: before(DAY - 1) })).toEqual([]);
    const open = check({ lastArrivalAt: before(DAY) });
    expect(open).toMatchObject([{ rule: 'no-boards', since: before(DAY), value: 24 }]);
    // A restart does not end it.
    expect(check({ lastArrivalAt: before(DAY), listeningSince: NOW }, open)).toEqual(open);
    expect(check({ lastArrivalAt: before(1) }, open)).toEqual([]);
  });

  it('counts only time during which the server listened', () => {
    const lastArrivalAt = before(7 * DAY);
    expect(check({ lastArrivalAt, listeningSince: before(DAY - 1) })).toEqual([]);
    expect(check({ lastArrivalAt, listeningSince: null })).toEqual([]);
    expect(check({ lastArrivalAt, listeningSince: before(DAY) })).toHaveLength(1);
  });

  it('is not an alert on a server that never received data from a board', () => {
    expect(check({ lastArrivalAt: null })).toEqual([]);
  });
});

const instant = fc.integer({ min: 0, max: 3 * DAY }).map((ms) => before(ms));
const measurements = fc.record<ServerMeasurements>({
  databaseOutage: fc.constant(null),
  evaluation: fc.option(
    fc.record({ failure: fc.option(fc.record({ since: instant, lastAt: instant })) }),
  ),
  diskFreePercent: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  channels: fc
    .constantFrom(...channelNames)
    .chain((channel) => fc.option(instant).map((failingSince) => [{ channel, failingSince }])),
  clockOffsetMs: fc.option(fc.integer({ min: -HOUR, max: HOUR })),
  lastArrivalAt: fc.option(instant),
  listeningSince: fc.option(instant),
});

it('the same measurements again change nothing, and healthy ones end every alert', () => {
  fc.assert(
    fc.property(measurements, (measured) => {
      const open = checkServer([], measured, NOW);
      expect(checkServer(open, measured, NOW)).toEqual(open);
      expect(new Set(open.map(({ rule }) => rule)).size).toBe(open.length);
      expect(serverRules).toEqual(expect.arrayContaining(open.map(({ rule }) => rule)));
      const later = millis(NOW + 1);
      expect(checkServer(open, { ...healthy, lastArrivalAt: later }, later)).toEqual([]);
    }),
  );
});
