import { getChartRecords } from '@granary/contract/readings/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { createReadingBody, IngestFeed } from '../../test/support/ingest-feed.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestAppWithDatabase, type TestApp } from '../../test/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { markBin } from '../alerts/marks-store.ts';
import { loadBinWithFill } from '../app/load-bin-with-fill.ts';
import { recalculateGrain } from './recalculate-grain.ts';
import { findBinsWithOldDigest, markDaysOutdated } from './recalculate-grain-store.ts';

const START = millis(Date.parse('2026-07-01T06:00:00Z'));

let database: TestDatabase;
let feed: IngestFeed;
let board: string;
let binId: number;
let boardCount = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  feed = new IngestFeed(database.db);
  board = `grain-${++boardCount}`;
  const farmId = await seedFarm(database.db, 'America/Winnipeg');
  const cables = [{}, { flip: true }, {}];
  const ids = await seedBoard(database.db, farmId, {
    id: board,
    key: null,
    bins: [{ binNumber: 1, cables }],
  });
  binId = ids.get(1) ?? 0;
  await database.db
    .updateTable('bins')
    .set({ loadMethod: 'manual', size: 100 })
    .where('id', '=', binId)
    .execute();
  await addLedgerEntry(60, START - DAY);
});

function addLedgerEntry(volume: number, at: number, type: 'load' | 'unload' = 'load') {
  const entry = { binId, type, at: new Date(at), volume, moisture: null, protein: null };
  return database.db.insertInto('binLoads').values(entry).execute();
}

/**
 * Sends four rows, cold air above warm grain; `hottest` is the temperature of the bottom sensor of the first
 * cable.
 */
function send(at: number, hottest = 15) {
  const temp_reading = [
    [-9, -8, 14, hottest],
    [13, 14, -8, -9],
    [-9, -8, 14, 13],
  ];
  const humidity_readings = temp_reading.map((cable) => cable.map((value) => 70 - value));
  const body = createReadingBody(1, at, [], { temp_reading, humidity_readings });
  return feed.send({ board, at: millis(START + 9 * DAY), body });
}

const failures: unknown[] = [];

function recalculate(signal = new AbortController().signal): Promise<void> {
  const failed = (error: unknown) => failures.push(error);
  return recalculateGrain({ db: database.db, loadBin: loadBinWithFill, markBin, failed }, signal);
}

async function countOutdatedDays(): Promise<number> {
  const rows = await database.db
    .selectFrom('days')
    .select('day')
    .where('binId', '=', binId)
    .where('grainExtremes', 'is', null)
    .execute();
  return rows.length;
}

const findBinDifferences = () => findDifferences(database.db, [binId]);

it('ingest stores daily grain values based on the fill at each reading', async () => {
  await recalculate();
  await send(START);
  await send(START + HOUR);
  await addLedgerEntry(40, START + 2 * HOUR);
  await send(START + 3 * HOUR);
  await send(START + DAY);
  expect(await countOutdatedDays()).toBe(0);
  expect(await findBinDifferences()).toEqual([]);
});

it('a change to the ledger recalculates its day and later days', async () => {
  await recalculate();
  for (const day of [0, 1, 2, 3]) await send(START + day * DAY);
  const at = START + 2 * DAY - HOUR;
  await addLedgerEntry(60, at, 'unload');
  await database.db.transaction().execute((trx) => markDaysOutdated(trx, binId, new Date(at)));
  expect(await countOutdatedDays()).toBe(3);
  await recalculate();
  expect(await countOutdatedDays()).toBe(0);
  expect(await findBinDifferences()).toEqual([]);
});

it('a settings change recalculates all days, even after an interruption', async () => {
  await send(START);
  await send(START + DAY);
  await database.db.updateTable('bins').set({ size: 1_000 }).where('id', '=', binId).execute();
  expect(await findBinsWithOldDigest(database.db)).toContain(binId);
  const controller = new AbortController();
  controller.abort();
  await recalculate(controller.signal);
  expect(await findBinsWithOldDigest(database.db)).toContain(binId);
  await recalculate();
  expect(await findBinsWithOldDigest(database.db)).not.toContain(binId);
  expect(await countOutdatedDays()).toBe(0);
  expect(await findBinDifferences()).toEqual([]);
  expect(failures).toEqual([]);
});

