import { DAY, HOUR } from '@granary/domain/units';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, TEST_START, type TestApp } from '../../test/support/test-app.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { packFrame, type RawFrame, storeRawFrames } from './store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let partitions: Partitions;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  partitions = new Partitions(granary.db, 'raw_frames', 'day');
  // The boards of the fixtures are older than the frames of these tests.
  await granary.db
    .updateTable('mainBoards')
    .set({ since: new Date(TEST_START - 9 * DAY) })
    .execute();
});

afterAll(() => granary.dispose());

beforeEach(() => sql`delete from raw_frames`.execute(granary.db));

type FrameFields = Partial<RawFrame> & { readonly kind?: string };

/** Stores frames, each a minute older than the previous one unless a time is given. */
async function store(frames: readonly FrameFields[]): Promise<void> {
  const rawFrames = frames.map(({ kind = 'temp-data', ...fields }, index): RawFrame => {
    const mainBoardId = fields.mainBoardId ?? fixtures.farmer.bin.mainBoardId;
    return {
      receivedAt: granary.now() - index * 60_000,
      mainBoardId,
      binNumber: 1,
      reason: null,
      topic: `boards/${mainBoardId}/up/${kind}`,
      payload: Buffer.from(`{"n":${index}}`),
      ...fields,
    };
  });
  await partitions.ensure(rawFrames.map(({ receivedAt }) => receivedAt));
  await granary.db.transaction().execute((trx) => storeRawFrames(trx, rawFrames.map(packFrame)));
}

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly pagination: Record<string, unknown>;
  readonly until: string;
}

async function callRawData(caller: UserRow, path: string, body?: object) {
  const token = await granary.createToken(caller);
  return granary.call({ method: 'POST', url: `/api/rawData/${path}`, token, body });
}

async function getFiltered(caller: UserRow, body: object): Promise<Page> {
  const response = await callRawData(caller, 'getFilteredData', { page: 1, limit: 10, ...body });
  expect(response.status).toBe(200);
  expect(response.body.RESP_MSG).toBe('OK');
  return response.body as unknown as Page;
}

const listIds = ({ data }: Pick<Page, 'data'>) => data.map(({ id }) => id);

