import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { millis } from '@granary/domain/units';
import type { ReactNode } from 'react';
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
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
    <a href={`${to} ${JSON.stringify(search)}`}>{children}</a>
  ),
}));
const rights = vi.hoisted(() => ({ canInstall: true }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => rights.canInstall }));

const address = "Cable ID's need to be reconfigured... choose a valid Cable ID from 1 to 254";
const error = 'Please re-configure the cables using a handheld reader.';
const size =
  'Attention! Bin size is not set. Please configure the bin size in bin settings before viewing bin data.';

function renderBanners(bin: Bin, reading: Reading, isLatest = true): string {
  const { at: now } = reading;
  const findings = detectBinFindings(bin, reading, now);
  return renderMarkup(
    <BinBanners
      bin={bin}
      reading={reading}
      findings={findings}
      now={now}
      hotSince={bin.hotSince}
      isLatest={isLatest}
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

  const hotSensors = [{ cable: 1, position: 3, depth: 3, temperature: 30, excess: 10 }];
  const hot = exampleReading({ temperatures: [[12, 20, 30, 20]], hotSensors });
  const openAlert = {
    rule: 'hot-spot',
    severity: 'critical',
    since: hot.at,
    value: 10,
    limit: 5,
    sensor: { cable: 1, position: 3, depth: 3 },
  } as const;
  const hotBin = (cable: number, ratePerDay: number | null = 1.24) =>
    fullBin({ hotSince: { cable, day: '2020-10-12', ratePerDay }, alerts: [openAlert] });

  it('show where a hot spot is, how hot it is, how fast it is warming and since when', () => {
    const shown = renderBanners(hotBin(1), hot);
    expect(shown).toContain('Hot spot: Cable 1, row 3 from the top');
    expect(shown).toContain(
      '10.0° above the rest of its row. 5.0° or more is a hot spot. If the whole cable is warm',
    );
    expect(shown).toContain('+1.2° <small>per day</small>');
    expect(shown).toMatch(/Mon,? 12 Oct 2020/);
    // The alert begins later.
    expect(shown).toContain('Three consecutive daily averages above the limit');
    expect(renderBanners(hotBin(1), hot, false)).not.toContain('Three consecutive daily averages');
    expect(renderBanners(hotBin(1, null), hot)).not.toContain('per day');
    // This is about a different cable than the one with this reading's hot spot.
    expect(renderBanners(hotBin(2), hot)).not.toContain('2020');
  });

  it('say what to do about a hot spot that began today, depending on the fan', () => {
    const fan = (attached: boolean, running: boolean | null) => ({
      ...hotBin(1),
      fan: { attached, running, since: null },
    });
    expect(renderBanners(fan(true, false), hot)).toContain(
      'Run the fan until the grain has cooled.',
    );
    expect(renderBanners(fan(true, true), hot)).toContain('Leave the fan on until');
    expect(renderBanners(fan(false, null), hot)).toContain('Move the warm grain out');
    expect(renderBanners(fan(true, false), hot, false)).not.toContain('What to do');
  });

  it('are one line on a phone, which opens to show the others', () => {
    screen.isPhone = true;
    const markup = renderBanners(fullBin({ alerts: [openAlert] }), { ...hot, anyError: true });
    const [, line = ''] = /<summary[^>]*>(.*?)<\/summary>/s.exec(markup) ?? [];
    expect(line.replace(/<[^>]*>/g, '').replace('\u00a0', ' ')).toBe('Hot spot · 30.0 °C+1');
    expect(markup).toContain('above the others');
    expect(markup).toContain(error);
    // A sentence longer than one line expands too.
    const errorBanner = renderBanners(fullBin(), exampleReading({ anyError: true }));
    expect(errorBanner).toMatch(/<summary.*Board reports an error.*<\/summary>/s);
    expect(errorBanner).toContain(error);
    screen.isPhone = false;
  });

  it('report a missing size as unknown, not as a warning', () => {
    const markup = renderBanners(fullBin({ loadMethod: 'manual', size: null }), exampleReading());
    expect(markup).toContain(size);
    expect(markup).not.toContain('data-tone="warning"');
  });

  it('report a board error', () => {
    expect(banners({}, { anyError: true })).toEqual([error]);
  });

  it('report a refused board, with a link to its key', () => {
    const reading = exampleReading();
    const problems = { isKeyProven: false, unknownBins: [] };
    const bin = fullBin({ boardProblems: { ...problems, refusedAt: millis(reading.at + 1) } });
    const markup = renderBanners(bin, reading);
    expect(markup).toContain('Wrong board key');
    expect(markup).toContain('/binsensor/$id/hardware');
    expect(markup).not.toContain('Ask your dealer for a new key.');
    rights.canInstall = false;
    expect(renderBanners(bin, reading)).toContain('Ask your dealer for a new key.');
    rights.canInstall = true;
  });

  it('report bins that the board has but the farm does not; installers can add them', () => {
    const reading = exampleReading();
    const unknownBins = [{ binNumber: 2, at: reading.at }];
    const bin = fullBin({ boardProblems: { refusedAt: null, isKeyProven: true, unknownBins } });
    const markup = renderBanners(bin, reading);
    expect(markup).toContain('Bin 2 is not set up');
    expect(markup).toContain('Add bin 2');
    expect(markup).toContain('{"board":"PG-0417","number":2}');
    rights.canInstall = false;
    expect(renderBanners(bin, reading)).toContain('Ask your dealer to add bins.');
    expect(renderBanners(bin, reading)).not.toContain('Add bin 2');
    rights.canInstall = true;
  });

  it('report a missing size of a bin with a manual ledger', () => {
    expect(banners({ loadMethod: 'manual', size: null })).toEqual([size]);
    expect(banners({ loadMethod: 'manual', size: 0 })).toEqual([size]);
    expect(banners({ loadMethod: 'siloscan pro', size: null })).toEqual([]);
  });
});