/** Reads how many days of the chart are ready, from the response that pages use to show the progress. */
async function readProgress(server: TestApp): Promise<string> {
  const owner = await server.db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .select(['users.id', 'users.role', 'users.email'])
    .where('bins.id', '=', binId)
    .executeTakeFirstOrThrow();
  const { body } = await server.call({
    url: `/api/board/sensorMinMaxReading?bin_sensor_id=${binId}&days=365`,
    token: await server.createToken(owner),
  });
  const days = getChartRecords.response.parse(body.RESP_MSG);
  const ready = days.filter(({ grainMaxTemperatures }) => grainMaxTemperatures.length > 0);
  return `${ready.length} of ${days.length}`;
}

/** Finds the transaction that wrote each day, except outdated days. */
async function findDayWriters(): Promise<Record<string, string>> {
  const { rows } = await sql<{ day: string; writer: string }>`
    select day::text, xmin::text as writer from days
    where bin_id = ${binId} and grain_extremes is not null`.execute(database.db);
  return Object.fromEntries(rows.map(({ day, writer }) => [day, writer]));
}

it('a restarted server continues with the days that the interrupted one left unfinished', async () => {
  await recalculate();
  for (const day of [0, 1, 2, 3]) await send(START + day * DAY);
  // A day with this many readings is calculated in a separate transaction.
  await database.db
    .updateTable('days')
    .set({ grainExtremes: null, readings: 10_000 })
    .where('binId', '=', binId)
    .execute();
  let loadCount = 0;
  await recalculateGrain(
    {
      db: database.db,
      loadBin: async (db, id) => {
        if (++loadCount > 2) throw new Error('The server was killed.');
        return loadBinWithFill(db, id);
      },
      markBin,
      failed: () => {},
    },
    new AbortController().signal,
  );
  const before = await findDayWriters();
  expect(Object.keys(before).toSorted()).toEqual(['2026-07-03', '2026-07-04']);

  const server = await createTestAppWithDatabase(database.connectionOptions, {});
  try {
    server.advance(4 * DAY);
    expect(await readProgress(server)).toBe('2 of 4');
    await server.start();
    await expect.poll(() => readProgress(server)).toBe('4 of 4');
  } finally {
    await server.dispose();
  }
  expect(await findDayWriters()).toMatchObject(before);
});

it('a reading added to an outdated day leaves the calculation to the job', async () => {
  await recalculate();
  await send(START);
  await database.db
    .updateTable('days')
    .set({ grainExtremes: null })
    .where('binId', '=', binId)
    .execute();
  await send(START + HOUR);
  expect(await countOutdatedDays()).toBe(1);
  await recalculate();
  expect(await findBinDifferences()).toEqual([]);
});

it('a sensor counts as hot only after an hour, including late readings', async () => {
  await recalculate();
  const readConditions = async () =>
    (
      await database.db
        .selectFrom('latest')
        .select('conditions')
        .where('binId', '=', binId)
        .executeTakeFirstOrThrow()
    ).conditions;
  await send(START, 30);
  expect((await readConditions())?.sensors).toMatchObject([
    { cable: 1, position: 4, isHeld: false },
  ]);
  await send(START + HOUR, 30);
  expect((await readConditions())?.sensors).toMatchObject([
    { cable: 1, position: 4, isHeld: true },
  ]);
  // A late reading shows that the sensor was cool after half an hour, so it was not hot for a full hour.
  await send(START + HOUR / 2, 15);
  expect((await readConditions())?.sensors).toMatchObject([
    { cable: 1, position: 4, isHeld: false },
  ]);
  await send(START + 2 * HOUR, 15);
  expect(await readConditions()).toBeNull();
});
