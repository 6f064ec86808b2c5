import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/wire';
import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../lib/drawn.fixture.tsx';
import { servedReading } from '../../lib/served-reading.fixture.ts';
import { BinBanners } from './bin-banners.tsx';
import { findingsWith } from './bin-findings.ts';
import { wholeBin } from './settings/whole-bin.fixture.ts';

// A session is looked for as soon as its module is loaded.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

const address = "Cable ID's need to be reconfigured... choose a valid Cable ID from 1 to 254";
const error = 'Please re-configure the cables using a handheld reader.';
const size =
  'Attention! Bin size is not set. Please configure the bin size in bin settings before viewing bin data.';

/** Which of the three banners a bin has. */
function banners(bin: Partial<Bin>, changes: Partial<Reading> = {}): string[] {
  const whole = wholeBin(bin);
  const reading = servedReading(changes);
  const findings = findingsWith(whole, reading, reading.at);
  const markup = drawn(
    <BinBanners bin={whole} reading={reading} findings={findings} now={reading.at} />,
  );
  return [address, error, size].filter((banner) => markup.includes(banner));
}

describe('the banners of a bin', () => {
  it('are none where nothing is wrong', () => {
    expect(banners({})).toEqual([]);
  });

  it('tell of a cable whose address the board cannot read', () => {
    expect(banners({}, { cableIds: [-1] })).toEqual([address]);
  });

  it('tell that the board reports an error', () => {
    expect(banners({}, { anyError: true })).toEqual([error]);
  });

  it('tell that a bin whose ledger is kept by hand has no size', () => {
    expect(banners({ loadMethod: 'manual', size: null })).toEqual([size]);
    expect(banners({ loadMethod: 'manual', size: 0 })).toEqual([size]);
    expect(banners({ loadMethod: 'siloscan pro', size: null })).toEqual([]);
  });
});
