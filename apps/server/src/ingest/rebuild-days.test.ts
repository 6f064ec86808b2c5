import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { createEvaluationPorts } from '../../test/support/evaluation-ports.ts';
import { createReadingBody, IngestFeed } from '../../test/support/ingest-feed.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { markAllMeansOutdated } from '../alerts/day-means-store.ts';
import { evaluateBin } from '../alerts/evaluate-bin.ts';
import { evaluateMarkedBins, type MarkedBinsPorts } from '../alerts/evaluate-marked-bins.ts';
import { lockMeans } from '../alerts/memory-store.ts';
import { loadBinWithFill } from '../app/load-bin-with-fill.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { selectMaxTemperatures } from '../readings/days/days-store.ts';
import { packSmallints } from '../readings/packed-smallints.ts';
import { type RebuildPorts, rebuildAllDays, rebuildDays } from './rebuild-days.ts';
import { findBinsToRebuild } from './rebuild-days-store.ts';

let database: TestDatabase;
let feed: IngestFeed;
let failures: unknown[];
let rebuild: BackgroundJob;
let boardCount = 0;

/** Two days before daylight saving time ends in Winnipeg; Lord Howe shifts by half an hour. */
const START = millis(Date.parse('2026-10-30T00:00:00Z'));

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

beforeEach(() => {
  // This ingest is not notified of changes, so it keeps the time zone that it loaded first.
  feed = new IngestFeed(database.db);
  failures = [];
  rebuild = createRebuild();
});

const failed = (error: unknown) => failures.push(error);

function createRebuild(load: RebuildPorts['loadBin'] = loadBinWithFill): BackgroundJob {
  const ports = { db: database.db, loadBin: load, lockMeans, markAllMeansOutdated, failed };
  return new BackgroundJob((signal) => rebuildAllDays(ports, signal), failed);
}

function createMarkedBinsPorts(): MarkedBinsPorts {
  return {
    ...createEvaluationPorts(database.db, () => millis(START + 10 * DAY)),
    isIngestBusy: () => false,
    binEvaluated: () => {},
    evaluationFailed: (__, error) => failed(error),
    failed,
  };
}

interface TestFarm {
  readonly farmId: number;
  readonly board: string;
  readonly binIds: readonly number[];
}

async function seedTestFarm(zone: string): Promise<TestFarm> {
  const farmId = await seedFarm(database.db, zone);
  const board = `rebuilt-${++boardCount}`;
  const bins = [{ binNumber: 1 }, { binNumber: 2, crop: 'Corn' }];
  const ids = await seedBoard(database.db, farmId, { id: board, key: null, bins });
  return { farmId, board, binIds: [...ids.values()] };
}

function frame(board: string, binNumber: number, at: number, temperature = 12.5) {
  const otherValues = { humidity_readings: [[60 + temperature / 10]], co2: 500 };
  return {
    board,
    at: millis(START + 10 * DAY),
    body: createReadingBody(binNumber, at, [temperature], otherValues),
  };
}

const setZone = (farmId: number, timezone: string) =>
  database.db.updateTable('farms').set({ timezone }).where('id', '=', farmId).execute();

