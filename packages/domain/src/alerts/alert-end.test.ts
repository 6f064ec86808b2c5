import { describe, expect, it } from 'vitest';
import { createTestAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import type { AlertRule } from './alert.ts';
import { findAlertEnd } from './alert-end.ts';
import { foldReading } from './fold.ts';
import { NO_ALERT_MEMORY } from './memory.ts';

const settings = createTestAlertSettings({
  temperature: 30,
  co2: 1_000,
  minLevel: 20,
  maxLevel: 80,
});

/**
 * Folds two readings with these values; returns the rule's alert after the second, or null if it has ended.
 */
function foldTwoReadings(rule: AlertRule, values: readonly [number, number]) {
  const [first, second] = values.map((value, minute) => ({
    reading: testReading([[rule === 'temperature' ? value : 10]], {
      at: 1_700_000_000_000 + minute * 60_000,
      scalars: { co2: rule === 'co2' ? value : null },
    }),
    fillPercent: rule.startsWith('level') ? value : 50,
  }));
  if (!first || !second) throw new Error('no readings');
  const raised = foldReading(NO_ALERT_MEMORY, first, settings);
  const after = foldReading(raised, second, settings);
  return after.open.find((alert) => alert.rule === rule) ?? null;
}

describe('the end of an alert', () => {
  it.each<[AlertRule, raised: number, inside: number, end: number]>([
    ['temperature', 30, 29.5, 29],
    ['co2', 1_000, 954, 900],
    ['level-low', 19, 21, 22],
    ['level-high', 81, 79, 78],
  ])('for the rule %s is the value at which the rule ends it', (rule, raised, inside, end) => {
    const open = foldTwoReadings(rule, [raised, inside]);
    expect(open && findAlertEnd(open)).toMatchObject({ value: end, afterMs: 0 });
    expect(foldTwoReadings(rule, [raised, end])).toBeNull();
  });

  it('is unknown for a value outside its limit, and for a rule without values', () => {
    expect(findAlertEnd({ rule: 'co2', value: 1_000, limit: 1_000 })).toBeNull();
    expect(findAlertEnd({ rule: 'level-low', value: 19, limit: 20 })).toBeNull();
    expect(findAlertEnd({ rule: 'board-error', value: null, limit: null })).toBeNull();
  });
});
