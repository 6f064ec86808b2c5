import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  await granary.db
    .updateTable('bins')
    .set({ fanAttached: true })
    .where('id', '=', fixtures.farmer.bin.id)
    .execute();
});

/** Stores fan events of the given ages, in ms. */
async function addFanEvents(
  events: readonly (readonly ['on' | 'off', agoMs: number])[],
): Promise<void> {
  const rows = events.map(([fan, agoMs]) => {
    const at = new Date(granary.now() - agoMs);
    return { binId: fixtures.farmer.bin.id, sentAt: at, at, isOn: fan === 'on' };
  });
  await granary.db.insertInto('fanEvents').values(rows).execute();
}

async function fetchHistory(query = '') {
  const token = await granary.createToken(fixtures.farmer.user);
  const url = `/api/boardCommands/fanHistory?bin_id=${fixtures.farmer.bin.id}${query}`;
  return granary.call({ url, token });
}

const formatTimeAgo = (agoMs: number) => new Date(granary.now() - agoMs).toISOString();

describe('the history of a fan', () => {
  it('lists each start and stop with its run, newest first', async () => {
    await addFanEvents([
      ['off', 9 * HOUR],
      ['on', 5 * HOUR],
      ['off', 3 * HOUR],
      ['on', HOUR],
    ]);
    expect((await fetchHistory()).body).toMatchObject({
      RESP_MSG: 'OK',
      data: [
        {
          event_type: 'on',
          event_date: formatTimeAgo(HOUR),
          fan_on_time: formatTimeAgo(HOUR),
          fan_off_time: null,
          fan_duration: null,
        },
        {
          event_type: 'off',
          event_date: formatTimeAgo(3 * HOUR),
          fan_on_time: formatTimeAgo(5 * HOUR),
          fan_off_time: formatTimeAgo(3 * HOUR),
          fan_duration: 7200,
        },
        {
          event_type: 'on',
          event_date: formatTimeAgo(5 * HOUR),
          fan_on_time: formatTimeAgo(5 * HOUR),
          fan_off_time: formatTimeAgo(3 * HOUR),
          fan_duration: 7200,
        },
        {
          event_type: 'off',
          event_date: formatTimeAgo(9 * HOUR),
          fan_on_time: null,
          fan_off_time: formatTimeAgo(9 * HOUR),
          fan_duration: null,
        },
      ],
      pagination: { currentPage: 1, totalPages: 1, totalCount: 4, limit: 20, hasNextPage: false },
    });
  });

  it('omits events that repeat the state', async () => {
    await addFanEvents([
      ['on', 4 * HOUR],
      ['on', 3 * HOUR],
      ['off', 2 * HOUR],
      ['off', HOUR],
    ]);
    const { data } = (await fetchHistory()).body as unknown as { data: { event_date: string }[] };
    expect(data.map(({ event_date }) => event_date)).toEqual([
      formatTimeAgo(2 * HOUR),
      formatTimeAgo(4 * HOUR),
    ]);
  });

  it('is paginated, with complete runs across pages', async () => {
    const switches = Array.from(
      { length: 45 },
      (_, n) => [n % 2 === 0 ? 'on' : 'off', (45 - n) * MINUTE] as const,
    );
    await addFanEvents(switches);
    const { bin, farm } = fixtures.farmer;
    await granary.db.updateTable('bins').set({ fanKw: 60 }).where('id', '=', bin.id).execute();
    await granary.db
      .updateTable('farms')
      .set({ pricePerKwh: 0.5 })
      .where('id', '=', farm.id)
      .execute();
    const { body } = await fetchHistory('&page=3&limit=20');
    expect(body).toMatchObject({
      pagination: { currentPage: 3, totalPages: 3, totalCount: 45, hasPrevPage: true },
    });
    const { data } = body as unknown as { data: { fan_duration: number | null }[] };
    expect(data).toHaveLength(5);
    expect(body).toMatchObject({
      totals: { total_duration: 23 * 60, count: 23, energy_kwh: 23, cost: 11.5 },
    });
    expect(data.every(({ fan_duration }) => fan_duration === 60)).toBe(true);
  });

  it('lists the events since the given time, and the event that set the state at that time', async () => {
    await addFanEvents([
      ['on', 9 * HOUR],
      ['off', 7 * HOUR],
      ['on', 5 * HOUR],
      ['off', 3 * HOUR],
    ]);
    const fetchSince = async (agoMs: number) =>
      (await fetchHistory(`&since=${formatTimeAgo(agoMs)}`)).body as unknown as {
        data: { event_date: string; fan_duration: number | null }[];
        pagination: { totalCount: number };
      };
    const { data, pagination } = await fetchSince(4 * HOUR);
    expect(data.map(({ event_date }) => event_date)).toEqual([
      formatTimeAgo(3 * HOUR),
      formatTimeAgo(5 * HOUR),
    ]);
    expect(data.map(({ fan_duration }) => fan_duration)).toEqual([7200, 7200]);
    expect(pagination.totalCount).toBe(2);
    expect((await fetchSince(HOUR)).data.map(({ event_date }) => event_date)).toEqual([
      formatTimeAgo(3 * HOUR),
    ]);
    expect((await fetchSince(10 * HOUR)).data).toHaveLength(4);
    // The fan was off at that time: the event that turned it off is included with its run.
    expect((await fetchSince(6 * HOUR)).data.at(-1)).toMatchObject({
      event_date: formatTimeAgo(7 * HOUR),
      fan_duration: 7200,
    });
  });

  it('counts a run without a reported end up to the last report from its board', async () => {
    await addFanEvents([
      ['on', 9 * HOUR],
      ['on', 7 * HOUR],
    ]);
    expect((await fetchHistory()).body).toMatchObject({
      data: [{ event_type: 'on', fan_off_time: null, fan_duration: 7200 }],
      totals: { total_duration: 7200, count: 1, energy_kwh: null, cost: null },
    });
    expect((await fetchHistory(`&since=${formatTimeAgo(8 * HOUR)}`)).body).toMatchObject({
      totals: { total_duration: 3600, count: 1 },
    });
    expect((await fetchHistory(`&since=${formatTimeAgo(6 * HOUR)}`)).body).toMatchObject({
      totals: { total_duration: 0, count: 0 },
    });
  });

  it('is empty without fan events', async () => {
    expect((await fetchHistory()).body).toMatchObject({ data: [], pagination: { totalPages: 0 } });
  });

  it.each(['&page=0', '&limit=0', '&limit=1001', '&page=x', '&since=x'])(
    'rejects %s',
    async (query) => {
      expect((await fetchHistory(query)).status).toBe(422);
    },
  );
});
