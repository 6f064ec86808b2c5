import type { HotSince } from '@granary/contract/bins/http';
import type { Finding } from '@granary/domain/bins/state';
import { HOUR, millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { makeFormats } from '../lib/format.ts';
import en from '../locales/en.json';
import { describeFinding } from './describe-finding.ts';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

const now = millis(Date.UTC(2026, 9, 14, 14, 22));
const hot: Finding = {
  kind: 'hot-spot',
  cable: 3,
  position: 6,
  depth: 11,
  temperature: 31.4,
  excess: 11.3,
  limit: 5,
  co2: null,
};

const formatFinding = (
  finding: Finding,
  hotSince: HotSince,
  cables: readonly { cable: number; name: string }[] = [],
) =>
  describeFinding(finding, {
    t: i18n.t,
    cables,
    format: makeFormats('en-GB', 'UTC'),
    unit: 'c',
    now,
    hotSince,
    readAt: millis(now - HOUR),
  });

it('a hot spot shows its first day if that is known for its cable, otherwise the time of the reading', () => {
  const since = { cable: 3, day: '2026-10-12', ratePerDay: null };
  expect(formatFinding(hot, since).since).toMatch(/^Began Mon,? 12 Oct$/);
  expect(formatFinding(hot, null).since).toBe('As of 13:22');
  expect(formatFinding(hot, { ...since, cable: 2 }).since).toBe('As of 13:22');
  expect(formatFinding({ kind: 'battery-low', percent: 12, limit: 20 }, since).since).toBe(
    'As of 13:22',
  );
});

it('findings identify cables by name and sensors by row from the top', () => {
  const north = [
    { cable: 3, name: 'North' },
    { cable: 4, name: '' },
  ];
  expect(formatFinding(hot, null).detail).toBe(
    'Cable 3, row 11 from the top: 31.4\u00a0°C, 11.3° above the others',
  );
  expect(formatFinding(hot, null, north).detail).toMatch(/^North, row 11 from the top: /);
  const unreadable = (cables: number[]) =>
    formatFinding({ kind: 'cable-address', cables }, null, north).detail;
  expect(unreadable([4])).toBe('Cable 4 has no valid cable ID.');
  expect(unreadable([3, 4])).toBe('North and Cable 4 have no valid cable ID.');
});

it('a hot spot includes the CO2 that it causes', () => {
  const co2 = { level: 'warning', value: 1_118, limit: 1_000 } as const;
  const { title, detail } = formatFinding({ ...hot, co2 }, null);
  expect(title).toBe('Hot spot and high CO₂');
  expect(detail).toMatch(/: 31\.4\u00a0°C, 11\.3° above the others; CO₂ 1,118 ppm$/);
});

it('CO2 that a fan has blown out is not described as above its limit', () => {
  const co2 = { kind: 'co2', level: 'warning', limit: 1_000 } as const;
  expect(formatFinding({ ...co2, value: 1_200 }, null).detail).toMatch(
    /^1,200.* for an hour or more$/,
  );
  expect(formatFinding({ ...co2, value: 430 }, null).detail).toMatch(
    /^430.* now, .* in the past day$/,
  );
});

it('wet grain is described by its row', () => {
  const finding = { kind: 'wet-grain', depth: 5, value: 81.6, limit: 70 } as const;
  expect(formatFinding(finding, null)).toMatchObject({
    title: 'Wet grain',
    detail: 'Row 5 from the top: 82\u00a0% humidity, limit 70\u00a0%',
  });
});

it('names who acknowledged the alerts of a finding once all are acknowledged', () => {
  const alert = (rule: 'hot-spot' | 'co2-risk', by: string | null) => ({
    rule,
    severity: 'critical' as const,
    since: now,
    value: 11,
    limit: 5,
    sensor: null,
    ...(by !== null && { acknowledged: { by, at: millis(now - HOUR) } }),
  });
  const response = (...alerts: ReturnType<typeof alert>[]) =>
    formatFinding({ ...hot, alerts }, null).response;
  expect(formatFinding(hot, null).response).toBe('');
  expect(response(alert('hot-spot', null))).toBe('');
  expect(response(alert('hot-spot', 'Anneke Dueck'), alert('co2-risk', null))).toBe('');
  expect(response(alert('hot-spot', 'Anneke Dueck'))).toMatch(
    /^Acknowledged by Anneke Dueck, .*13:22$/,
  );
});
