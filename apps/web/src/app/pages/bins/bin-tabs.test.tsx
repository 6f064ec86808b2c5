import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { makeBinWithSettings } from '../../../features/bins/settings/bin.fixture.ts';
import { lastFanEventQuery } from '../../../features/fans/api/get-fan-history.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { BinFanTab } from './bin-fan.tsx';
import { BinInventoryTab } from './bin-inventory.tsx';
import { BinTabs } from './bin-tabs.tsx';

const now = vi.hoisted(() => Date.UTC(2026, 9, 14, 14, 25));

interface LinkProps {
  readonly search: object;
  readonly children: ReactNode;
}

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => true }));
vi.mock('../../../lib/clock.ts', () => ({ now: () => now, useNow: () => now }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../components/button-link.tsx', () => ({ ButtonLink: () => null }));
vi.mock('./bin-section.tsx', () => ({
  BinSection: ({ section }: { readonly section: string }) => `[settings of ${section}]`,
}));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ search, children }: LinkProps) => <a href={JSON.stringify(search)}>{children}</a>,
}));

const listTabs = (isManual: boolean) =>
  [
    ...renderMarkup(<BinTabs binId={7} isManual={isManual} tab={1} />).matchAll(
      /<a href="(.*?)">(\w+)/g,
    ),
  ].map(([, search = '', name]) => [(JSON.parse(search) as { tab?: number }).tab ?? 1, name]);

describe("a bin's tabs", () => {
  it('are 1 Results, 2 Inventory (manual) or 3 Inventory (measured), 4 Fan and 5 Settings', () => {
    const others = [
      [4, 'Fan'],
      [5, 'Settings'],
    ];
    expect(listTabs(true)).toEqual([[1, 'Results'], [2, 'Inventory'], ...others]);
    expect(listTabs(false)).toEqual([[1, 'Results'], [3, 'Inventory'], ...others]);
  });
});

describe("a bin's Inventory tab", () => {
  function renderInventory(
    changes: Partial<Bin>,
    reading: Reading | null = makeExampleReading(),
  ): string {
    const bin = makeBinWithSettings(changes);
    const queries = new QueryClient();
    queries.setQueryData(latestReadingQuery(bin.id).queryKey, reading);
    return renderMarkup(<BinInventoryTab bin={bin} />, queries);
  }

  it('shows a gauge with the fill, the amount and the age of the reading, and shows the settings', () => {
    const markup = renderInventory({ loadMethod: 'siloscan max' });
    for (const part of ['76.4', '7,640 bushels', 'of 8,000 bushels', 'Measured 5 min ago']) {
      expect(markup.replaceAll('\u00a0', ' ')).toContain(part);
    }
    expect(markup).toContain('[settings of inventory]');
  });

  it('shows that the level is unknown only after the reading has loaded', () => {
    const bin = makeBinWithSettings({ loadMethod: 'siloscan max', volume: null });
    expect(renderInventory(bin, null)).toContain('Level unknown');
    const loading = renderMarkup(<BinInventoryTab bin={bin} />);
    expect(loading).toContain('data-loading');
    expect(loading).not.toContain('Level unknown');
  });

  it('shows the ledger of a manual inventory without a measurement time, and the settings', () => {
    const markup = renderInventory({ loadMethod: 'manual', volume: 2000 });
    expect(markup).not.toContain('Measured');
    for (const part of ['2,000 bushels', 'Bin Sensor Loads', 'Bin Sensor UnLoads', 'Add load']) {
      expect(markup.replaceAll('\u00a0', ' ')).toContain(part);
    }
    expect(markup).toContain('[settings of inventory]');
  });
});

describe("a bin's Fan tab", () => {
  function renderFan(bin: Bin): string {
    const queries = new QueryClient();
    queries.setQueryData(lastFanEventQuery(bin.id).queryKey, null);
    queries.setQueryData(latestReadingQuery(bin.id).queryKey, makeExampleReading());
    return renderMarkup(<BinFanTab bin={bin} />, queries);
  }

  it('shows a switch and no schedule unless the fan is scheduled', () => {
    const bin = makeBinWithSettings({ fanMode: 'automatic' });
    const markup = renderFan(bin);
    expect(markup).toContain('Fan off');
    expect(markup.match(/role="switch"/g)).toHaveLength(1);
    expect(markup).not.toContain('Monday');
  });

  it('says that automatic control is not available, but only for an automatic fan', () => {
    const message = 'Granary does not start or stop this fan by itself';
    expect(renderFan(makeBinWithSettings({ fanMode: 'automatic' }))).toContain(message);
    expect(renderFan(makeBinWithSettings({ fanMode: 'scheduled' }))).not.toContain(message);
  });

  it('shows the status, the settings and the history', () => {
    const bin = makeBinWithSettings();
    const markup = renderFan(bin);
    for (const part of ['Fan off', '[settings of fan]', 'Fan history']) {
      expect(markup).toContain(part);
    }
  });

  it('warns if the server and this device use different offsets for the time zone', () => {
    const { farm } = makeBinWithSettings();
    const message = 'Server 8:20';
    expect(renderFan(makeBinWithSettings())).not.toContain(message);
    const localTime = '2026-10-14T08:20:00-06:00';
    const markup = renderFan(makeBinWithSettings({ farm: { ...farm, localTime } }));
    expect(markup).toContain(message);
    expect(markup).toContain('this device 9:20');
  });

  it("shows all times in the farm's time zone, and names it", () => {
    // 7:20 in the morning in Regina, 8:20 in Winnipeg.
    const at = millis(Date.UTC(2026, 9, 14, 13, 20));
    for (const [timezone, time] of [
      ['America/Regina', '7:20'],
      ['America/Winnipeg', '8:20'],
    ] as const) {
      const fan = { isAttached: true, isRunning: true, since: at };
      const bin = makeBinWithSettings({ fan, farm: { ...makeBinWithSettings().farm, timezone } });
      const markup = renderFan(bin);
      expect(markup).toContain(`Times are in ${timezone}`);
      expect(markup).toMatch(new RegExp(`On since [^<]* ${time}`));
    }
  });
});
