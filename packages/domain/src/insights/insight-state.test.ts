import { expect, test } from 'vitest';
import type { AlertSummary } from '../alerts/alert.ts';
import type { Finding } from '../bins/state.ts';
import { millis } from '../units.ts';
import { findInsightState } from './insight-state.ts';

const alert = (rule: AlertSummary['rule'], severity: AlertSummary['severity']): AlertSummary => ({
  rule,
  severity,
  since: millis(0),
  value: 9,
  limit: 5,
  sensor: null,
});
const spot = { cable: 1, position: 2, depth: 2, temperature: 26, excess: 9, limit: 5 };

test('an insight has the severity of the worst finding about it', () => {
  const wet: Finding = { kind: 'wet-grain', depth: 2, value: 81, limit: 70 };
  const warm: Finding = { kind: 'temperature-insight', value: 24, limit: 20 };
  const hot: Finding = { kind: 'alert', alert: alert('temperature', 'critical') };
  expect(findInsightState([wet, warm, hot], 'temperature')).toBe('critical');
  expect(findInsightState([wet, warm, hot], 'humidity')).toBe('watch');
  expect(findInsightState([wet, warm, hot], 'warming')).toBeNull();
  expect(findInsightState([wet], 'temperature', 'humidity')).toBe('watch');
  const used: Finding = { kind: 'alert', alert: alert('storage-time', 'warning') };
  expect(findInsightState([used], 'storage-time')).toBe('warning');
});

test('a hot spot and the CO2 that it causes have their own severities', () => {
  const co2 = { level: 'watch', value: 700, limit: 600 } as const;
  const alerts = [alert('hot-spot', 'warning'), alert('co2-risk', 'critical')];
  const findings: Finding[] = [{ kind: 'hot-spot', ...spot, co2, alerts }];
  expect(findInsightState(findings, 'warming')).toBe('warning');
  expect(findInsightState(findings, 'co2')).toBe('critical');
  expect(findInsightState([{ kind: 'hot-spot', ...spot, co2: null }], 'co2')).toBeNull();
});
