import { MINUTE, millis } from '@granary/domain/units';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { EntryPanel } from './entry-panel.tsx';

const now = vi.hoisted(() => ({ at: Date.UTC(2026, 9, 14, 14, 20) }));
const rights = vi.hoisted(() => ({ canChange: true }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => now.at }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => rights.canChange }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));

const bin = { id: 7, name: 'Home 4' };

function panel(
  minutes: number | null,
  {
    mayClose = true,
    isOwn = true,
    by = 'Ada Miller',
  }: { readonly mayClose?: boolean; readonly isOwn?: boolean; readonly by?: string | null } = {},
): string {
  const since = millis(now.at - (minutes ?? 0) * MINUTE);
  const entry = minutes === null ? null : { since, by, isOwn, mayClose };
  return renderMarkup(<EntryPanel bin={bin} entry={entry} />);
}

it('has one button to report an entry', () => {
  expect(panel(null)).toContain("I'm entering the bin");
  expect(panel(null)).not.toContain('Everyone is out');
});

it('shows who is in or near the bin, and never that it is safe', () => {
  const markup = panel(10);
  expect(markup).toContain('Someone is in or near this bin');
  expect(markup).toContain('Ada Miller, since');
  expect(markup).toContain('does not lock it out');
  expect(markup).toContain('Everyone is out');
  expect(markup).not.toMatch(/\bsafe\b/i);
  expect(panel(10, { by: null })).toContain('Since ');
});

it('asks after 30 minutes whether they are out', () => {
  expect(panel(29)).not.toContain('Are you out?');
  const markup = panel(30);
  expect(markup).toContain('role="alert"');
  expect(markup).toContain('Are you out?');
  expect(markup).toContain('Open for 30 min');
  const ofOthers = panel(30, { isOwn: false });
  expect(ofOthers).toContain('Is Ada Miller out?');
  expect(ofOthers).not.toContain('Are you out?');
  expect(panel(30, { isOwn: false, by: null })).toContain('Is everyone out of Home 4?');
});

it('is closed only by the person who opened it, and staff', () => {
  expect(panel(10, { mayClose: false })).not.toContain('<button');
  expect(panel(10, { mayClose: false })).toContain(
    'Only the person who reported this entry, or staff',
  );
  rights.canChange = false;
  expect(panel(null)).not.toContain('<button');
  rights.canChange = true;
});
