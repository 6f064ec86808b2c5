import { HOUR, millis, SECOND } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { ClockReference } from './clock-reference.ts';

const NOW = millis(Date.parse('2026-11-24T05:00:00Z'));

function createClock() {
  let now = NOW;
  const clock = new ClockReference(() => now);
  return {
    clock,
    observe: (offsetMs: number, host = 'one.example', durationMs = 200) =>
      clock.observe(host, new Date(now - offsetMs).toUTCString(), durationMs),
    advance: (ms: number) => {
      now = millis(now + ms);
    },
  };
}

it('a clock that differs by no more than the duration of the request counts as correct', () => {
  const { clock, observe } = createClock();
  expect(clock.offsetMs).toBeNull();
  observe(0);
  expect(clock.offsetMs).toBe(0);
  observe(9 * SECOND, 'one.example', 10 * SECOND);
  expect(clock.offsetMs).toBe(0);
});

it('the offset of a clock is the difference minus the uncertainty of the comparison', () => {
  const { clock, observe } = createClock();
  observe(60 * SECOND);
  expect(clock.offsetMs).toBe(58.8 * SECOND);
  observe(-60 * SECOND);
  expect(clock.offsetMs).toBe(-60 * SECOND);
});

it('a single wrong server is ignored, and comparisons expire after an hour', () => {
  const { clock, observe, advance } = createClock();
  observe(300 * SECOND, 'wrong.example');
  observe(0, 'right.example');
  expect(clock.offsetMs).toBe(0);
  advance(HOUR + 1);
  expect(clock.offsetMs).toBeNull();
});

it('a header that is not a date is ignored', () => {
  const { clock } = createClock();
  clock.observe('one.example', 'yesterday', 0);
  expect(clock.offsetMs).toBeNull();
});
