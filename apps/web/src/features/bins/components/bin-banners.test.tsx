import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { describe, expect, it, vi } from 'vitest';
import { exampleReading } from '../../../bin-data/reading.fixture.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { detectBinFindings } from '../assess-bins.ts';
import { fullBin } from '../settings/bin.fixture.ts';
import { BinBanners } from './bin-banners.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
const screen = vi.hoisted(() => ({ isPhone: false }));
vi.mock('@mantine/hooks', async (original) => ({
  ...(await original<typeof import('@mantine/hooks')>()),
  useMediaQuery: () => screen.isPhone,
}));
vi.mock('../../../components/button-link.tsx', () => ({ ButtonLink: () => null }));

const address = "Cable ID's need to be reconfigured... choose a valid Cable ID from 1 to 254";
const error = 'Please re-configure the cables using a handheld reader.';
const size =
  'Attention! Bin size is not set. Please configure the bin size in bin settings before viewing bin data.';

function renderBanners(bin: Bin, reading: Reading): string {
  const { at: now } = reading;
  const findings = detectBinFindings(bin, reading, now);
  return renderMarkup(
    <BinBanners
      bin={bin}
      reading={reading}
      findings={findings}
      now={now}
      hotSince={bin.hotSince}
    />,
  );
}

function banners(bin: Partial<Bin>, changes: Partial<Reading> = {}): string[] {
  const markup = renderBanners(fullBin(bin), exampleReading(changes));
  return [address, error, size].filter((banner) => markup.includes(banner));
}

describe('the banners of a bin', () => {
  it('are empty without findings', () => {
    expect(banners({})).toEqual([]);
  });

  it('report a cable with an unreadable address', () => {
    expect(banners({}, { cableIds: [-1] })).toEqual([address]);
  });

  it('show since when a hot spot exists, if known for its cable', () => {
    const hotSensors = [{ cable: 1, position: 3, temperature: 30, excess: 10 }];
    const hot = exampleReading({ temperatures: [[12, 20, 30, 20]], hotSensors });
    const on = (cable: number) =>
      renderBanners(fullBin({ hotSince: { cable, day: '2020-10-12' } }), hot);
    expect(on(1)).toMatch(/above the others\. Since Mon,? 12 Oct 2020/);
    expect(on(2)).toContain('above the others');
    expect(on(2)).not.toContain('Since');
  });

  it('are one line on a phone, with all others inside', () => {
    screen.isPhone = true;
    const hotSensors = [{ cable: 1, position: 3, temperature: 30, excess: 10 }];
    const hot = exampleReading({ temperatures: [[12, 20, 30, 20]], hotSensors, anyError: true });
    const markup = renderBanners(fullBin(), hot);
    const [, line = ''] = /<summary[^>]*>(.*?)<\/summary>/s.exec(markup) ?? [];
    expect(line.replace(/<[^>]*>/g, '').replace('\u00a0', ' ')).toBe('Hot spot · 30.0 °C+1');
    expect(markup).toContain('above the others');
    expect(markup).toContain(error);
    // A sentence without more to say needs no opening.
    const alone = renderBanners(fullBin(), exampleReading({ anyError: true }));
    expect(alone).toContain(error);
    expect(alone).not.toContain('<summary');
    screen.isPhone = false;
  });

  it('report a board error', () => {
    expect(banners({}, { anyError: true })).toEqual([error]);
  });

  it('report a missing size of a bin with a manual ledger', () => {
    expect(banners({ loadMethod: 'manual', size: null })).toEqual([size]);
    expect(banners({ loadMethod: 'manual', size: 0 })).toEqual([size]);
    expect(banners({ loadMethod: 'siloscan pro', size: null })).toEqual([]);
  });
});
