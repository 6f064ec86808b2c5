import { expect, test } from 'vitest';
import { cropGrain, cropNames, isCropName, isOilseed } from './crops.ts';

test('a crop of another name is no grain and no oilseed that is known', () => {
  expect(isCropName('Quinoa')).toBe(false);
  expect(isCropName('toString')).toBe(false);
  expect(cropGrain('Quinoa')).toBeNull();
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
