import type { BinSummary } from '@granary/contract/bins/lists';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { exampleNow, makeBinSummary } from '../../bins/bin-summary.fixture.ts';
import { FanCommands } from './fan-commands.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => exampleNow }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => true }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: (props: { readonly 'aria-label'?: string; readonly children: ReactNode }) => (
    <a href="/" aria-label={props['aria-label']}>
      {props.children}
    </a>
  ),
}));

const bin = (name: string, overrides: Partial<BinSummary> = {}) => ({
  ...makeBinSummary({ name }),
  ...overrides,
});

it('does not offer to turn on the fan of a bin that someone is in or near', () => {
  const occupiedBin = bin('Home 2', { hasOpenEntry: true, peopleInside: ['Ada Miller'] });
  const markup = renderMarkup(<FanCommands bins={[bin('Home 1'), occupiedBin]} />);
  const labels = [...markup.matchAll(/aria-label="(Turn[^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual(['Turn on: Home 1', 'Turn off: Home 1', 'Turn off: Home 2']);
  expect(markup.match(/Someone is in or near this bin/g)).toHaveLength(1);
  expect(markup).toContain('aria-label="Open the Fan tab: Home 2"');
});

it('shows a fan as the bin lists do: on, off, without airflow, or unknown without a current reading', () => {
  const noAir = {
    rule: 'no-air',
    severity: 'warning',
    since: exampleNow,
    value: null,
    limit: null,
    sensor: null,
  } as const;
  const bins = [
    bin('Home 1', { fan: { isAttached: true, isRunning: true, since: exampleNow } }),
    bin('Home 2'),
    bin('Home 3', { findings: [{ kind: 'alert', alert: noAir }] }),
    bin('Home 4', { latest: null }),
  ];
  const markup = renderMarkup(<FanCommands bins={bins} />);
  const states = [...markup.matchAll(/<b>(Home \d)<\/b> ([^<]*)/g)].map(([, name, state]) => [
    name,
    state,
  ]);
  expect(states).toEqual([
    ['Home 1', 'On'],
    ['Home 2', 'Off'],
    ['Home 3', 'No air'],
    ['Home 4', 'Unknown'],
  ]);
});
