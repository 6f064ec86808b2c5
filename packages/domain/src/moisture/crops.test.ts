import { expect, test } from 'vitest';
import { cropNames, getCropGrain, isCropName, isOilseed } from './crops.ts';

test('an added crop has no grain type and is not an oilseed', () => {
  expect(isCropName('Quinoa')).toBe(false);
  expect(isCropName('toString')).toBe(false);
  expect(getCropGrain('Quinoa')).toBeNull();
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
