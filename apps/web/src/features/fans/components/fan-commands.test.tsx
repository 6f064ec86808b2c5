import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { FanCommands } from './fan-commands.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => true }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: (props: { readonly 'aria-label'?: string; readonly children: ReactNode }) => (
    <a href="/" aria-label={props['aria-label']}>
      {props.children}
    </a>
  ),
}));

const bin = (name: string, hasOpenEntry: boolean) => ({
  id: 7,
  name,
  mainBoardId: 'PG-1',
  fan: { isAttached: true, isRunning: false, since: null },
  fanMode: 'manual' as const,
  hasOpenEntry,
  peopleInside: hasOpenEntry ? ['Ada Miller'] : [],
});

it('does not offer to turn on the fan of a bin that someone is in or near', () => {
  const markup = renderMarkup(<FanCommands bins={[bin('Home 1', false), bin('Home 2', true)]} />);
  const labels = [...markup.matchAll(/aria-label="(Turn[^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual(['Turn on: Home 1', 'Turn off: Home 1', 'Turn off: Home 2']);
  expect(markup.match(/Someone is in or near this bin/g)).toHaveLength(1);
  expect(markup).toContain('aria-label="Open the Fan tab: Home 2"');
});
