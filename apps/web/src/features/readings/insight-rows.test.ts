import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Finding } from '@granary/domain/bins/state';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { makeBinWithSettings } from '../bins/settings/bin.fixture.ts';
import { buildInsightRows } from './insight-rows.ts';

const i18n = i18next.createInstance();
const format = makeFormats('en-GB', 'UTC');

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

const normalizeSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the insights', () => {
  const buildRows = (
    changes: Partial<Reading>,
    bin: Partial<Bin> = {},
    findings: readonly Finding[] = [],
  ) =>
    buildInsightRows(
      makeBinWithSettings(bin),
      makeExampleReading(changes),
      { temperature: 25, humidity: 60 },
      findings,
      { t: i18n.t, format },
    );
  const listTitles = (...args: Parameters<typeof buildRows>) =>
    buildRows(...args).map(({ title }) => title);

  it('assess the hottest sensor, the average humidity and the outdoor air', () => {
    const hotValues = { temperatures: [[20.01, 9]], humidities: [[70, 72]] };
    expect(listTitles(hotValues)).toEqual([
      'Temperature: high risk',
      'Humidity: high',
      'Outside air: fair',
    ]);
    expect(listTitles({ ...hotValues, humidities: [[50, 51]] }, { crop: 'Flax' })[1]).toBe(
      'Humidity: watch',
    );
  });

  it('have the severity of the finding about the same value, or no severity if there is none', () => {
    const listStates = (changes: Partial<Reading>, findings: readonly Finding[] = []) =>
      buildRows(changes, {}, findings).map(({ state }) => state);
    const hotValues = { temperatures: [[20.01, 9]], humidities: [[70, 72]] };
    const limits = { value: 99, limit: 20 };
    const humidityFinding: Finding = { kind: 'humidity-insight', ...limits };
    expect(
      listStates(hotValues, [{ kind: 'temperature-insight', ...limits }, humidityFinding]),
    ).toEqual(['watch', 'watch', 'ok']);
    const spot = { cable: 1, position: 1, depth: 1, temperature: 20.01, excess: 6 };
    const hotSpot: Finding = { kind: 'hot-spot', ...spot, limit: 5, co2: null };
    expect(listStates(hotValues, [hotSpot])).toEqual(['watch', null, 'ok']);
    // Lists show a bin with these values as OK.
    const mildValues = { temperatures: [[16, 9]], humidities: [[65, 62]] };
    expect(listStates(mildValues)).toEqual([null, null, 'ok']);
    const coolValues = { temperatures: [[8, 7]], humidities: [[50, 52]] };
    expect(listStates(coolValues, [hotSpot])).toEqual(['ok', 'ok', 'ok']);
  });

  it('ignore the air above the grain and missing values', () => {
    const readingChanges = { temperatures: [[40, 12]], humidities: [[99, 50]] };
    expect(listTitles(readingChanges).slice(0, 2)).toEqual([
      'Temperature: high risk',
      'Humidity: high',
    ]);
    expect(listTitles({ ...readingChanges, fillPercent: 50 }).slice(0, 2)).toEqual([
      'Temperature: safe',
      'Humidity: good',
    ]);
    expect(listTitles({ ...readingChanges, fillPercent: 0 })).toEqual(['Outside air: fair']);
    expect(listTitles({ temperatures: [[null, null]], humidities: [[null, null]] })).toEqual([
      'Outside air: fair',
    ]);
  });

  it('recommend monitoring cold grain', () => {
    const [row] = buildRows({ temperatures: [[10, 4]] });
    expect(row?.title).toBe('Cold and stable');
    expect(normalizeSpaces(row?.text ?? '')).toBe(
      'Monitor for warming and condensation. The hottest sensor, 10.0 °C, is at or below 10 °C.',
    );
  });
});
