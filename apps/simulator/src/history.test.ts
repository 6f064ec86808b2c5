import { fanFrame as fanFrameSchema } from '@granary/contract/boards/frame';
import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { createDemoModel } from '../test/support/demo-models.ts';
import { advanceBin, createEmptyBin } from './board/bin.ts';
import { HISTORY_DAYS } from './demo/fleet.ts';
import type { Frame } from './frame.ts';
import { createHistory, simulateFramesBetween } from './history.ts';

const ANCHOR = millis(Date.UTC(2026, 9, 14, 19, 5));
const listReadings = (frames: Iterable<Frame>) =>
  [...frames].filter(({ kind }) => kind === 'temp-data');

describe('the history of the demo', () => {
  const history = createHistory(createDemoModel('North', ANCHOR), ANCHOR, HISTORY_DAYS);
  const weeks = Array.from({ length: history.weekCount }, (_, week) => [
    ...history.simulateWeek(week),
  ]);
  const allFrames = weeks.toReversed().flat();

  it('has a reading for each hour, and for every ten minutes of the last day', () => {
    const expected = (HISTORY_DAYS - 1) * 24 + 24 * 6;
    expect(Math.abs(listReadings(allFrames).length - expected)).toBeLessThanOrEqual(6);
  });

  it('goes back at least a year and a month, but less than 400 days', () => {
    const days = (ANCHOR - (listReadings(allFrames)[0]?.at ?? 0)) / DAY;
    expect(days).toBeGreaterThan(364 + 30);
    expect(days).toBeLessThan(400);
  });

  it('has no gaps or duplicates between weeks', () => {
    const readingTimes = listReadings(allFrames).map(({ at }) => at);
    for (let i = 1; i < readingTimes.length; i++) {
      const gap = (readingTimes[i] ?? 0) - (readingTimes[i - 1] ?? 0);
      expect(gap === HOUR || gap === 10 * MINUTE).toBe(true);
    }
    expect(ANCHOR - (readingTimes.at(-1) ?? 0)).toBeLessThan(10 * MINUTE);
  });

  it('is the same when a week is simulated again', () => {
    expect([...history.simulateWeek(20)]).toEqual(weeks[20]);
  });

  it('ends with the current state of the bin', () => {
    expect(history.finalState.grain.at).toBe(ANCHOR);
  });
});

it('reports each start and stop of a fan in order', () => {
  const history = createHistory(createDemoModel('Coteau 3', ANCHOR), ANCHOR, 28);
  const frames = [3, 2, 1, 0].flatMap((week) => [...history.simulateWeek(week)]);
  const fanStates = frames
    .filter(({ kind }) => kind === 'fan-data')
    .map(({ text }) => fanFrameSchema.parse(JSON.parse(text)).fan);
  expect(fanStates.length).toBeGreaterThan(50);
  fanStates.forEach((fan, i) => {
    if (i > 0) expect(fan).not.toBe(fanStates[i - 1]);
  });
});

it('an offline bin stops reporting 26 hours before the anchor', () => {
  const model = createDemoModel('Home 6', ANCHOR);
  const history = createHistory(model, ANCHOR, 7);
  const last = listReadings(history.simulateWeek(0)).at(-1);
  expect(ANCHOR - (last?.at ?? 0)).toBeGreaterThanOrEqual(26 * HOUR);
  expect(ANCHOR - (last?.at ?? 0)).toBeLessThan(28 * HOUR);
  const later = millis(ANCHOR + 3 * DAY);
  expect([...simulateFramesBetween(model, history.finalState, later, later)]).toEqual([]);
});

it('sends -200 for a missing sensor', () => {
  const model = createDemoModel('Home 2', ANCHOR);
  const from = advanceBin(model, createEmptyBin(model), millis(ANCHOR - HOUR));
  const [frame] = simulateFramesBetween(model, from, ANCHOR, ANCHOR);
  expect(JSON.parse(frame?.text ?? '').temp_reading[1][5]).toBe(-200);
});
