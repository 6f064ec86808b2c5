import { DAY, HOUR, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import type { MaintenanceJobs } from '../maintenance/maintenance-jobs.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import { createMaintenanceJobs } from './wire-maintenance.ts';

/** Long enough for timers even on a busy machine, ms. */
const TIMEOUT_MS = 10_000;

let database: TestDatabase;
let now = millis(0);
let jobs: MaintenanceJobs;
const failed = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  failed.mockReset();
  database = await createTestDatabase();
  now = millis(Date.parse('2026-12-30T12:00:00Z'));
  jobs = createMaintenanceJobs({
    db: database.db,
    rawDays: 3,
    readings: new Partitions(database.db, 'readings', 'month'),
    rawFrames: new Partitions(database.db, 'raw_frames', 'day'),
    startBackgroundWork: () => {},
    now: () => now,
    failed,
  });
});

afterEach(async () => {
  vi.useRealTimers();
  jobs.stop();
  await database.dispose();
});

async function listPartitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits join pg_class on oid = inhrelid
    where relkind = 'r' order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

const toRawFramePartitionNames = (...days: string[]) => days.map((day) => `raw_frames_${day}`);
const toReadingPartitionNames = (...names: string[]) => names.map((name) => `readings_${name}`);

describe('maintenance jobs', () => {
  it('create the partitions for today and the next two days first', async () => {
    await jobs.start();
    expect(await listPartitions()).toEqual([
      ...toRawFramePartitionNames('2026_12_30', '2026_12_31', '2027_01_01'),
      ...toReadingPartitionNames('2026_12', '2027_01'),
    ]);
  });

  it('run every hour and drop old raw frames', async () => {
    await jobs.start();
    now = millis(now + 4 * DAY);
    vi.advanceTimersByTime(HOUR);
    await vi.waitFor(
      async () =>
        expect(await listPartitions()).toEqual([
          ...toRawFramePartitionNames(
            '2026_12_31',
            '2027_01_01',
            '2027_01_03',
            '2027_01_04',
            '2027_01_05',
          ),
          ...toReadingPartitionNames('2026_12', '2027_01'),
        ]),
      TIMEOUT_MS,
    );
    jobs.stop();
    now = millis(now + 40 * DAY);
    vi.advanceTimersByTime(10 * HOUR);
    expect(await listPartitions()).toHaveLength(7);
    expect(failed).not.toHaveBeenCalled();
  });

  it('delete adjusted timestamps of frames that would now be rejected as too old', async () => {
    const farmId = await seedFarm(database.db);
    const bins = [{ binNumber: 1 }];
    const binId = (await seedBoard(database.db, farmId, { id: 'A', key: null, bins })).get(1) ?? 0;
    for (const age of [399, 402]) {
      const storedAt = new Date(now - age * DAY);
      const sentAt = new Date(storedAt.getTime() + HOUR);
      await database.db.insertInto('clockPairs').values({ binId, sentAt, storedAt }).execute();
    }
    await jobs.start();
    const remaining = await database.db.selectFrom('clockPairs').select('storedAt').execute();
    expect(remaining).toEqual([{ storedAt: new Date(now - 399 * DAY) }]);
  });

  it('report a failure and run again an hour later', async () => {
    await jobs.start();
    await sql`alter table clock_pairs rename to elsewhere`.execute(database.db);
    vi.advanceTimersByTime(HOUR);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), TIMEOUT_MS);
    await sql`alter table elsewhere rename to clock_pairs`.execute(database.db);
    now = millis(now + DAY);
    vi.advanceTimersByTime(HOUR);
    await vi.waitFor(
      async () => expect(await listPartitions()).toContain('raw_frames_2027_01_02'),
      TIMEOUT_MS,
    );
    expect(failed).toHaveBeenCalledOnce();
  });

  it('create partitions even when a cleanup fails', async () => {
    await sql`alter table sessions rename to elsewhere`.execute(database.db);
    await expect(jobs.start()).rejects.toThrow();
    expect(await listPartitions()).toContain('raw_frames_2027_01_01');
  });
});
