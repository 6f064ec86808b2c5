import { millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import ru from '../../locales/ru.json';
import { describeLoad } from './describe-load.ts';

const i18n = createInstance();
await i18n.init({ resources: { en: { translation: en }, ru: { translation: ru } } });

const at = millis(Date.UTC(2026, 9, 14, 14));

it.each([
  ['en', 'load', 123, 'bushels', 'Load of 123 bushels'],
  ['en', 'unload', 1, 'tonnes', 'Unload of 1 tonne'],
  ['ru', 'unload', 500, 'bushels', 'Выгрузка: 500 бушелей'],
  ['ru', 'load', 2.5, 'tonnes', 'Загрузка: 2,5 тонны'],
] as const)('names an entry in %s: %s of %d %s', (language, type, volume, unit, expected) => {
  const context = { t: i18n.getFixedT(language), format: makeFormats(language) };
  expect(describeLoad({ type, volume, at }, unit, context)).toMatch(new RegExp(`^${expected}, `));
});
