import { HOUR, MINUTE, millis, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { IngestFeed } from '../../test/support/ingest-feed.ts';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.ts';
import { findLastFanEvents } from './store.ts';

let database: TestDatabase;
let farmId: number;
let feed: IngestFeed;
let board: string;
let binId: number;
let boards = 0;

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));

beforeAll(async () => {
  database = await testDatabase();
  farmId = await seedFarm(database.db);
});

afterAll(() => database.dispose());

beforeEach(async () => {
  board = `board-${++boards}`;
  const bins = [{ binNumber: 1 }, { binNumber: 2 }];
  binId = (await seedBoard(database.db, farmId, { id: board, key: null, bins })).get(1) ?? 0;
  feed = new IngestFeed(database.db);
});

/** Word of the fan of bin 1, taken `ms` after NOW by the board's clock. */
function fan(state: 'on' | 'off', ms: number, arrivedAt = NOW) {
  const date_time = new Date(NOW + ms).toISOString();
  const body = { v: 1, bin_number: 1, fan: state, date_time };
  return { board, at: arrivedAt, kind: 'fan-data' as const, body };
}

const last = async () => (await findLastFanEvents(database.db, [binId]))[0];

async function kept(): Promise<[number, boolean][]> {
  const rows = await database.db
    .selectFrom('fanEvents')
    .select(['at', 'isOn'])
    .where('binId', '=', binId)
    .orderBy('at')
    .orderBy('sentAt')
    .execute();
  return rows.map(({ at, isOn }) => [at.getTime() - NOW, isOn]);
}

describe('the last word of a fan', () => {
  it('is none before the first', async () => {
    expect(await findLastFanEvents(database.db, [binId])).toEqual([]);
  });

  it('says since when the fan is as it is, however often it was said', async () => {
    await feed.send(fan('off', -50 * MINUTE), fan('on', -40 * MINUTE));
    await feed.send(fan('on', -20 * MINUTE), fan('on', -30 * MINUTE));
    expect(await last()).toEqual({ binId, isOn: true, since: new Date(NOW - 40 * MINUTE) });
    await feed.send(fan('off', -10 * MINUTE));
    expect(await last()).toMatchObject({ isOn: false, since: new Date(NOW - 10 * MINUTE) });
  });

  it('counts from the first where nothing else was ever said', async () => {
    await feed.send(fan('on', -MINUTE), fan('on', -2 * MINUTE));
    expect(await last()).toMatchObject({ isOn: true, since: new Date(NOW - 2 * MINUTE) });
  });

  it('is the newest by time, whatever comes late', async () => {
    await feed.send(fan('off', -MINUTE));
    await feed.send(fan('on', -HOUR));
    expect(await last()).toMatchObject({ isOn: false, since: new Date(NOW - MINUTE) });
  });
});

describe('word of a board whose clock runs ahead', () => {
  it('stands at its arrival, each of several that come at once', async () => {
    await feed.send(fan('on', 2 * HOUR), fan('off', 3 * HOUR), fan('on', 4 * HOUR));
    expect(await kept()).toEqual([
      [0, true],
      [0, false],
      [0, true],
    ]);
    expect(await last()).toEqual({ binId, isOn: true, since: new Date(NOW) });
  });

  it('counts once, however late it comes again', async () => {
    await feed.send(fan('on', 2 * HOUR), fan('off', 2 * HOUR + SECOND, millis(NOW + SECOND)));
    await feed.send(fan('on', 2 * HOUR, millis(NOW + MINUTE)));
    await feed.send(fan('on', 2 * HOUR, millis(NOW + 2 * HOUR)));
    expect(await kept()).toEqual([
      [0, true],
      [SECOND, false],
    ]);
    expect(await last()).toMatchObject({ isOn: false });
  });
});
