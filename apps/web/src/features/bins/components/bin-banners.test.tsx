import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { millis } from '@granary/domain/units';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { detectBinFindings } from '../assess-bins.ts';
import { makeBinWithSettings } from '../settings/bin.fixture.ts';
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
const permissions = vi.hoisted(() => ({ canInstall: true }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => permissions.canInstall }));

const addressBanner = "Cable ID's need to be reconfigured... choose a valid Cable ID from 1 to 254";
const boardErrorBanner = 'Please re-configure the cables using a handheld reader.';
const sizeBanner =
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

function listBanners(bin: Partial<Bin>, changes: Partial<Reading> = {}): string[] {
  const markup = renderBanners(makeBinWithSettings(bin), makeExampleReading(changes));
  return [addressBanner, boardErrorBanner, sizeBanner].filter((banner) => markup.includes(banner));
}

describe("a bin's banners", () => {
  it('are empty without findings', () => {
    expect(listBanners({})).toEqual([]);
  });

  it('report a cable with an unreadable address', () => {
    expect(listBanners({}, { cableIds: [-1] })).toEqual([addressBanner]);
  });

  const hotSensors = [{ cable: 1, position: 3, depth: 3, temperature: 30, excess: 10 }];
  const hotReading = makeExampleReading({ temperatures: [[12, 20, 30, 20]], hotSensors });
  const openAlert = {
    rule: 'hot-spot',
    severity: 'critical',
    since: hotReading.at,
    value: 10,
    limit: 5,
    sensor: { cable: 1, position: 3, depth: 3 },
  } as const;
  const hotBin = (cable: number, ratePerDay: number | null = 1.24) =>
    makeBinWithSettings({
      hotSince: { cable, day: '2020-10-12', ratePerDay },
      alerts: [openAlert],
    });

  it('show where a hot spot is, how hot it is, how fast it is warming and since when', () => {
    const hotSpotMarkup = renderBanners(hotBin(1), hotReading);
    expect(hotSpotMarkup).toContain('Hot spot: Cable 1, row 3 from the top');
    expect(hotSpotMarkup).toContain(
      '10.0° above the rest of its row. 5.0° or more is a hot spot. If the whole cable is warm',
    );
    expect(hotSpotMarkup).toContain('+1.2° <small>per day</small>');
    expect(hotSpotMarkup).toMatch(/Mon,? 12 Oct 2020/);
    // The banner explains why the alert was raised after the hot spot began.
    expect(hotSpotMarkup).toContain('Three consecutive daily averages at or above the limit');
    expect(renderBanners(hotBin(1), hotReading, false)).not.toContain(
      'Three consecutive daily averages',
    );
    expect(renderBanners(hotBin(1, null), hotReading)).not.toContain('per day');
    // The bin's hot spot is on a different cable from this reading's hot spot.
    expect(renderBanners(hotBin(2), hotReading)).not.toContain('2020');
  });

  it('explain what to do about a hot spot that began today, depending on the fan', () => {
    const withFan = (isAttached: boolean, isRunning: boolean | null) => ({
      ...hotBin(1),
      fan: { isAttached, isRunning, since: null },
    });
    expect(renderBanners(withFan(true, false), hotReading)).toContain(
      'Run the fan until the grain has cooled.',
    );
    expect(renderBanners(withFan(true, true), hotReading)).toContain('Leave the fan on until');
    expect(renderBanners(withFan(false, null), hotReading)).toContain('Move the warm grain out');
    expect(renderBanners(withFan(true, false), hotReading, false)).not.toContain('What to do');
  });

  it('collapse to one line on a phone, which expands to show the rest', () => {
    screen.isPhone = true;
    const markup = renderBanners(makeBinWithSettings({ alerts: [openAlert] }), {
      ...hotReading,
      anyError: true,
    });
    const [, line = ''] = /<summary[^>]*>(.*?)<\/summary>/s.exec(markup) ?? [];
    expect(line.replace(/<[^>]*>/g, '').replace('\u00a0', ' ')).toBe('Hot spot · 30.0 °C+1');
    expect(markup).toContain('above the others');
    expect(markup).toContain(boardErrorBanner);
    // A single finding with a description longer than one line expands, too.
    const errorBanner = renderBanners(
      makeBinWithSettings(),
      makeExampleReading({ anyError: true }),
    );
    expect(errorBanner).toMatch(/<summary.*Board reports an error.*<\/summary>/s);
    expect(errorBanner).toContain(boardErrorBanner);
    screen.isPhone = false;
  });

  it('report a missing size as unknown, not as a warning', () => {
    const markup = renderBanners(
      makeBinWithSettings({ loadMethod: 'manual', size: null }),
      makeExampleReading(),
    );
    expect(markup).toContain(sizeBanner);
    expect(markup).not.toContain('data-tone="warning"');
  });

  it('report a board error', () => {
    expect(listBanners({}, { anyError: true })).toEqual([boardErrorBanner]);
  });

  it('report a refused board, with a link to its key', () => {
    const reading = makeExampleReading();
    const problems = { isKeyProven: false, unknownBins: [] };
    const bin = makeBinWithSettings({
      boardProblems: { ...problems, refusedAt: millis(reading.at + 1) },
    });
    const markup = renderBanners(bin, reading);
    expect(markup).toContain('Wrong board key');
    expect(markup).toContain('/binsensor/$id/hardware');
    expect(markup).not.toContain('Ask your dealer for a new key.');
    permissions.canInstall = false;
    expect(renderBanners(bin, reading)).toContain('Ask your dealer for a new key.');
    permissions.canInstall = true;
  });

  it('report bins that the board has but the farm does not; installers can add them', () => {
    const reading = makeExampleReading();
    const unknownBins = [{ binNumber: 2, at: reading.at }];
    const bin = makeBinWithSettings({
      boardProblems: { refusedAt: null, isKeyProven: true, unknownBins },
    });
    const markup = renderBanners(bin, reading);
    expect(markup).toContain('Bin 2 is not set up');
    expect(markup).toContain('Add bin 2');
    expect(markup).toContain('{"board":"PG-0417","number":2}');
    permissions.canInstall = false;
    expect(renderBanners(bin, reading)).toContain(
      'Ask your dealer to set up all bins on this board.',
    );
    expect(renderBanners(bin, reading)).not.toContain('Add bin 2');
    permissions.canInstall = true;
  });

  it('report a missing size for a bin with a manual ledger', () => {
    expect(listBanners({ loadMethod: 'manual', size: null })).toEqual([sizeBanner]);
    expect(listBanners({ loadMethod: 'manual', size: 0 })).toEqual([sizeBanner]);
    expect(listBanners({ loadMethod: 'siloscan pro', size: null })).toEqual([]);
  });
});