async function findDays(binId: number): Promise<string[]> {
  const rows = await database.db
    .selectFrom('days')
    .select('day')
    .where('binId', '=', binId)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

async function countLockWaits(): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

const findAllDifferences = () => findDifferences(database.db);

describe('rebuilding days', () => {
  it("calculates a bin's days in its farm's new time zone, and leaves no old days", async () => {
    const { farmId, board, binIds } = await seedTestFarm('Pacific/Auckland');
    const [binId = 0] = binIds;
    await feed.send(frame(board, 1, START), frame(board, 1, START + 13 * HOUR));
    expect(await findDays(binId)).toEqual(['2026-10-30', '2026-10-31']);
    await setZone(farmId, 'America/Winnipeg');
    expect(await findBinsToRebuild(database.db)).toEqual(binIds);
    await rebuild.run();
    expect(await findDays(binId)).toEqual(['2026-10-29', '2026-10-30']);
    expect(await findBinsToRebuild(database.db)).toEqual([]);
    expect(await findAllDifferences()).toEqual([]);
  });

  it('marks the means of all closed days as outdated, and removes the means of other days', async () => {
    const { farmId, board, binIds } = await seedTestFarm('Pacific/Auckland');
    const [binId = 0] = binIds;
    await feed.send(...[0, 13, 37].map((hours) => frame(board, 1, START + hours * HOUR)));
    const means = { readings: 1, lengths: packSmallints(Int16Array.of(1)) };
    const packedMeans = packSmallints(Int16Array.of(1250));
    await database.db
      .insertInto('dayMeans')
      .values(
        ['2026-10-30', '2026-10-31'].map((day) => ({
          ...means,
          binId,
          day,
          means: packedMeans,
          fanOffMeans: packedMeans,
          moistures: packedMeans,
        })),
      )
      .execute();
    await setZone(farmId, 'America/Winnipeg');
    await rebuild.run();
    expect(await findDays(binId)).toEqual(['2026-10-29', '2026-10-30', '2026-10-31']);
    const rows = await database.db
      .selectFrom('dayMeans')
      .select(['day', 'readings'])
      .where('binId', '=', binId)
      .orderBy('day')
      .execute();
    expect(rows).toEqual([
      { day: '2026-10-29', readings: null },
      { day: '2026-10-30', readings: null },
    ]);
  });

  it('lets ingest use the old time zone until it is done, and the new one afterward', async () => {
    const { farmId, board, binIds } = await seedTestFarm('UTC');
    const [binId = 0] = binIds;
    await feed.send(frame(board, 1, START));
    await setZone(farmId, 'America/Winnipeg');
    await feed.send(frame(board, 1, START + HOUR));
    expect(await findDays(binId)).toEqual(['2026-10-30']);
    await rebuild.run();
    // Ingest still has the old time zone in memory.
    await feed.send(frame(board, 1, START + 2 * HOUR));
    expect(await findDays(binId)).toEqual(['2026-10-29']);
    expect(await findAllDifferences()).toEqual([]);
  });

  it('includes readings that arrive while it runs', async () => {
    const { farmId, board, binIds } = await seedTestFarm('UTC');
    const [binId = 0] = binIds;
    await feed.send(frame(board, 1, START), frame(board, 1, START + DAY));
    await setZone(farmId, 'Asia/Kolkata');
    let loadCount = 0;
    await rebuildDays(
      {
        db: database.db,
        loadBin: async (db, id) => {
          // The second time, the bin is already locked: a frame that is sent now waits.
          if (loadCount++ === 0) return loadBinWithFill(db, id);
          void feed.send(frame(board, 1, START + 3 * DAY));
          return loadBinWithFill(db, id);
        },
        lockMeans,
        markAllMeansOutdated,
      },
      binId,
    );
    await feed.send(frame(board, 1, START + 12 * HOUR, 30));
    expect(await findAllDifferences()).toEqual([]);
    expect(await findDays(binId)).toEqual(['2026-10-30', '2026-10-31', '2026-11-02']);
  });

  it('includes readings that arrive between its query and its lock', async () => {
    const { farmId, board, binIds } = await seedTestFarm('UTC');
    const [binId = 0] = binIds;
    await feed.send(frame(board, 1, START), frame(board, 1, START + DAY));
    await setZone(farmId, 'Asia/Kolkata');
    const ingestClient = await database.pool.connect();
    await ingestClient.query('begin');
    await ingestClient.query('select from latest where bin_id = $1 for update', [binId]);
    const rebuildPromise = rebuildDays(
      { db: database.db, loadBin: loadBinWithFill, lockMeans, markAllMeansOutdated },
      binId,
    );
    await expect.poll(countLockWaits).toBe(1);
    await ingestClient.query(
      `insert into readings (at, bin_id, flags, cables, temperatures, humidities)
       select at + shift, bin_id, flags, cables, '{4000}', humidities
       from readings, unnest('{1 hour, 5 days}'::interval[]) shift
       where bin_id = $1 and at = $2`,
      [binId, new Date(START)],
    );
    await ingestClient.query('commit');
    ingestClient.release();
    await rebuildPromise;
    const rows = await database.db
      .selectFrom('days')
      .select(['day', 'readings', selectMaxTemperatures('sensor_extremes').as('maxima')])
      .where('binId', '=', binId)
      .orderBy('day')
      .execute();
    expect(rows).toEqual([
      { day: '2026-10-30', readings: 2, maxima: packSmallints(Int16Array.of(4000)) },
      { day: '2026-10-31', readings: 1, maxima: packSmallints(Int16Array.of(1250)) },
      { day: '2026-11-04', readings: 1, maxima: packSmallints(Int16Array.of(4000)) },
    ]);
    // Ingest did not write these rows, so the bin is deleted to leave it out of later comparisons.
    await database.db
      .updateTable('bins')
      .set({ deletedAt: new Date(START) })
      .where('id', '=', binId)
      .execute();
  });

  it.each<[string, (ports: MarkedBinsPorts, binId: number) => Promise<unknown>]>([
    ['an evaluation', evaluateBin],
    [
      'a calculation of means',
      async (ports, binId) => {
        await database.db.transaction().execute((trx) => markAllMeansOutdated(trx, binId));
        await database.db.deleteFrom('alertMarks').execute();
        await evaluateMarkedBins(ports, new AbortController().signal);
      },
    ],
  ])('leaves no means from %s that began with the old time zone', async (_, evaluate) => {
    const { farmId, board, binIds } = await seedTestFarm('UTC');
    const [binId = 0] = binIds;
    const ports = createMarkedBinsPorts();
    await feed.send(...[0, 13, 37].map((hours) => frame(board, 1, START + hours * HOUR)));
    await evaluateBin(ports, binId);
    await feed.send(frame(board, 1, START + 61 * HOUR));
    let rebuildPromise: Promise<void> | undefined;
    const loadBin = async (db: Db, id: number) => {
      const bin = await loadBinWithFill(db, id);
      if (rebuildPromise !== undefined) return bin;
      await setZone(farmId, 'America/Winnipeg');
      rebuildPromise = rebuild.run();
      await expect.poll(async () => (await countLockWaits()) || bin?.context.timeZone).toBe(1);
      return bin;
    };
    await evaluate({ ...ports, loadBin }, binId);
    await rebuildPromise;
    await evaluateMarkedBins(ports, new AbortController().signal);
    const readMeans = () =>
      database.db
        .selectFrom('dayMeans')
        .selectAll()
        .where('binId', '=', binId)
        .orderBy('day')
        .execute();
    const meansAfterRebuild = await readMeans();
    await database.db.transaction().execute((trx) => markAllMeansOutdated(trx, binId));
    await evaluateMarkedBins(ports, new AbortController().signal);
    expect(meansAfterRebuild).toEqual(await readMeans());
    expect(failures).toEqual([]);
  });

  it('leaves only one day outdated if only the means of that day cannot be calculated', async () => {
    const { board, binIds } = await seedTestFarm('UTC');
    const [binId = 0] = binIds;
    const ports = createMarkedBinsPorts();
    const days = [0, 1, 2, 3].map((day) => frame(board, 1, START + day * DAY));
    await feed.send(...days);
    await evaluateBin(ports, binId);
    await database.db.transaction().execute((trx) => markAllMeansOutdated(trx, binId));
    await database.db.deleteFrom('alertMarks').execute();
    let calls = 0;
    const loadBin = async (db: Db, id: number) => {
      calls += 1;
      // The calculation of all days fails, and then that of the newest day.
      if (calls <= 2) throw new Error('broken');
      return loadBinWithFill(db, id);
    };
    await evaluateMarkedBins({ ...ports, loadBin }, new AbortController().signal);
    const storedMeans = await database.db
      .selectFrom('dayMeans')
      .select(['day', 'readings'])
      .where('binId', '=', binId)
      .orderBy('day')
      .execute();
    expect(storedMeans.map(({ readings }) => readings)).toEqual([1, 1, null]);
    expect(failures).toEqual([new Error('broken')]);
  });

  it('continues with the other bins when one cannot be rebuilt', async () => {
    const { farmId, board, binIds } = await seedTestFarm('UTC');
    await feed.send(frame(board, 1, START), frame(board, 2, START));
    await setZone(farmId, 'America/Winnipeg');
    const failingRebuild = createRebuild(async (db, id) => {
      if (id === binIds[0]) throw new Error('broken');
      return loadBinWithFill(db, id);
    });
    await failingRebuild.run();
    expect(failures).toHaveLength(1);
    expect(await findBinsToRebuild(database.db)).toEqual([binIds[0]]);
    await rebuild.run();
    expect(await findAllDifferences()).toEqual([]);
  });

  it('skips deleted bins until they are restored', async () => {
    const { farmId, board, binIds } = await seedTestFarm('UTC');
    const [binId = 0] = binIds;
    await feed.send(frame(board, 1, START));
    const setDeletedAt = (deletedAt: Date | null) =>
      database.db.updateTable('bins').set({ deletedAt }).where('id', '=', binId).execute();
    await setDeletedAt(new Date(START));
    await setZone(farmId, 'America/Winnipeg');
    await rebuild.run();
    expect(await findDays(binId)).toEqual(['2026-10-30']);
    await setDeletedAt(null);
    await rebuild.run();
    expect(await findDays(binId)).toEqual(['2026-10-29']);
  });

  it('uses UTC if the server does not support the time zone', async () => {
    const { farmId, board, binIds } = await seedTestFarm('America/Winnipeg');
    const [binId = 0] = binIds;
    await feed.send(frame(board, 1, START));
    await setZone(farmId, 'Mars/Olympus_Mons');
    await rebuild.run();
    await feed.send(frame(board, 1, START + HOUR));
    expect(await findDays(binId)).toEqual(['2026-10-30']);
    expect(await findBinsToRebuild(database.db)).toEqual([]);
    expect(failures).toEqual([]);
    await setZone(farmId, 'UTC');
    await rebuild.run();
  });

  it('stores the correct days for the readings, regardless of concurrent frames, zone changes and rebuilds', async () => {
    const zones = ['UTC', 'America/Winnipeg', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const;
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('frame' as const),
        bin: fc.integer({ min: 1, max: 2 }),
        minute: fc.integer({ min: 0, max: 4 * 24 * 60 }),
        temperature: fc.integer({ min: -20, max: 40 }),
      }),
      fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
      fc.record({ kind: fc.constant('rebuild' as const), process: fc.integer({ min: 0, max: 1 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(event, { minLength: 10, maxLength: 40 }),
        async (zone, events) => {
          const { farmId, board, binIds } = await seedTestFarm(zone);
          const processes = [createRebuild(), createRebuild()];
          const work: Promise<unknown>[] = [];
          for (const step of events) {
            switch (step.kind) {
              case 'frame': {
                const { bin, minute, temperature } = step;
                work.push(feed.send(frame(board, bin, START + minute * MINUTE, temperature)));
                break;
              }
              case 'zone':
                await setZone(farmId, step.zone);
                break;
              case 'rebuild':
                work.push(processes[step.process]?.run() ?? Promise.resolve());
            }
          }
          await Promise.all(work);
          await rebuild.run();
          expect(await findBinsToRebuild(database.db)).toEqual([]);
          for (const binId of binIds)
            expect(await loadBinWithFill(database.db, binId)).not.toBeNull();
          expect(await findAllDifferences()).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
    expect(failures).toEqual([]);
  }, 120_000);
});
