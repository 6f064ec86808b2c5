import { millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { makeBinSummary } from '../../../features/bins/bin-summary.fixture.ts';
import { makeFormats } from '../../../lib/format.ts';
import en from '../../../locales/en.json';
import { toReportRow } from './report-row.ts';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

const context = {
  t: i18n.t,
  format: makeFormats('en-US', 'America/Winnipeg'),
  now: millis(Date.UTC(2026, 9, 14, 19, 20)),
};

function toRow(changes: Parameters<typeof makeBinSummary>[0]) {
  const bin = makeBinSummary(changes);
  return toReportRow({ bin, findings: bin.findings, state: 'ok' }, context);
}

describe('a bin in the report', () => {
  it('has its quantity, its grain values and the local time of its reading', () => {
    expect(toRow({ latest: makeExampleReading({ grainAverageTemperature: 12.84 }) })).toMatchObject(
      {
        crop: 'Wheat',
        fill: '71.6\u00a0%',
        bushels: '5,728',
        tonnes: '155.9',
        isEntered: true,
        grain: { averageTemperature: '12.8\u00a0°C' },
        readAt: expect.stringMatching(/^9:20\sAM$/),
      },
    );
  });

  it('explains why there are no values', () => {
    expect(toRow({ latest: null, volume: null })).toMatchObject({
      fill: 'Unknown',
      bushels: '–',
      tonnes: '–',
      grain: 'No reading yet',
      readAt: 'Never',
    });
    expect(toRow({ volume: 0 })).toMatchObject({
      crop: 'Empty',
      tonnes: '0.0',
      isEntered: false,
      grain: 'Empty',
    });
    const none = { temperatures: [[null, null]], humidities: [[null, null]] };
    expect(toRow({ latest: makeExampleReading(none) }).grain).toBe('No sensor values');
    expect(toRow({ latest: makeExampleReading({ fillPercent: 3 }) }).grain).toBe(
      'No sensors under grain',
    );
  });

  it('shows humidity if the crop has no moisture equation', () => {
    const latest = makeExampleReading({ grainAverageMoisture: null, grainAverageHumidity: 61 });
    expect(toRow({ crop: 'Peas', latest }).grain).toMatchObject({
      averageMoisture: expect.stringMatching(/^61\s% RH$/),
      wettest: '–',
    });
  });

  it('has no bushels if it is measured in tonnes', () => {
    expect(toRow({ cropUnit: 'tonnes', volume: 155.9 })).toMatchObject({
      bushels: '–',
      tonnes: '155.9',
    });
  });
});
