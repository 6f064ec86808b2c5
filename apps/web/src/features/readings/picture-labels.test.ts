import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { makeBinWithSettings } from '../bins/settings/bin.fixture.ts';
import { buildPictureLabels } from './picture-labels.ts';

const i18n = i18next.createInstance();
const format = makeFormats('en-GB', 'UTC');

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }));

describe('the picture labels', () => {
  it('list each crop of a sub-bin once', () => {
    const [cable] = makeExampleReading().cables;
    if (!cable) throw new Error('The reading has no cable.');
    const cables = ['Wheat', null, 'Canola', 'Canola'].map((crop, index) => ({
      ...cable,
      cable: index + 1,
      crop,
      subBin: index < 3 ? 1 : 2,
    }));
    const { subBin } = buildPictureLabels(
      makeBinWithSettings({ crop: 'Wheat' }),
      makeExampleReading({ cables }),
      [],
      [],
      {
        t: i18n.t,
        format,
      },
    );
    expect([subBin(1), subBin(2)]).toEqual(['Wheat and Canola', 'Canola']);
  });
});
