import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { makeBinWithSettings } from '../bins/settings/bin.fixture.ts';
import { buildInfoCards } from './info-cards.ts';
import { formatPlenum } from './picture-labels.ts';

const i18n = i18next.createInstance();
const format = makeFormats('en-GB', 'UTC');

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

const normalizeSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the info cards', () => {
  const buildCards = (changes: Partial<Reading>, bin: Partial<Bin> = {}) =>
    buildInfoCards(makeBinWithSettings(bin), makeExampleReading(changes), null, {
      t: i18n.t,
      format,
    }).map(({ label, value, unit }) => [label, normalizeSpaces(`${value} ${unit}`)]);

  it('show the measured values', () => {
    const wind = { windSpeed: 3.2, windPressure: 740 };
    expect(buildCards(wind, { plenumSensorAttached: true })).toEqual([
      ['Hottest', '15.3 °C'],
      ['Average', '14.7 °C'],
      ['Max moisture', '13.4 %'],
      ['Humidity', '62 % RH'],
      ['CO₂', '460 ppm'],
      ['Fill', '76.4 %'],
      ['Plenum', expect.stringContaining('3.2')],
      ['Battery', '86 %'],
    ]);
  });

  it('leave out missing values, and values that the bin does not measure', () => {
    const noValues = { temperatures: [[null, null]], humidities: [[null, null]], moistures: [[]] };
    const scalars = { co2: null, isLevelKnown: false, battery: null };
    expect(buildCards({ ...noValues, ...scalars })).toEqual([]);
    expect(buildCards({ isLevelKnown: false }).map(([label]) => label)).not.toContain('Fill');
  });

  it('show any measured plenum value', () => {
    const buildPlenumCards = (changes: Partial<Reading>) =>
      buildCards(changes, { plenumSensorAttached: true }).filter(([label]) =>
        label?.startsWith('Plenum'),
      );
    expect(buildPlenumCards({ windPressure: 740 })).toEqual([['Plenum', '740 Pa']]);
    expect(buildPlenumCards({ windTemperature: 12.5 })).toEqual([['Plenum', '12.5 °C']]);
    expect(buildPlenumCards({ windPressurePlenum2: 20, windTemperature: 12.5 })).toEqual([
      ['Plenum 2', '20 Pa'],
    ]);
    expect(buildPlenumCards({})).toEqual([]);
    const formatPlenumText = (changes: Partial<Reading>) => {
      const bin = makeBinWithSettings({ plenumSensorAttached: true });
      return normalizeSpaces(
        formatPlenum(bin, makeExampleReading(changes), { t: i18n.t, format })?.long ?? '',
      );
    };
    expect(formatPlenumText({ windPressure: 740, windTemperature: 12.5 })).toBe('740 Pa · 12.5 °C');
    expect(formatPlenumText({})).toContain('no data');
  });

  it('show whether the wettest grain is above its limit', () => {
    const findMoistureCard = (cropName: string | null) =>
      buildInfoCards(makeBinWithSettings({ crop: cropName }), makeExampleReading(), null, {
        t: i18n.t,
        format,
      }).find(({ key }) => key === 'moisture');
    expect(findMoistureCard('Wheat')).toMatchObject({ isAboveLimit: false });
    expect(findMoistureCard('Wheat')?.explanation).toMatch(/^Limit /);
    expect(findMoistureCard('Canola')).toMatchObject({ isAboveLimit: true });
    expect(findMoistureCard('Canola')?.explanation).toMatch(/^Above the limit of /);
  });

  it('are in whole °F if the bin uses °F', () => {
    expect(buildCards({}, { temperatureUnit: 'f' })[0]).toEqual(['Hottest', '60 °F']);
  });
});