describe('raw data', () => {
  it('is shown exactly as received, with the reason it was rejected', async () => {
    const { bin } = fixtures.farmer;
    const payload = Buffer.from('{"v":1, "bin_number":1,\t"temp_reading":[[-200,"<b>é"]]}');
    await store([{ payload, reason: 'temp_reading.0.1: Invalid input' }]);
    const response = await callRawData(fixtures.admin, 'all');
    expect(response.body.RESP_MSG).toEqual([
      {
        _id: expect.any(String),
        id: `${bin.mainBoardId}|1`,
        type: 'temp-data',
        topic: `boards/${bin.mainBoardId}/up/temp-data`,
        commandDirection: 'received',
        dateTime: new Date(TEST_START).toISOString(),
        data: payload.toString(),
        data_is_text: true,
        bytes: payload.length,
        reason: 'temp_reading.0.1: Invalid input',
        cause: null,
      },
    ]);
  });

  it('can be requested with an empty body of any content type', async () => {
    const token = await granary.createToken(fixtures.admin);
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const response = await granary.call({
        method: 'POST',
        url: '/api/rawData/all',
        token,
        headers,
      });
      expect(response.status).toBe(200);
    }
  });

  it('is shown as hexadecimal digits when it is not text', async () => {
    const longText = Buffer.from('é'.repeat(20_000));
    await store([
      { payload: Buffer.from([0xff, 0x00, 0x7b]), binNumber: null },
      { payload: Buffer.concat([Buffer.from('x'), longText]), reason: 'too long' },
    ]);
    const [binary, text] = (await getFiltered(fixtures.admin, { type: 'temp-data' })).data;
    expect(binary).toMatchObject({ id: fixtures.farmer.bin.mainBoardId, data: 'ff007b' });
    expect(binary).toMatchObject({ data_is_text: false });
    // The stored part ends in the middle of a character.
    expect(text).toMatchObject({ data: `x${'é'.repeat(2047)}`, data_is_text: true, bytes: 40_001 });
  });

  it('requires a valid filter', async () => {
    for (const body of [{}, { id: ' ', date: '', type: '' }, { time_zone: 'Europe/Berlin' }]) {
      const response = await callRawData(fixtures.admin, 'getFilteredData', {
        page: 1,
        limit: 10,
        ...body,
      });
      expect(response).toMatchObject({
        status: 422,
        body: { RESP_MSG: 'Please provide at least one filter' },
      });
      expect((await callRawData(fixtures.admin, 'exportFilteredData', body)).status).toBe(422);
    }
    const invalidFilters = [
      { id: 'a b' },
      { id: "x'--" },
      { id: 'x|y' },
      { id: 'x|1|2' },
      { date: '2026-02-30' },
      { type: 'no-data' },
      { date: '2026-02-03', time_zone: 'Mars' },
      { type: 'fan-data', page: 0 },
      { type: 'fan-data', limit: 101 },
    ];
    for (const body of invalidFilters) {
      const response = await callRawData(fixtures.admin, 'getFilteredData', {
        page: 1,
        limit: 10,
        ...body,
      });
      expect(response.status, JSON.stringify(body)).toBe(422);
    }
  });

  it('can be filtered by main board, bin and type', async () => {
    const board = fixtures.farmer.bin.mainBoardId;
    await store([
      {},
      { binNumber: 2 },
      { kind: 'fan-data' },
      { kind: 'firmware-data', binNumber: null },
      { mainBoardId: `${board}x` },
      { mainBoardId: `${board}x`, kind: 'fan-data' },
      { kind: 'temp-data/more' },
    ]);
    const { admin } = fixtures;
    const all = [`${board}|1`, `${board}|2`, `${board}|1`, board, `${board}|1`];
    expect(listIds(await getFiltered(admin, { id: board }))).toEqual(all);
    expect(listIds(await getFiltered(admin, { id: `${board}|2` }))).toEqual([`${board}|2`]);
    expect(listIds(await getFiltered(admin, { id: `${board}|9` }))).toEqual([]);
    expect(listIds(await getFiltered(admin, { id: board, type: 'temp-data' }))).toEqual(
      all.slice(0, 2),
    );
    expect(listIds(await getFiltered(admin, { type: 'fan-data' }))).toEqual([
      `${board}|1`,
      `${board}x|1`,
    ]);
    expect(listIds(await getFiltered(admin, { id: board, type: 'firmware-data' }))).toEqual([
      board,
    ]);
    const boardFrames = await getFiltered(admin, { id: board, date: '2026-07-01' });
    expect(boardFrames.data.at(-1)).toMatchObject({ type: 'temp-data/more' });
  });

  it('can be filtered by whether it was rejected, for all boards or one board', async () => {
    const { bin } = fixtures.farmer;
    const reason = 'battery: Invalid input';
    const otherBoard = fixtures.sibling.bin.mainBoardId;
    await store([
      {},
      { reason },
      { kind: 'fan-data', reason },
      { mainBoardId: otherBoard },
      { mainBoardId: otherBoard, reason },
    ]);
    const rejectedFilter = { unread: true };
    const ownId = `${bin.mainBoardId}|1`;
    expect(listIds(await getFiltered(fixtures.admin, rejectedFilter))).toEqual([
      ownId,
      ownId,
      `${otherBoard}|1`,
    ]);
    expect(listIds(await getFiltered(fixtures.distributor, rejectedFilter))).toEqual([
      ownId,
      ownId,
      `${otherBoard}|1`,
    ]);
    const boardFilter = { ...rejectedFilter, id: bin.mainBoardId };
    expect(listIds(await getFiltered(fixtures.distributor, boardFilter))).toEqual([ownId, ownId]);
    expect(
      listIds(await getFiltered(fixtures.admin, { ...boardFilter, type: 'fan-data' })),
    ).toEqual([ownId]);
    const unfilteredPage = await getFiltered(fixtures.admin, { ...boardFilter, unread: false });
    expect(unfilteredPage.pagination['total']).toBe(3);
    expect(
      (await callRawData(fixtures.admin, 'getFilteredData', { page: 1, limit: 10, unread: false }))
        .status,
    ).toBe(422);
  });

  it("can be filtered by the user's local day", async () => {
    await store(
      ['2026-06-29T22:30:00Z', '2026-06-29T21:30:00Z', '2026-06-30T21:30:00Z'].map((at, index) => ({
        receivedAt: Date.parse(at),
        binNumber: index + 1,
      })),
    );
    const board = fixtures.farmer.bin.mainBoardId;
    const findByDay = async (date: string, time_zone?: string) =>
      listIds(await getFiltered(fixtures.admin, { date, ...(time_zone && { time_zone }) }));
    expect(await findByDay('2026-06-29')).toEqual([`${board}|1`, `${board}|2`]);
    expect(await findByDay('2026-06-30', 'Europe/Berlin')).toEqual([`${board}|3`, `${board}|1`]);
    expect(await findByDay('0001-01-01', 'Asia/Tokyo')).toEqual([]);
    expect(await findByDay('9999-12-31', 'America/Winnipeg')).toEqual([]);
  });

  it('is paged, and pages do not shift while frames arrive', async () => {
    await store(Array.from({ length: 23 }, (_, index) => ({ binNumber: index + 1 })));
    const listNumbers = (page: Page) => listIds(page).map((id) => Number(String(id).split('|')[1]));
    const first = await getFiltered(fixtures.admin, { type: 'temp-data' });
    expect(listNumbers(first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(first.pagination).toEqual({
      currentPage: 1,
      totalPages: 3,
      totalCount: 23,
      total: 23,
      total_is_least: false,
      limit: 10,
      hasNextPage: true,
      hasPrevPage: false,
    });
    granary.advance(HOUR);
    await store([{ binNumber: 99 }]);
    const { until } = first;
    const last = await getFiltered(fixtures.admin, { type: 'temp-data', page: 3, until });
    expect(listNumbers(last)).toEqual([21, 22, 23]);
    expect(last.pagination).toMatchObject({ hasNextPage: false, hasPrevPage: true, total: 23 });
    expect((await getFiltered(fixtures.admin, { type: 'temp-data', page: 4, until })).data).toEqual(
      [],
    );
    expect(listNumbers(await getFiltered(fixtures.admin, { type: 'temp-data' }))[0]).toBe(99);
  });

  it('is counted only up to a limit, and the response indicates that there may be more', async () => {
    await store(Array.from({ length: 10_003 }, () => ({ receivedAt: granary.now() })));
    const first = await getFiltered(fixtures.admin, { type: 'temp-data', page: 1_000 });
    expect(first.pagination).toMatchObject({ total: 10_000, total_is_least: true });
    expect(first.pagination).toMatchObject({ hasNextPage: false });
    expect(first.data).toHaveLength(10);
  });
});

describe('raw data from the boards of a customer', () => {
  const listFixtures = () => [
    fixtures.farmer,
    fixtures.sibling,
    fixtures.neighbor,
    fixtures.stranger,
  ];

  it('is visible to their distributor and to admins', async () => {
    const { admin, distributor, otherDistributor, farmer, sibling, stranger } = fixtures;
    const knownBoards = listFixtures().map(({ bin }) => bin.mainBoardId);
    await store([...knownBoards, 'unknown-board'].map((mainBoardId) => ({ mainBoardId })));
    const ownIds = [farmer, sibling].map(({ bin }) => `${bin.mainBoardId}|1`);
    const listVisibleIds = async (caller: UserRow, body: object) =>
      listIds(await getFiltered(caller, body));
    expect(await listVisibleIds(distributor, { type: 'temp-data' })).toEqual(ownIds);
    expect(await listVisibleIds(otherDistributor, { date: '2026-07-01' })).toEqual([
      `${stranger.bin.mainBoardId}|1`,
    ]);
    expect(await listVisibleIds(admin, { type: 'temp-data' })).toHaveLength(5);
    expect(await listVisibleIds(distributor, { id: stranger.bin.mainBoardId })).toEqual([]);
    expect(await listVisibleIds(distributor, { id: 'unknown-board' })).toEqual([]);
    expect(await listVisibleIds(admin, { id: 'unknown-board' })).toHaveLength(1);
    expect(
      listIds({ data: (await callRawData(distributor, 'all')).body.RESP_MSG as Page['data'] }),
    ).toEqual(ownIds);
    const text = (await callRawData(distributor, 'exportFilteredData', { type: 'temp-data' })).text;
    expect(text).toContain(farmer.bin.mainBoardId);
    expect(text).not.toContain(stranger.bin.mainBoardId);
    expect(text).not.toContain('unknown-board');
  });

  it('does not include what the board sent while it belonged to an earlier customer', async () => {
    const { admin, distributor, otherDistributor, sibling, stranger } = fixtures;
    const mainBoardId = 'lent-board';
    const totalFor = async (who: UserRow) =>
      (await getFiltered(who, { id: mainBoardId })).pagination['total'];
    const setMainBoard = async (id: number, mainBoardId: string) => {
      const url = `/api/board/${id}/general`;
      const body = { bin_topic: mainBoardId };
      const token = await granary.createToken(admin);
      return (await granary.call({ method: 'PUT', url, token, body })).status;
    };
    expect(await setMainBoard(stranger.bin.id, mainBoardId)).toBe(200);
    granary.advance(HOUR);
    await store([{ mainBoardId, receivedAt: granary.now() }]);
    expect(await totalFor(otherDistributor)).toBe(1);
    expect(await setMainBoard(stranger.bin.id, stranger.bin.mainBoardId)).toBe(200);
    granary.advance(HOUR);
    expect(await setMainBoard(sibling.bin.id, mainBoardId)).toBe(200);
    expect(await totalFor(otherDistributor)).toBe(0);
    expect(await totalFor(distributor)).toBe(0);
    granary.advance(HOUR);
    await store([{ mainBoardId, receivedAt: granary.now() }]);
    expect(await totalFor(distributor)).toBe(1);
    expect(await totalFor(admin)).toBe(2);
    expect(await setMainBoard(sibling.bin.id, sibling.bin.mainBoardId)).toBe(200);
  });
});

describe('the export', () => {
  it('contains every frame as CSV, newest first, with formulas escaped', async () => {
    const board = fixtures.farmer.bin.mainBoardId;
    await store(
      Array.from({ length: 1_203 }, (_, index) => ({
        receivedAt: granary.now() - Math.floor(index / 7) * 60_000,
        payload: Buffer.from(index === 1 ? '=cmd|"/c calc"!A1' : `{"n":${index},"t":"a,b"}`),
        reason: index === 1 ? '-1: no JSON' : null,
      })),
    );
    const response = await callRawData(fixtures.admin, 'exportFilteredData', {
      id: board,
      time_zone: 'America/Regina',
    });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.text.startsWith('\ufeff')).toBe(true);
    const [header, ...rows] = parse(response.text, { bom: true });
    expect(header).toEqual([
      'id',
      'dateTime',
      'type',
      'commandDirection',
      'reason',
      'bytes',
      'topic',
      'data',
    ]);
    expect(rows).toHaveLength(1_203);
    expect(new Set(rows.map((row) => row.at(-1))).size).toBe(1_203);
    const times = rows.map((row) => String(row[1]));
    expect(times).toEqual([...times].sort().reverse());
    expect(times.every((time) => time.endsWith('-06:00'))).toBe(true);
    expect(new Date(times[0] ?? '').getTime()).toBe(granary.now());
    const formula = rows.find((row) => String(row.at(-1)).includes('cmd'));
    expect(formula?.at(-1)).toBe(`'=cmd|"/c calc"!A1`);
    expect(formula?.[4]).toBe("'-1: no JSON");
  });
});
