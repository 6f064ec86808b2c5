import { getFanHistory } from '@granary/contract/fans/http';
import { MINUTE } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { fanHistoryQuery, fanRunsQuery, lastFanEventQuery } from './get-fan-history.ts';

vi.mock('../../../lib/api.ts', () => ({ call: vi.fn(() => Promise.resolve({ data: [] })) }));

const lastRequest = () => vi.mocked(call).mock.lastCall?.slice(0, 2);

it('requests the history of a fan in pages of twenty events', async () => {
  await new QueryClient().fetchQuery(fanHistoryQuery(7, 3));
  expect(lastRequest()).toEqual([getFanHistory, { query: { bin_id: 7, page: 3, limit: 20 } }]);
});

it("requests a fan's last event every minute", async () => {
  expect(await new QueryClient().fetchQuery(lastFanEventQuery(7))).toBeNull();
  expect(lastRequest()).toEqual([getFanHistory, { query: { bin_id: 7, page: 1, limit: 1 } }]);
  expect(lastFanEventQuery(7).refetchInterval).toBe(MINUTE);
});

it('returns the reported end of a run, or calculates it from the duration if it was not reported; a run in progress has no end', async () => {
  const createOnEvent = (onAt: number, offAt: number | null, durationS: number | null) => ({
    type: 'on',
    at: onAt,
    onAt,
    offAt,
    durationS,
  });
  vi.mocked(call).mockResolvedValueOnce({
    data: [
      createOnEvent(9000, null, null),
      createOnEvent(5000, 8000, 3),
      createOnEvent(1000, null, 2),
    ],
    pagination: { hasNextPage: false },
  });
  expect(await new QueryClient().fetchQuery(fanRunsQuery(7, 1))).toEqual([
    { from: 9000, to: null },
    { from: 5000, to: 8000 },
    { from: 1000, to: 3000 },
  ]);
});
