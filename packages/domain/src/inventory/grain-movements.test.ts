import { expect, it } from 'vitest';
import { sumMovementsByCrop } from './grain-movements.ts';

const wheat = { crop: 'Wheat', cropUnit: 'bushels' as const };

it('totals loads and unloads by crop, in tonnes', () => {
  const [first, second, ...others] = sumMovementsByCrop([
    { ...wheat, loaded: 1_000, unloaded: 0 },
    { ...wheat, cropUnit: 'tonnes', loaded: 0, unloaded: 10 },
    { ...wheat, loaded: 500, unloaded: 0 },
    { ...wheat, crop: 'Canola', loaded: 0, unloaded: 200 },
  ]);
  // 60 pounds per bushel.
  expect(first?.crops).toEqual(['Wheat']);
  expect(first?.loaded?.tonnes).toBeCloseTo((1_500 * 60 * 0.45359237) / 1_000, 6);
  expect(first?.unloaded?.tonnes).toBe(10);
  expect(second).toMatchObject({ crops: ['Canola'], loaded: null, unloaded: { bushels: 200 } });
  expect(others).toEqual([]);
});

it('does not combine bushels and tonnes of a crop without a test weight', () => {
  const quinoa = { crop: 'Quinoa', loaded: 0 };
  expect(
    sumMovementsByCrop([
      { ...quinoa, cropUnit: 'bushels', unloaded: 500 },
      { ...quinoa, cropUnit: 'tonnes', unloaded: 3 },
    ]),
  ).toMatchObject([
    { loaded: null, unloaded: { tonnes: 3 } },
    { loaded: null, unloaded: { tonnes: null, bushels: 500 } },
  ]);
});

it('lists nothing when nothing was moved', () => {
  expect(sumMovementsByCrop([{ ...wheat, loaded: 0, unloaded: 0 }])).toEqual([]);
});
