import { type AuditEntry, THIS_MACHINE } from '@granary/contract/audit/http';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { ChangeList } from './change-list.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('../../../lib/clock.ts', async (actual) => ({
  ...(await actual<object>()),
  useNow: () => millis(0),
}));

it.each([
  [THIS_MACHINE, 'on the server'],
  ['198.51.100.7', 'from 198.51.100.7'],
  ['', 'Anna</p>'],
])('shows the origin of a change from %j', (address, text) => {
  const entry: AuditEntry = {
    id: 1,
    at: millis(0),
    actorId: null,
    actorName: 'Anna',
    address,
    act: 'restored',
    subject: 'farm',
    subjectId: '2',
    subjectName: 'Yard',
    changes: [],
  };
  expect(renderMarkup(<ChangeList entries={[entry]} />, new QueryClient())).toContain(text);
});
