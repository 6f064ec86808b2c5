import { toScalars } from '@granary/domain/readings/scalars';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { describe, expect, it, test } from 'vitest';
import { toFanSituation } from './fan-state.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 20));
const timeBeforeNow = (ms: number) => millis(now - ms);
const bin = { fanAttached: true, plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };

/** Derives the situation of a fan from a reading with still air in the plenum. */
function findSituation(readAt: Millis, since: Millis, reportedAt = since, isOn = true) {
  const scalars = toScalars((name) => (name === 'windSpeed' ? 0.2 : null));
  const report = { since: new Date(since), reportedAt: new Date(reportedAt) };
  const reported = { binId: 1, isOn, ...report };
  const contact = { usualIntervalMs: HOUR, now };
  return toFanSituation(bin, { at: readAt, scalars }, reported, contact);
}

describe('the airflow of a fan that turned on', () => {
  it('is unknown until a reading arrives after the report', () => {
    expect(findSituation(timeBeforeNow(5 * MINUTE), timeBeforeNow(MINUTE)).hasAirflow).toBeNull();
    expect(findSituation(timeBeforeNow(MINUTE), timeBeforeNow(5 * MINUTE)).hasAirflow).toBe(false);
  });

  it("is known once the report has arrived if the board's clock is ahead", () => {
    const { hasAirflow } = findSituation(
      timeBeforeNow(MINUTE),
      millis(now + HOUR),
      timeBeforeNow(5 * MINUTE),
    );
    expect(hasAirflow).toBe(false);
  });
});

test('a fan without airflow is reported as on while the newest report is recent', () => {
  const onSituation = findSituation(timeBeforeNow(MINUTE), timeBeforeNow(5 * HOUR));
  expect(onSituation).toMatchObject({ currentFan: { isRunning: false }, isReportedOn: true });
  expect(findSituation(timeBeforeNow(3 * HOUR), timeBeforeNow(5 * HOUR)).isReportedOn).toBe(false);
  const since = timeBeforeNow(5 * HOUR);
  expect(findSituation(timeBeforeNow(MINUTE), since, since, false).isReportedOn).toBe(false);
});
