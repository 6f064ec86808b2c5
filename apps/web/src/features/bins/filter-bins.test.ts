import type { BinState } from '@granary/domain/bins/state';
import { describe, expect, it } from 'vitest';
import type { AssessedBin } from './assess-bins.ts';
import { makeBinSummary } from './bin-summary.fixture.ts';
import { filterBins, listFilterChoices } from './filter-bins.ts';

const createAssessedBin = (
  id: number,
  farmId: number,
  crop: string | null,
  state: BinState,
): AssessedBin => ({
  bin: makeBinSummary({ id, farmId, farm: { name: `Farm ${farmId}` }, crop }),
  findings: [],
  state,
});

const bins = [
  createAssessedBin(1, 1, 'Corn', 'ok'),
  createAssessedBin(2, 1, 'Wheat', 'warning'),
  createAssessedBin(3, 2, 'Wheat', 'ok'),
  createAssessedBin(4, 2, null, 'unknown'),
];
const noFilter = { state: null, farmId: null, crop: null };
const getFilteredIds = (filter: Partial<typeof noFilter> | object) =>
  filterBins(bins, { ...noFilter, ...filter }).map(({ bin }) => bin.id);

describe('filtering bins', () => {
  it('combines state, farm and crop', () => {
    expect(getFilteredIds({})).toEqual([1, 2, 3, 4]);
    expect(getFilteredIds({ crop: 'Wheat' })).toEqual([2, 3]);
    expect(getFilteredIds({ crop: 'Wheat', farmId: 2 })).toEqual([3]);
    expect(getFilteredIds({ crop: 'Wheat', farmId: 2, state: 'warning' })).toEqual([]);
  });

  it('finds a divided bin by any of its crops', () => {
    const cables = [
      { cable: 1, name: '', crop: null },
      { cable: 2, name: '', crop: 'Canola' },
    ];
    const dividedBin = createAssessedBin(5, 2, 'Wheat', 'ok');
    const withDivided = [...bins, { ...dividedBin, bin: { ...dividedBin.bin, cables } }];
    const findIds = (crop: string) =>
      filterBins(withDivided, { ...noFilter, crop }).map(({ bin }) => bin.id);
    expect(findIds('Canola')).toEqual([5]);
    expect(findIds('Wheat')).toEqual([2, 3, 5]);
    expect(listFilterChoices(withDivided, noFilter).crops).toEqual(['Canola', 'Corn', 'Wheat']);
  });

  it('counts bins by state for the chosen farm and crop, regardless of the chosen state', () => {
    const choices = listFilterChoices(bins, { state: 'warning', farmId: null, crop: 'Wheat' });
    expect(choices.total).toBe(2);
    expect(Object.fromEntries(choices.countsByState)).toEqual({ warning: 1, ok: 1 });
  });

  it('offers every farm and crop once, sorted by name', () => {
    const choices = listFilterChoices(bins, { state: null, farmId: 1, crop: 'Corn' });
    expect(choices.farms).toEqual([
      { id: 1, name: 'Farm 1' },
      { id: 2, name: 'Farm 2' },
    ]);
    expect(choices.crops).toEqual(['Corn', 'Wheat']);
  });
});
