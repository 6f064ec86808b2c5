import { MINUTE, millis } from '@granary/domain/units';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../lib/render.fixture.tsx';
import { OfflineBar } from './offline-bar.tsx';

const now = vi.hoisted(() => Date.UTC(2026, 9, 14, 14, 20));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../lib/clock.ts', () => ({ useNow: () => now }));
vi.mock('../../lib/live-client.ts', () => ({
  useLiveState: () => ({ kind: 'offline', since: millis(now - MINUTE) }),
}));

it('mentions the shown readings only if the page was loaded', () => {
  const queries = new QueryClient();
  const queryKey = ['bins', 'all'];
  const queryFn = () => Promise.reject(new Error('unreachable'));
  const leave = new QueryObserver(queries, { queryKey, queryFn, retry: false }).subscribe(() => {});
  const bar = () => renderMarkup(<OfflineBar />, queries);
  expect(bar()).toMatch(/Offline since [^<]*\.<\/p>/);
  expect(bar()).not.toContain('Showing readings');
  queries.setQueryData(queryKey, []);
  expect(bar()).toMatch(/Offline since [^<]*\. Showing readings up to then\.<\/p>/);
  leave();
});
