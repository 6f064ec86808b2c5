import { afterEach, expect, it, vi } from 'vitest';
import { FlowControl } from './flow-control.ts';

const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

function createFlow(bytesPerMinute = 1e9) {
  vi.useFakeTimers();
  const delivered: string[] = [];
  const flow = new FlowControl<string>(
    {
      frames: { perMinute: 60, burst: 3 },
      bytes: { perMinute: bytesPerMinute, burst: bytesPerMinute / 10 },
    },
    () => Date.now(),
  );
  const add = (name: string, { user = 'board', session = 'a', bytes = 10 } = {}) =>
    flow.add(user, session, bytes, () => delivered.push(name));
  return { flow, add, delivered };
}

it('delivers a burst at once, and later frames at the rate limit, in order', () => {
  const { add, delivered } = createFlow();
  const names = ['1', '2', '3', '4', '5', '6'];
  expect(names.map((name) => add(name))).toEqual([true, true, true, false, false, false]);
  expect(add('other user', { user: 'other' })).toBe(true);
  expect(delivered).toEqual(['1', '2', '3', 'other user']);
  vi.advanceTimersByTime(1_100);
  expect(delivered.at(-1)).toBe('4');
  vi.advanceTimersByTime(2_000);
  expect(delivered).toEqual(['1', '2', '3', 'other user', '4', '5', '6']);
  vi.advanceTimersByTime(MINUTE);
  expect(add('later')).toBe(true);
});

it('limits bytes as well as frames', () => {
  const { add, delivered } = createFlow(6_000);
  expect(add('large', { bytes: 600 })).toBe(true);
  expect(add('small')).toBe(false);
  vi.advanceTimersByTime(200);
  expect(delivered).toEqual(['large', 'small']);
});

it('drops the waiting frames of a session that ended', () => {
  const { flow, add, delivered } = createFlow();
  for (const name of ['1', '2', '3', '4']) add(name);
  add('5', { session: 'b' });
  flow.drop('board', 'a');
  vi.advanceTimersByTime(MINUTE);
  expect(delivered).toEqual(['1', '2', '3', '5']);
});
