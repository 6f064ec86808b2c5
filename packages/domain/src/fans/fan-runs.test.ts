import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, MINUTE, millis } from '../units.ts';
import { calculateEnergyAndCost, type FanRun, resolveRun, sumRunTime } from './fan-runs.ts';

const now = millis(1_700_000_000_000);
const ago = (ms: number) => millis(now - ms);
const openRun = { onAt: ago(9 * HOUR), offAt: null, endedByPowerOutage: false };

test('a run counts until its reported end', () => {
  const run = { ...openRun, offAt: ago(HOUR), lastReportAt: ago(2 * HOUR) };
  expect(resolveRun(run, false, now)).toEqual({
    onAt: run.onAt,
    offAt: run.offAt,
    endedByPowerOutage: false,
    countedUntil: run.offAt,
    isRunning: false,
  });
});

test('a run counts until now while the fan is reported on', () => {
  const run = { ...openRun, lastReportAt: ago(59 * MINUTE) };
  expect(resolveRun(run, true, now)).toMatchObject({
    offAt: null,
    countedUntil: now,
    isRunning: true,
  });
});

test('a run whose end nobody reported counts until the last report from its board', () => {
  const run = { ...openRun, lastReportAt: ago(7 * HOUR) };
  expect(resolveRun(run, false, now)).toMatchObject({
    offAt: null,
    countedUntil: run.lastReportAt,
    isRunning: false,
  });
});

test('a run that a power outage ended counts until the last report before it', () => {
  const run = {
    ...openRun,
    offAt: ago(MINUTE),
    endedByPowerOutage: true,
    lastReportAt: ago(8 * HOUR),
  };
  expect(resolveRun(run, false, now)).toEqual({
    onAt: run.onAt,
    offAt: null,
    endedByPowerOutage: true,
    countedUntil: run.lastReportAt,
    isRunning: false,
  });
});

test('runs count only within the period, and are never negative', () => {
  const run = (on: number, off: number): FanRun => ({
    onAt: ago(on),
    offAt: ago(off),
    endedByPowerOutage: false,
    countedUntil: ago(off),
    isRunning: false,
  });
  const lastFourHours = { from: ago(4 * HOUR), to: now };
  expect(sumRunTime([run(6 * HOUR, 3 * HOUR), run(HOUR, -HOUR)], lastFourHours)).toBe(2 * HOUR);
  expect(sumRunTime([run(9 * HOUR, 8 * HOUR)], lastFourHours)).toBe(0);
});

test('the run time is the sum over the parts of a period, and never longer than the period', () => {
  const instant = fc.integer({ min: -10 * HOUR, max: 10 * HOUR }).map((ms) => millis(now + ms));
  const run = fc.tuple(instant, instant).map(([a, b]): FanRun => {
    const [onAt, until] = a < b ? [a, b] : [b, a];
    return { onAt, offAt: until, endedByPowerOutage: false, countedUntil: until, isRunning: false };
  });
  fc.assert(
    fc.property(run, instant, instant, instant, (fanRun, a, b, c) => {
      const [from, middle, to] = [a, b, c].sort((x, y) => x - y) as [typeof a, typeof b, typeof c];
      const all = sumRunTime([fanRun], { from, to });
      expect(all).toBe(
        sumRunTime([fanRun], { from, to: middle }) + sumRunTime([fanRun], { from: middle, to }),
      );
      expect(all).toBeGreaterThanOrEqual(0);
      expect(all).toBeLessThanOrEqual(Math.min(to - from, fanRun.countedUntil - fanRun.onAt));
    }),
  );
});

test('energy is power multiplied by time, and its cost is energy multiplied by the price', () => {
  const time = 90 * MINUTE;
  expect(calculateEnergyAndCost(time, { powerKw: 8, pricePerKwh: 0.25 })).toEqual({
    energyKwh: 12,
    cost: 3,
  });
  expect(calculateEnergyAndCost(time, { powerKw: 8, pricePerKwh: 0 }).cost).toBe(0);
  expect(calculateEnergyAndCost(time, { powerKw: 8, pricePerKwh: null })).toEqual({
    energyKwh: 12,
    cost: null,
  });
  expect(calculateEnergyAndCost(time, { powerKw: null, pricePerKwh: 0.25 })).toEqual({
    energyKwh: null,
    cost: null,
  });
});
