import type { GrainRiskResponse } from '@granary/contract/insights/http';
import type { Finding } from '@granary/domain/bins/state';
import { riskReasons } from '@granary/domain/insights/risk-reasons';
import { millis } from '@granary/domain/units';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { makeBinWithSettings } from '../bins/settings/bin.fixture.ts';
import { buildGrainRiskRows } from './grain-risk-rows.ts';

const i18n = i18next.createInstance();
const format = makeFormats('en-GB', 'UTC');

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

const now = millis(Date.parse('2026-11-25T10:00:00Z'));
const normalizeSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

function buildRow(
  risk: Partial<GrainRiskResponse>,
  bin = makeBinWithSettings({}),
  findings: readonly Finding[] = [],
) {
  const noValues = { value: null, limit: null, change: null, daysLeft: null, since: null };
  const fullRisk: GrainRiskResponse = {
    kind: 'humidity',
    state: 'ok',
    reason: 'humidity-safe',
    ...noValues,
    cable: null,
    position: null,
    depth: null,
    source: 'NDSU',
    ...risk,
  };
  const [row] = buildGrainRiskRows([fullRisk], {
    bin,
    cables: [],
    findings,
    now,
    t: i18n.t,
    format,
  });
  return row;
}

describe('a grain risk', () => {
  it.each([
    [599, 3, 'Below 600 ppm. Trend over the past week: 3 ppm per day.'],
    [599, null, 'Below 600 ppm. The trend appears after five days of readings.'],
    [611, 3, 'At or above 600 ppm, but not rising steadily so far.'],
  ])('describes normal CO2 at %d ppm', (value, change, text) => {
    const row = buildRow({ kind: 'co2', reason: 'co2-normal', value, limit: 600, change });
    expect(normalizeSpaces(row?.text ?? '')).toBe(text);
  });

  it('is shown with its value, its reason, what to do and its source', () => {
    const row = buildRow({
      kind: 'storage-time',
      state: 'watch',
      reason: 'time-half-used',
      value: 61.4,
      limit: 50,
      daysLeft: 74.6,
      since: '2026-09-01',
      cable: 3,
      position: 2,
      depth: 2,
    });
    expect(row).toMatchObject({
      state: null,
      title: 'Safe storage time used',
      action: 'What to do: Dry, cool or sell this grain first.',
      source: 'Source: NDSU',
    });
    expect(normalizeSpaces(row?.value ?? '')).toBe('61 %');
    expect(normalizeSpaces(row?.text ?? '')).toBe(
      'More than half is used up at Cable 3, row 2 from the top. Time left under current conditions: 74 days.',
    );
  });

  it('has the severity of its finding, or no severity if there is no finding', () => {
    const risk = { kind: 'storage-time', reason: 'time-nearly-used', value: 83 } as const;
    const alert = { rule: 'storage-time', severity: 'warning', since: now, sensor: null } as const;
    const findings = [{ kind: 'alert', alert: { ...alert, value: 83, limit: 80 } }] as const;
    expect(buildRow(risk, makeBinWithSettings({}), findings)?.state).toBe('warning');
    expect(buildRow(risk)?.state).toBeNull();
    expect(buildRow({ kind: 'humidity', reason: 'humidity-wet-cold' })?.state).toBeNull();
    expect(
      buildRow({ kind: 'humidity', reason: 'humidity-safe' }, makeBinWithSettings({}), findings)
        ?.state,
    ).toBe('ok');
  });

  it('shows that no action is needed only if the bin has no findings', () => {
    const risk = { kind: 'storage-time', reason: 'time-left', value: 8 } as const;
    const findings = [{ kind: 'humidity-insight', value: 72, limit: 70 }] as const;
    expect(buildRow(risk)?.action).toBe('No action needed.');
    expect(buildRow(risk, makeBinWithSettings({}), findings)).toMatchObject({
      state: 'ok',
      action: '',
    });
  });

  it('shows less than a day of storage time in hours', () => {
    const row = buildRow({
      kind: 'storage-time',
      reason: 'time-nearly-used',
      value: 99,
      daysLeft: 0.6,
      since: '2026-09-01',
      cable: 1,
      position: 1,
      depth: 1,
    });
    expect(normalizeSpaces(row?.text ?? '')).toContain(
      'Time left under current conditions: 14 hours.',
    );
  });

  it('shows a storage time over 300 days as "more than 300 days"', () => {
    const row = buildRow({
      kind: 'storage-time',
      reason: 'time-left',
      value: 1,
      daysLeft: 4_500,
      since: '2026-09-01',
      cable: 1,
      position: 1,
      depth: 1,
    });
    expect(row?.text).toContain('more than 300 days');
  });

  it('that is unknown or turned off is never green and has no value', () => {
    for (const state of ['unknown', 'off'] as const) {
      expect(buildRow({ state, reason: 'no-humidity', value: 1 })).toMatchObject({
        state: 'unknown',
        value: '',
        action: '',
        source: '',
      });
    }
  });

  it("shows differences in the bin's unit", () => {
    const warmingRisk = {
      kind: 'warming',
      state: 'watch',
      reason: 'warming-sensor',
      value: 2.5,
      limit: 2,
      change: 2,
      cable: 1,
      position: 2,
      depth: 2,
    } as const;
    const row = buildRow(warmingRisk, makeBinWithSettings({ temperatureUnit: 'f' }));
    expect(normalizeSpaces(row?.text ?? '')).toBe(
      'Cable 1, row 2 from the top: warmed 4° more than the rest of its row in the past week.',
    );
    // The value is how much the sensor warmed, not how far it is above the others in its row.
    expect(normalizeSpaces(row?.value ?? '')).toBe('+4°');
  });

  it('has text for each reason', () => {
    for (const reason of riskReasons) expect(buildRow({ reason })?.text).not.toContain('risks.');
  });
});
