import { expect, test } from 'vitest';
import { findModelAndCrop, getDefaultConstantSet } from './constant-sets.ts';
import { cropNames } from './crops.ts';

test('every crop except peas and sunflower has constants', () => {
  const cropsWithoutSet = cropNames.filter((crop) => getDefaultConstantSet(crop) === null);
  expect(cropsWithoutSet).toEqual([
    'Peas',
    'Sunflower Seeds',
    'Sunflower Hulls',
    'Sunflower Kernels',
  ]);
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
  expect(getDefaultConstantSet(crop)?.id).toBe(id);
});

test('an added crop has no constants', () => {
  expect(getDefaultConstantSet('Quinoa')).toBeNull();
});

test('finds the equation of a set and the first crop that uses it', () => {
  expect(findModelAndCrop('wheat-hard-henderson')).toEqual({ model: 'henderson', crop: 'Wheat' });
  expect(findModelAndCrop('soybean-halsey')).toEqual({ model: 'halsey', crop: 'Soybeans' });
  for (const id of ['table-1', 'wheat-soft-henderson', '']) expect(findModelAndCrop(id)).toBeNull();
});
