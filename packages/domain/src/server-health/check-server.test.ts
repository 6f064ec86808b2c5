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
const ago = (ms: number) => millis(NOW - ms);

const healthyServer: ServerMeasurements = {
  databaseOutage: null,
  evaluation: { failure: null },
  diskFreePercent: 50,
  channels: channelNames.map((channel) => ({ channel, failingSince: null })),
  clockOffsetMs: 0,
  lastArrivalAt: NOW,
  listeningSince: ago(2 * DAY),
};

const check = (overrides: Partial<ServerMeasurements>, open: readonly ServerAlert[] = []) =>
  checkServer(open, { ...healthyServer, ...overrides }, NOW);

describe('the disk', () => {
  const checkDisk = (diskFreePercent: number | null, open: readonly ServerAlert[] = []) =>
    check({ diskFreePercent }, open);

  it('is low when less than 10 % is free, until 12 % is free', () => {
    expect(checkDisk(10)).toEqual([]);
    const low = checkDisk(9.9);
    expect(low).toMatchObject([{ rule: 'disk-low', severity: 'warning', value: 9, limit: 10 }]);
    expect(checkDisk(11.9, low)).toHaveLength(1);
    expect(checkDisk(12, low)).toEqual([]);
  });

  it('is critical when less than 3 % is free, until 5 % is free', () => {
    const critical = checkDisk(2.9);
    expect(critical).toMatchObject([{ severity: 'critical' }]);
    expect(checkDisk(4.9, critical)).toMatchObject([{ severity: 'critical' }]);
    expect(checkDisk(5, critical)).toMatchObject([{ severity: 'warning' }]);
  });

  it('keeps its alert, if any, while it cannot be measured', () => {
    expect(checkDisk(null)).toEqual([]);
    const low = checkDisk(9);
    expect(checkDisk(null, low)).toEqual(low);
  });
});

it('the database counts as unavailable once it has not responded for five minutes', () => {
  const checkDatabase = (ms: number) => check({ databaseOutage: { from: ago(ms), to: NOW } });
  expect(checkDatabase(5 * MINUTE - 1)).toEqual([]);
  const open = checkDatabase(5 * MINUTE);
  expect(open).toMatchObject([{ rule: 'database-away', severity: 'critical', value: 5, limit: 5 }]);
  expect(check({}, open)).toEqual([]);
});

it('a bin that cannot be evaluated for 15 minutes is critical, until it is evaluated again', () => {
  const checkEvaluation = (ms: number, open: readonly ServerAlert[] = []) =>
    check({ evaluation: { failure: { since: ago(ms), lastAt: NOW } } }, open);
  expect(checkEvaluation(15 * MINUTE - 1)).toEqual([]);
  const open = checkEvaluation(15 * MINUTE);
  expect(open).toMatchObject([{ rule: 'evaluation-failing', severity: 'critical', value: 15 }]);
  // After a restart, it is unknown whether evaluation fails until all bins have been evaluated, and the
  // failure then has a later start; the alert does not change.
  expect(check({ evaluation: null }, open)).toEqual(open);
  expect(checkEvaluation(1, open)).toEqual(open);
  // The database became unavailable while a bin was evaluated.
  const pastFailure = { since: ago(HOUR), lastAt: ago(HOUR) };
  expect(check({ evaluation: { failure: pastFailure } })).toEqual([]);
  expect(check({}, open)).toEqual([]);
});

it('each channel has its own alert after failing for an hour', () => {
  const createFailingChannels = (ms: number) => ({
    channels: [
      { channel: 'mail', failingSince: ago(ms) },
      { channel: 'sms', failingSince: ago(2 * HOUR) },
    ] as const,
  });
  expect(check(createFailingChannels(HOUR - 1))).toMatchObject([{ channel: 'sms' }]);
  const open = check(createFailingChannels(HOUR));
  expect(open).toMatchObject([{ channel: 'mail' }, { channel: 'sms' }]);
  expect(check({ channels: [] }, open)).toEqual([]);
});

it('the clock is off from 30 s in either direction until it is within 20 s', () => {
  const checkClock = (clockOffsetMs: number | null, open: readonly ServerAlert[] = []) =>
    check({ clockOffsetMs }, open);
  for (const sign of [1, -1]) {
    expect(checkClock(sign * (30 * SECOND - 1))).toEqual([]);
    const open = checkClock(sign * 30 * SECOND);
    expect(open).toMatchObject([{ rule: 'clock-off', value: 30, limit: 30 }]);
    expect(checkClock(sign * 20 * SECOND, open)).toHaveLength(1);
    expect(checkClock(sign * (20 * SECOND - 1), open)).toEqual([]);
    expect(checkClock(null, open)).toEqual(open);
  }
});

describe('a day without data from any board', () => {
  it('is an alert until a reading arrives', () => {
    expect(check({ lastArrivalAt: ago(DAY - 1) })).toEqual([]);
    const open = check({ lastArrivalAt: ago(DAY) });
    expect(open).toMatchObject([{ rule: 'no-boards', since: ago(DAY), value: 24 }]);
    // A restart does not end the alert.
    expect(check({ lastArrivalAt: ago(DAY), listeningSince: NOW }, open)).toEqual(open);
    expect(check({ lastArrivalAt: ago(1) }, open)).toEqual([]);
  });

  it('counts only time during which the server listened', () => {
    const lastArrivalAt = ago(7 * DAY);
    expect(check({ lastArrivalAt, listeningSince: ago(DAY - 1) })).toEqual([]);
    expect(check({ lastArrivalAt, listeningSince: null })).toEqual([]);
    expect(check({ lastArrivalAt, listeningSince: ago(DAY) })).toHaveLength(1);
  });

  it('is not an alert on a server that never received data from a board', () => {
    expect(check({ lastArrivalAt: null })).toEqual([]);
  });
});

const anyTime = fc.integer({ min: 0, max: 3 * DAY }).map((ms) => ago(ms));
const measurements = fc.record<ServerMeasurements>({
  databaseOutage: fc.constant(null),
  evaluation: fc.option(
    fc.record({ failure: fc.option(fc.record({ since: anyTime, lastAt: anyTime })) }),
  ),
  diskFreePercent: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  channels: fc
    .constantFrom(...channelNames)
    .chain((channel) => fc.option(anyTime).map((failingSince) => [{ channel, failingSince }])),
  clockOffsetMs: fc.option(fc.integer({ min: -HOUR, max: HOUR })),
  lastArrivalAt: fc.option(anyTime),
  listeningSince: fc.option(anyTime),
});

it('repeating the same measurements changes nothing, and healthy ones end every alert', () => {
  fc.assert(
    fc.property(measurements, (measured) => {
      const open = checkServer([], measured, NOW);
      expect(checkServer(open, measured, NOW)).toEqual(open);
      expect(new Set(open.map(({ rule }) => rule)).size).toBe(open.length);
      expect(serverRules).toEqual(expect.arrayContaining(open.map(({ rule }) => rule)));
      const later = millis(NOW + 1);
      expect(checkServer(open, { ...healthyServer, lastArrivalAt: later }, later)).toEqual([]);
    }),
  );
});
