import type { FanDetails } from '@granary/contract/commands/http';
import { expect, it } from 'vitest';
import { waiting } from './fan-details.fixture.ts';
import { findReportMismatch } from './find-report-mismatch.ts';

type Row = readonly [
  running: boolean | null,
  details: Pick<FanDetails, 'current' | 'reported' | 'hasAirflow'>,
  expected: ReturnType<typeof findReportMismatch>,
];

it.each<Row>([
  [false, { current: 'off', reported: 'on', hasAirflow: false }, 'noAir'],
  [false, { current: 'off', reported: 'on', hasAirflow: null }, 'onUnconfirmed'],
  [true, { current: 'on', reported: 'off', hasAirflow: true }, 'airMoving'],
  [true, { current: 'on', reported: 'off', hasAirflow: null }, 'offUnconfirmed'],
  [true, { current: 'on', reported: 'on', hasAirflow: true }, null],
  [false, { current: 'off', reported: 'off', hasAirflow: null }, null],
  [true, { current: 'on', reported: null, hasAirflow: true }, null],
  [false, { current: null, reported: 'on', hasAirflow: null }, null],
])('with a fan shown as running: %s, and %j, returns %s', (running, details, expected) => {
  const fan = { attached: true, running, since: null };
  expect(findReportMismatch(fan, { ...waiting, ...details })).toBe(expected);
});
