import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { call } from '../../../../lib/api.ts';
import { chartQuery, parseChartDays } from './get-chart.ts';

vi.mock('../../../../lib/api.ts', () => ({ call: vi.fn() }));

const fetchChart = (records: { at: number; readings: number }[], days: 1 | 365) => {
  vi.mocked(call).mockResolvedValue(records);
  return new QueryClient().fetchQuery(chartQuery(7, days));
};

describe('the chart', () => {
  it('reverses records that arrive newest first', async () => {
    const newestFirst = [3, 2, 1].map((at) => ({ at, readings: 1 }));
    const { records, isMerged } = await fetchChart(newestFirst, 1);
    expect(records.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(isMerged).toBe(false);
    expect(vi.mocked(call).mock.lastCall?.[1]).toEqual({
      query: { bin_sensor_id: 7, days: 1, page_no: 1 },
    });
  });

  it('detects merged records, except daily ones', async () => {
    const mergedRecords = [{ at: 1, readings: 4 }];
    expect((await fetchChart(mergedRecords, 1)).isMerged).toBe(true);
    expect((await fetchChart(mergedRecords, 365)).isMerged).toBe(false);
  });

  it('offers ranges of 1, 7, 14 or 30 days, six months, or a year, and defaults to one day', () => {
    const values = [1, 7, 14, 30, 182, 365, 2, undefined];
    expect(values.map(parseChartDays)).toEqual([1, 7, 14, 30, 182, 365, 1, 1]);
  });
});
