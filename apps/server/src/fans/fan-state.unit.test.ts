import { toScalars } from '@granary/domain/readings/scalars';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { toFanSituation } from './fan-state.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 20));
const before = (ms: number) => millis(now - ms);
const bin = { fanAttached: true, plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };

/** The airflow that is known of a fan that turned on, by a reading of a plenum with still air. */
function airflow(readAt: Millis, since: Millis, reportedAt = since): boolean | null {
  const scalars = toScalars((name) => (name === 'windSpeed' ? 0.2 : null));
  const report = { since: new Date(since), reportedAt: new Date(reportedAt) };
  const reported = { binId: 1, isOn: true, ...report };
  const contact = { usualIntervalMs: HOUR, now };
  return toFanSituation(bin, { at: readAt, scalars }, reported, contact).hasAirflow;
}

describe('the airflow of a fan that turned on', () => {
  it('is unknown until a reading after the report', () => {
    expect(airflow(before(5 * MINUTE), before(MINUTE))).toBeNull();
    expect(airflow(before(MINUTE), before(5 * MINUTE))).toBe(false);
  });

  it('is known from the arrival of the report of a board whose clock is ahead', () => {
    expect(airflow(before(MINUTE), millis(now + HOUR), before(5 * MINUTE))).toBe(false);
  });
});
