import type { RawFrame } from '@granary/contract/raw-data/http';
import { millis } from '@granary/domain/units';
import { expect, it, vi } from 'vitest';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en'] });
});
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => 0 }));

const { renderMarkup } = await import('../../../lib/render.fixture.tsx');
const { FrameTable } = await import('./frame-table.tsx');

const frame: RawFrame = {
  frameId: '1',
  id: 'PG-0417',
  topic: 'boards/PG-0417/up/temp-data',
  at: millis(0),
  type: 'temp-data',
  direction: 'received',
  data: 'not JSON',
  isText: true,
  bytes: 8,
  reason: null,
  cause: null,
};

it('a frame shows how many frames before it were not stored', () => {
  const text = 'It is not valid JSON. (99 earlier frames like this were not stored)';
  expect(renderMarkup(<FrameTable frames={[{ ...frame, reason: text }]} />)).toContain(text);
  expect(renderMarkup(<FrameTable frames={[frame]} />)).not.toContain('not stored');
});
