import { expect, test } from 'vitest';
import { cropNames } from '../moisture/crops.ts';
import { getTestWeight, toBushels, toTonnes } from './test-weights.ts';

/** Alberta Agriculture, Bushel / Tonne Converter (Canada Grains Council, 1999). */
const bushelsPerTonne = [
  ['Wheat', 36.744],
  ['Oats', 64.842],
  ['Barley', 45.93],
  ['Rye', 39.368],
  ['Flax', 39.368],
  ['Canola', 44.092],
  ['Corn', 39.368],
  ['Soybeans', 36.744],
  ['Peas', 36.744],
  ['Buckwheat', 45.93],
  ['Mustard', 44.092],
  ['Canary Seed', 44.092],
  ['Faba Beans', 36.744],
  ['Sunflower Seeds', 73.487],
] as const;

test.each(bushelsPerTonne)('%s has the published number of bushels in a tonne', (crop, bushels) => {
  const weight = getTestWeight(crop) ?? Number.NaN;
  expect(toBushels(1, 'tonnes', weight)).toBeCloseTo(bushels, 2);
  expect(toTonnes(bushels, 'bushels', weight)).toBeCloseTo(1, 4);
});

test('hulls, kernels and crops added under other names have no test weight', () => {
  expect(cropNames.filter((crop) => getTestWeight(crop) === null)).toEqual([
    'Sunflower Hulls',
    'Sunflower Kernels',
  ]);
  expect(['Quinoa', 'wheat', 'toString', ''].map(getTestWeight)).toEqual([null, null, null, null]);
});
