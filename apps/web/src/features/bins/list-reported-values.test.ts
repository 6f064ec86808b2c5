import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { makeBinSummary } from './bin-summary.fixture.ts';
import { listReportedValues } from './list-reported-values.ts';

const i18n = createInstance();

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

type Changes = Parameters<typeof makeExampleReading>[0];

function listLabels(
  reading: Changes = {},
  bin: Parameters<typeof makeBinSummary>[0] = {},
): string[] {
  const fullReading = makeExampleReading(reading);
  const context = { t: i18n.t, format: makeFormats('en', 'UTC'), now: fullReading.at };
  return listReportedValues(makeBinSummary(bin), fullReading, context).map(({ label }) => label);
}

describe('the values that a bin reports in addition to its cables', () => {
  it('include each value', () => {
    const reading = { levelMm: 3_100, pressureCables: { X1: 4, X2: null } };
    expect(listLabels(reading, { loadMethod: 'pressure cable' })).toEqual([
      'Bin Name',
      'Bin load percentage',
      'CO2 Level',
      'Pressure Sensor Latest',
      'Battery',
      'Level sensor latest',
      'Last updated',
    ]);
  });

  it('leave out missing values and a fill level of zero', () => {
    const noValues = { co2: null, battery: null, levelMm: null };
    const minimum = ['Bin Name', 'Last updated'];
    expect(listLabels({ ...noValues, isLevelKnown: false })).toEqual(minimum);
    expect(listLabels({ ...noValues, fillPercent: 0 })).toEqual(minimum);
  });
});
