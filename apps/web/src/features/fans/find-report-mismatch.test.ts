import type { FanDetails } from '@granary/contract/commands/http';
import { expect, it } from 'vitest';
import { waitingCommand } from './fan-details.fixture.ts';
import { findReportMismatch } from './find-report-mismatch.ts';

type Row = readonly [
  isRunning: boolean | null,
  details: Pick<FanDetails, 'currentState' | 'reportedState' | 'hasAirflow'>,
  expected: ReturnType<typeof findReportMismatch>,
];

it.each<Row>([
  [false, { currentState: 'off', reportedState: 'on', hasAirflow: false }, 'noAir'],
  [false, { currentState: 'off', reportedState: 'on', hasAirflow: null }, 'onUnconfirmed'],
  [true, { currentState: 'on', reportedState: 'off', hasAirflow: true }, 'airMoving'],
  [true, { currentState: 'on', reportedState: 'off', hasAirflow: null }, 'offUnconfirmed'],
  [true, { currentState: 'on', reportedState: 'on', hasAirflow: true }, null],
  [false, { currentState: 'off', reportedState: 'off', hasAirflow: null }, null],
  [true, { currentState: 'on', reportedState: null, hasAirflow: true }, null],
  [false, { currentState: null, reportedState: 'on', hasAirflow: null }, null],
])('with isRunning %s and details %j, returns %s', (isRunning, details, expected) => {
  const fan = { isAttached: true, isRunning, since: null };
  expect(findReportMismatch(fan, { ...waitingCommand, ...details })).toBe(expected);
});
