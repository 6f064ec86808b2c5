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
  position: 11,
  temperature: 31.4,
  excess: 11.3,
  limit: 5,
};

const describeSince = (finding: Finding, hotSince: { cable: number; day: string } | null) =>
  describeFinding(finding, {
    t: i18n.t,
    format: makeFormats('en-GB', 'UTC'),
    unit: 'c',
    now,
    hotSince,
    readAt: millis(now - HOUR),
  }).since;

it('a hot spot shows the first day of the hot spot on its cable, otherwise the time of its reading', () => {
  const since = { cable: 3, day: '2026-10-12' };
  expect(describeSince(hot, since)).toMatch(/^Since Mon,? 12 Oct$/);
  expect(describeSince(hot, null)).toBe('As of 13:22');
  expect(describeSince(hot, { ...since, cable: 2 })).toBe('As of 13:22');
  expect(describeSince({ kind: 'battery-low', percent: 12, limit: 20 }, since)).toBe('As of 13:22');
});
