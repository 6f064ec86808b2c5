import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../lib/drawn.fixture.tsx';
import { servedReading } from '../../lib/served-reading.fixture.ts';
import { BinBanners } from './bin-banners.tsx';
import { wholeBin } from './settings/whole-bin.fixture.ts';

// A session is looked for as soon as its module is loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.stubGlobal('navigator', { languages: ['en'] });

describe('the banners of a bin', () => {
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
