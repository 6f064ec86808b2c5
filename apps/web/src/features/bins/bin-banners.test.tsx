import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../lib/drawn.fixture.tsx';
import { servedReading } from '../../lib/served-reading.fixture.ts';
import { BinBanners } from './bin-banners.tsx';
import { wholeBin } from './settings/whole-bin.fixture.ts';

// A session is looked for as soon as its module is loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.stubGlobal('navigator', { languages: ['en'] });

describe('the banners of a bin', () => {
  it.each([
    [null, true],
    [0, true],
    [5_000, false],
  ])('tell of a ledger whose bin has the size %s: %s', async (size, isTold) => {
    const reading = servedReading();
    const bin = wholeBin({ loadMethod: 'manual', size });
    const banners = await drawn(
      <BinBanners bin={bin} reading={reading} findings={[]} now={reading.at} />,
    );
    expect(banners.includes('Attention! Bin size is not set.')).toBe(isTold);
  });

  it('ask for valid ids where one cannot be read, and name the cable', async () => {
    const reading = servedReading();
    const banners = await drawn(
      <BinBanners
        bin={wholeBin()}
        reading={reading}
        findings={[{ kind: 'cable-address', cables: [2] }]}
        now={reading.at}
      />,
    );
    expect(banners).toContain(
      'Cable ID&#x27;s need to be reconfigured... choose a valid Cable ID from 1 to 254',
    );
    expect(banners).toContain('Cable 2 has no valid Cable ID.');
  });
});
