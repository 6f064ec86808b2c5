import { defaultConstantSet } from '@granary/domain/moisture/constant-sets';
import { cropNames } from '@granary/domain/moisture/crops';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../locales/en.json';
import { noMoistureWords, sourceWords } from './moisture-source.ts';

const i18n = i18next.createInstance();

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

describe('what a moisture comes from', () => {
  it.each([
    ['wheat-hard-henderson', 'Reckoned by the Henderson equation for Wheat.'],
    ['wheat-durum-oswin', 'Reckoned by the Oswin equation for Durum Wheat.'],
    ['table-12', 'Reckoned by an uploaded table.'],
  ])('is told of %s', (source, words) => {
    expect(sourceWords(source, i18n.t)).toBe(words);
  });

  it('is told of every crop that has constants', () => {
    const sets = cropNames.map((crop) => defaultConstantSet(crop)).filter((set) => set !== null);
    for (const { id } of sets) expect(sourceWords(id, i18n.t)).toContain('equation for');
  });

  it('is missed in words for crops that have none, unless humidity is wished anyhow', () => {
    const cables = [
      { crop: 'Wheat', moistureSource: 'wheat-hard-henderson' },
      { crop: 'Peas', moistureSource: null },
      { crop: 'Peas', moistureSource: null },
      { crop: null, moistureSource: null },
    ];
    expect(noMoistureWords(false, cables, i18n.t)).toBe(
      'No moisture is known for Peas: humidity shows instead.',
    );
    expect(noMoistureWords(true, cables, i18n.t)).toBeNull();
    for (const told of [cables.slice(0, 1), cables.slice(3)]) {
      expect(noMoistureWords(false, told, i18n.t)).toBeNull();
    }
  });
});
