import { fanHistory } from '@granary/contract/fans/http';
import { MINUTE } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { fanHistoryQuery, lastFanEventQuery } from './get-fan-history.ts';

vi.mock('../../../lib/api.ts', () => ({ call: vi.fn(() => Promise.resolve({ data: [] })) }));

const asked = () => vi.mocked(call).mock.lastCall?.slice(0, 2);

it('the history of a fan is asked for twenty turns at a time', async () => {
  await new QueryClient().fetchQuery(fanHistoryQuery(7, 3));
  expect(asked()).toEqual([fanHistory, { query: { bin_id: 7, page: 3, limit: 20 } }]);
});

it('the status of a fan asks for its last turn alone, and again every minute', async () => {
  expect(await new QueryClient().fetchQuery(lastFanEventQuery(7))).toBeNull();
  expect(asked()).toEqual([fanHistory, { query: { bin_id: 7, page: 1, limit: 1 } }]);
  expect(lastFanEventQuery(7).refetchInterval).toBe(MINUTE);
});
