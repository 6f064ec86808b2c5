import type { FanEvent } from '@granary/contract/fans/http';
import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { findFanStateStart } from './fan-state-since.ts';

const [onAt, offAt] = [millis(1_000), millis(5_000)];
const runs = { attached: true, running: true, since: null } as const;
const on: FanEvent = {
  type: 'on',
  at: onAt,
  onAt,
  offAt: null,
  durationS: null,
  isPowerOutage: false,
};
const off: FanEvent = { type: 'off', at: offAt, onAt, offAt, durationS: 4, isPowerOutage: false };

it('takes the start of the current run', () => {
  expect(findFanStateStart(runs, on)).toBe(onAt);
});

it('ignores a finished run', () => {
  expect(findFanStateStart(runs, off)).toBeNull();
  expect(findFanStateStart(runs, null)).toBeNull();
});

it("prefers the fan's state, and uses only that while the fan is off", () => {
  expect(findFanStateStart({ ...runs, since: offAt }, on)).toBe(offAt);
  expect(findFanStateStart({ ...runs, running: false }, on)).toBeNull();
});
