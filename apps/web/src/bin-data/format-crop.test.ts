import { cropNames } from '@granary/domain/moisture/crops';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import { formatCrop } from './format-crop.ts';

async function loadTexts(translation: object) {
  const instance = createInstance();
  await instance.init({ lng: 'xx', resources: { xx: { translation } }, returnEmptyString: false });
  return instance.t;
}

test('a built-in crop is translated, and unchanged in English', async () => {
  const [english, german] = [await loadTexts(en), await loadTexts(de)];
  expect(cropNames.map((name) => formatCrop(name, english))).toEqual(cropNames);
  expect(formatCrop('Corn', german)).toBe('Mais');
  expect(formatCrop('Rice Long Grain USA', german)).toBe('Langkornreis USA');
});

test('an added crop is never translated', async () => {
  const german = await loadTexts(de);
  for (const name of ['Quinoa', 'corn', '', 'toString', '$t(title)', '{{name}}', 'a.b']) {
    expect(formatCrop(name, german)).toBe(name);
  }
});
