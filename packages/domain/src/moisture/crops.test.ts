import { expect, test } from 'vitest';
import { cropNames, defaultConstantSet, isCropName, isOilseed } from './crops.ts';

test('all but peas and sunflower have constants', () => {
  const without = cropNames.filter((crop) => defaultConstantSet(crop) === null);
  expect(without).toEqual(['Peas', 'Sunflower Seeds', 'Sunflower Hulls', 'Sunflower Kernels']);
});

test.each([
  ['Wheat', 'wheat-hard-henderson'],
  ['Hard Red Winter Wheat', 'wheat-hard-henderson'],
  ['Hard Red Spring Wheat', 'wheat-hard-henderson'],
  ['Durum Wheat', 'wheat-durum-oswin'],
  ['Soybeans', 'soybean-halsey'],
  ['Canola', 'canola-henderson'],
  ['Rice Long Grain USA', 'rice-rough-long-henderson'],
])('%s uses %s', (crop, id) => {
  expect(defaultConstantSet(crop)?.id).toBe(id);
});

test('a crop of another name has no constants and is no oilseed', () => {
  expect(isCropName('Quinoa')).toBe(false);
  expect(isCropName('toString')).toBe(false);
  expect(defaultConstantSet('Quinoa')).toBeNull();
  expect(isOilseed('Quinoa')).toBe(false);
});

test('oilseeds are sunflower, flax and canola', () => {
  expect(cropNames.filter(isOilseed)).toEqual([
    'Canola',
    'Flax',
    'Sunflower Seeds',
    'Sunflower Hulls',
    'Sunflower Kernels',
  ]);
});
