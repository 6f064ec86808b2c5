import type { BinSummary } from '@granary/contract/bins/lists';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { type PreferredUnits, preferredUnitsQuery } from '../../../bin-data/preferred-units.ts';
import { makeBinSummary } from '../../../features/bins/bin-summary.fixture.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { useAssessedBins } from './use-assessed-bins.ts';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

vi.mock('../../../lib/clock.ts', () => ({ useNow: () => 0 }));

const bins: readonly BinSummary[] = [
  makeBinSummary({ id: 1, temperatureUnit: 'c', cropUnit: 'bushels' }),
  makeBinSummary({ id: 2, temperatureUnit: 'f', cropUnit: 'tonnes' }),
];

function Units() {
  const shown = useAssessedBins(bins).map(({ bin }) => `${bin.temperatureUnit} ${bin.cropUnit}`);
  return <p>{shown.join(', ')}</p>;
}

function renderUnits(units?: PreferredUnits): string | undefined {
  const queries = new QueryClient();
  if (units !== undefined) queries.setQueryData(preferredUnitsQuery.queryKey, units);
  return /<p>(.*)<\/p>/.exec(renderMarkup(<Units />, queries))?.[1];
}

describe('the bins in a list', () => {
  it("are in the user's preferred units", () => {
    expect(renderUnits({ temperature: 'f', grain: 'tonnes' })).toBe('f tonnes, f tonnes');
  });

  it('are each in their own units if none are preferred, or before the preferred ones have loaded', () => {
    const own = 'c bushels, f tonnes';
    expect(renderUnits({ temperature: null, grain: null })).toBe(own);
    expect(renderUnits()).toBe(own);
  });
});
