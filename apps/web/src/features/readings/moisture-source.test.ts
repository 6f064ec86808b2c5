import { getDefaultConstantSet } from '@granary/domain/moisture/constant-sets';
import { cropNames } from '@granary/domain/moisture/crops';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SensorCell } from '../../bin-data/sensor-cables.ts';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { explainMissingMoisture, formatMoistureSource } from './moisture-source.ts';

const i18n = i18next.createInstance();

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

describe('the source of a moisture value', () => {
  it.each([
    ['wheat-hard-henderson', 'Calculated with the Henderson equation for Wheat.'],
    ['wheat-durum-oswin', 'Calculated with the Oswin equation for Durum Wheat.'],
    ['table-12', 'Calculated with an uploaded table.'],
  ])('is formatted for %s', (source, text) => {
    expect(formatMoistureSource(source, i18n.t)).toBe(text);
  });

  it('is formatted for every crop with constants', () => {
    const sets = cropNames.map((crop) => getDefaultConstantSet(crop)).filter((set) => set !== null);
    for (const { id } of sets) expect(formatMoistureSource(id, i18n.t)).toContain('equation for');
  });

  it('is reported as missing for cables that measure humidity, unless the bin is set to show humidity', () => {
    const cable = (number: number, moistureSource: string | null, humidity: number | null) => ({
      number,
      name: '',
      moistureSource,
      cells: [cell(humidity)],
    });
    const explain = (showsHumidity: boolean, ...cables: ReturnType<typeof cable>[]) =>
      explainMissingMoisture(showsHumidity, cables, {
        t: i18n.t,
        format: makeFormats('en-GB', 'UTC'),
      });
    const [cableWithMoisture, cableWithoutMoisture, cableWithoutHumidity] = [
      cable(1, 'wheat-hard-henderson', 60),
      cable(2, null, 60),
      cable(3, null, null),
    ];
    expect(
      explain(
        false,
        cableWithMoisture,
        cableWithoutMoisture,
        cable(4, null, 60),
        cableWithoutHumidity,
      ),
    ).toBe('Cable 2 and Cable 4: grain moisture is not available, so humidity is shown.');
    expect(explain(true, cableWithoutMoisture)).toBeNull();
    expect(explain(false, cableWithMoisture, cableWithoutHumidity)).toBeNull();
  });
});

function cell(humidity: number | null): SensorCell {
  return {
    position: 1,
    depth: 1,
    temperature: 10,
    moisture: null,
    isMoistureAboveRange: false,
    humidity,
    status: 'unmute',
    isInHeadspace: false,
  };
}
