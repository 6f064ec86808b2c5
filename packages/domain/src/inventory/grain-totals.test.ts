import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropNames } from '../moisture/crops.ts';
import { calculateTonnes, type StoredGrain, totalGrain } from './grain-totals.ts';

const bin = (crop: string | null, volume: number | null, overrides: Partial<StoredGrain> = {}) => ({
  crop,
  cables: [],
  cropUnit: 'bushels' as const,
  volume,
  ...overrides,
});

test('grain is totaled by crop in bushels and tonnes, and across all crops in tonnes only', () => {
  const totals = totalGrain([bin('Canola', 19_696), bin('Wheat', 25_000), bin('Wheat', 7_632)]);
  expect(totals.crops).toEqual([
    {
      crops: ['Wheat'],
      poundsPerBushel: 60,
      binCount: 2,
      bushels: 32_632,
      tonnes: expect.closeTo(888.1, 1),
    },
    {
      crops: ['Canola'],
      poundsPerBushel: 50,
      binCount: 1,
      bushels: 19_696,
      tonnes: expect.closeTo(446.7, 1),
    },
  ]);
  expect(totals.tonnes).toBeCloseTo(1334.8, 1);
});

test('bins in bushels and bins in tonnes are totaled in both units; if all are in tonnes, there is no total in bushels', () => {
  const inTonnes = bin('Wheat', 100, { cropUnit: 'tonnes' });
  expect(totalGrain([inTonnes, bin('Wheat', 3_674.37)]).crops).toMatchObject([
    { bushels: expect.closeTo(7_348.7, 0), tonnes: expect.closeTo(200, 1) },
  ]);
  expect(totalGrain([inTonnes]).crops).toMatchObject([{ bushels: null, tonnes: 100 }]);
});

test('grain without a test weight is totaled in its own unit, and the bins missing from the total are counted', () => {
  const totals = totalGrain([
    bin('Quinoa', 500),
    bin('Quinoa', 40, { cropUnit: 'tonnes' }),
    bin('Quinoa', 300),
    bin(null, 70),
  ]);
  expect(totals.crops).toMatchObject([
    { crops: ['Quinoa'], binCount: 1, bushels: null, tonnes: 40 },
    { crops: ['Quinoa'], binCount: 2, bushels: 800, tonnes: null },
    { crops: [null], binCount: 1, bushels: 70, tonnes: null },
  ]);
  expect(totals).toMatchObject({ tonnes: 40, binsInTonnes: 1, binsNotInTonnes: 3 });
});

test('the total is unknown if no quantity is known, and 0 only if all bins are empty', () => {
  expect(totalGrain([bin('Wheat', null), bin('Corn', 0)])).toMatchObject({
    crops: [],
    filledBins: 0,
    emptyBins: 1,
    unknownBins: 1,
    tonnes: null,
  });
  expect(totalGrain([bin('Quinoa', 500)]).tonnes).toBeNull();
  expect(totalGrain([bin('Quinoa', 0)]).tonnes).toBe(0);
});

test('a divided bin is counted under the combination of its crops, and in tonnes only if they have the same test weight', () => {
  const createDividedBin = (...crops: (string | null)[]) =>
    bin('Wheat', 1_000, { cables: crops.map((crop) => ({ crop })) });
  const totals = totalGrain([
    createDividedBin(null, 'Durum Wheat'),
    createDividedBin('Durum Wheat', 'Wheat'),
    createDividedBin(null, 'Canola'),
    createDividedBin('Canola', 'Canola'),
  ]);
  expect(totals.crops).toMatchObject([
    { crops: ['Durum Wheat', 'Wheat'], poundsPerBushel: 60, binCount: 2, bushels: 2_000 },
    { crops: ['Canola'], poundsPerBushel: 50, binCount: 1 },
    {
      crops: ['Canola', 'Wheat'],
      poundsPerBushel: null,
      binCount: 1,
      bushels: 1_000,
      tonnes: null,
    },
  ]);
  expect(totals.binsNotInTonnes).toBe(1);
});

const crop = fc.constantFrom(...cropNames, 'Quinoa', null);
const anyBin: fc.Arbitrary<StoredGrain> = fc.record({
  crop,
  cables: fc.array(fc.record({ crop }), { maxLength: 3 }),
  cropUnit: fc.constantFrom('bushels', 'tonnes'),
  volume: fc.option(fc.integer({ min: 0, max: 50_000 })),
});

test('each bin counts once, and the parts add up to the whole in any order', () => {
  fc.assert(
    fc.property(fc.array(anyBin), fc.nat(), (bins, splitIndex) => {
      const all = totalGrain(bins);
      const { filledBins, emptyBins, unknownBins, binsNotInTonnes } = all;
      expect(filledBins + emptyBins + unknownBins).toBe(bins.length);
      expect(all.crops.reduce((count, total) => count + total.binCount, 0)).toBe(filledBins);
      const tonnesPerBin = bins.map(calculateTonnes);
      expect(tonnesPerBin.filter((tonnes) => tonnes === null).length).toBe(
        unknownBins + binsNotInTonnes,
      );
      expect(all.tonnes ?? 0).toBeCloseTo(
        tonnesPerBin.reduce<number>((sum, tonnes) => sum + (tonnes ?? 0), 0),
        6,
      );
      const parts = [bins.slice(splitIndex), bins.slice(0, splitIndex)].map((part) =>
        totalGrain(part),
      );
      const sum = parts.reduce((tonnes, part) => tonnes + (part.tonnes ?? 0), 0);
      expect(sum).toBeCloseTo(all.tonnes ?? 0, 6);
    }),
  );
});
