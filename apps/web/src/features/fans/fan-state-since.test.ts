import type { FanEvent } from '@granary/contract/fans/http';
import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { findFanStateStart } from './fan-state-since.ts';

const [onAt, offAt] = [millis(1_000), millis(5_000)];
const runningFan = { isAttached: true, isRunning: true, since: null } as const;
const onEvent: FanEvent = {
  type: 'on',
  at: onAt,
  onAt,
  offAt: null,
  durationS: null,
  endedByPowerOutage: false,
};
const offEvent: FanEvent = {
  type: 'off',
  at: offAt,
  onAt,
  offAt,
  durationS: 4,
  endedByPowerOutage: false,
};

it('returns the start of the current run', () => {
  expect(findFanStateStart(runningFan, onEvent)).toBe(onAt);
});

it('ignores a finished run', () => {
  expect(findFanStateStart(runningFan, offEvent)).toBeNull();
  expect(findFanStateStart(runningFan, null)).toBeNull();
});

it("prefers the start time in the fan's state, and ignores events while the fan is off", () => {
  expect(findFanStateStart({ ...runningFan, since: offAt }, onEvent)).toBe(offAt);
  expect(findFanStateStart({ ...runningFan, isRunning: false }, onEvent)).toBeNull();
});
