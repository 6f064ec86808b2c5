import { toScalars } from '@granary/domain/readings/scalars';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { describe, expect, it, test } from 'vitest';
import { toFanSituation } from './fan-state.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 20));
const before = (ms: number) => millis(now - ms);
const bin = { fanAttached: true, plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };

/** What is known about a fan that turned on, from a reading of a plenum with still air. */
function situation(readAt: Millis, since: Millis, reportedAt = since, isOn = true) {
  const scalars = toScalars((name) => (name === 'windSpeed' ? 0.2 : null));
  const report = { since: new Date(since), reportedAt: new Date(reportedAt) };
  const reported = { binId: 1, isOn, ...report };
  const contact = { usualIntervalMs: HOUR, now };
  return toFanSituation(bin, { at: readAt, scalars }, reported, contact);
}

describe('the airflow of a fan that turned on', () => {
  it('is unknown until a reading after the report', () => {
    expect(situation(before(5 * MINUTE), before(MINUTE)).hasAirflow).toBeNull();
    expect(situation(before(MINUTE), before(5 * MINUTE)).hasAirflow).toBe(false);
  });

  it('is known from the arrival of the report if the clock of the board is ahead', () => {
    const { hasAirflow } = situation(before(MINUTE), millis(now + HOUR), before(5 * MINUTE));
    expect(hasAirflow).toBe(false);
  });
});

test('a fan without airflow is on according to the newest report, until that is old', () => {
  const on = situation(before(MINUTE), before(5 * HOUR));
  expect(on).toMatchObject({ current: { running: false }, isReportedOn: true });
  expect(situation(before(3 * HOUR), before(5 * HOUR)).isReportedOn).toBe(false);
  const since = before(5 * HOUR);
  expect(situation(before(MINUTE), since, since, false).isReportedOn).toBe(false);
});
