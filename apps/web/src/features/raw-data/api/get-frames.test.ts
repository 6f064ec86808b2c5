import { getFilteredData } from '@granary/contract/raw-data/http';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { filteredFramesQuery } from './get-frames.ts';

vi.mock('../../../lib/api.ts', () => ({
  call: vi.fn(() => Promise.resolve({ data: [] })),
}));

it('requests frames in pages of ten, with their filters', async () => {
  const filters = { id: 'PG-7|3', date: '2026-09-03', type: 'fan-data' } as const;
  await new QueryClient().fetchQuery(filteredFramesQuery(filters, 2, millis(5)));
  const [route, request] = vi.mocked(call).mock.lastCall ?? [];
  expect(route).toBe(getFilteredData);
  expect(request).toMatchObject({ body: { ...filters, page: 2, limit: 10, until: 5 } });
});
