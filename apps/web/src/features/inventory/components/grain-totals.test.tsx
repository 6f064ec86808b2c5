import { totalGrain } from '@granary/domain/inventory/grain-totals';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { MovementTable } from './grain-movements.tsx';
import { CropTable, GrainTotalsBox } from './grain-totals.tsx';

// API modules read the stored session when they load.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

type Bins = Parameters<typeof GrainTotalsBox>[0]['bins'];

function bin(crop: string | null, volume: number | null): Bins[number] {
  return {
    bin: {
      id: 1,
      crop,
      volume,
      cables: [],
      cropUnit: 'bushels',
      farmId: 1,
      farm: { name: 'Home Yard' },
    },
  };
}

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const bins = [bin('Wheat', 32_632), bin('Canola', 19_696), bin('Canola', 0)];

describe('the grain in several bins', () => {
  it('is totaled in tonnes, with the total for each crop', () => {
    const text = renderMarkup(<GrainTotalsBox bins={bins} />).replaceAll(/<[^>]*>/g, '');
    expect(text).toContain('1,334.8 tonnes in 2 bins');
    expect(text).toContain('Wheat 888.1 tonnesCanola 446.7 tonnes');
  });

  it('has a count of only the bins that are included in the total', () => {
    const toText = (shownBins: Bins) =>
      renderMarkup(<GrainTotalsBox bins={shownBins} />).replaceAll(/<[^>]*>/g, '');
    expect(toText([...bins, bin('Quinoa', 500)])).toContain('1,334.8 tonnes in 2 bins');
    for (const uncountedBin of [bin('Wheat', null), bin('Quinoa', 500), bin('Wheat', 0)]) {
      expect(toText([uncountedBin])).not.toMatch(/in \d+ bin/);
    }
  });

  it('has a note about bins that are not included, and is never 0 because of them', () => {
    const markup = renderMarkup(
      <GrainTotalsBox bins={[bin('Wheat', null), bin('Quinoa', 500), bin(null, 20)]} />,
    );
    expect(markup).toContain('1 bin is not counted: its quantity is unknown.');
    expect(markup).toMatch(
      /2 bins are not included in the tonnes total\. Test weight unknown: Quinoa and No crop set\./,
    );
    expect(markup).toContain('Tonnes unknown');
    expect(markup).not.toContain('0.0');
    expect(renderMarkup(<GrainTotalsBox bins={[bin('Wheat', null)]} />)).toContain('Unknown');
  });

  it('is listed by crop in bushels and tonnes, without a sum of bushels', () => {
    const totals = totalGrain(bins.map((entry) => entry.bin));
    const rows = renderMarkup(<CropTable totals={totals} />)
      .split('<tr>')
      .map((row) => row.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|'));
    expect(rows.slice(2)).toEqual([
      '|Wheat|1|32,632|888.1|60|',
      '|Canola|1|19,696|446.7|50|',
      '|All crops|2|no total|1,334.8|–|',
    ]);
  });
});

describe('the loaded and unloaded grain', () => {
  const movement = { binId: 1, crop: 'Wheat', loaded: 0, unloaded: 1_000 };
  const toText = (loads: Parameters<typeof MovementTable>[0]['loads']) =>
    renderMarkup(<MovementTable bins={bins} loads={loads} />).replaceAll(/<[^>]*>/g, '|');

  it('is listed by crop, in tonnes if they are known', () => {
    const text = toText([movement, { ...movement, crop: 'Quinoa', loaded: 20, unloaded: 0 }]);
    expect(text.replaceAll(/\|+/g, '|')).toContain(
      '|Crop|Loaded|Unloaded|Quinoa|20 bushels|–|Wheat|–|27.2 tonnes|',
    );
  });

  it('excludes other bins, and has a message if nothing was loaded or unloaded', () => {
    expect(toText([{ ...movement, binId: 2 }])).toContain('Nothing was loaded or unloaded.');
  });
});
