import { type Kysely, type Migration, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addCustomerFixtures } from '../../../test/support/fixtures.ts';
import { addCommand } from '../../../test/support/stored-commands.ts';
import {
  createEmptyDatabase,
  silentLog,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.dispose());

function createTableMigration(table: string): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`CREATE TABLE ${sql.table(table)} (id integer)`.execute(db);
    },
  };
}

async function findTableNames(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
       AND tablename NOT LIKE 'kysely%' ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  it('succeeds for three servers that start at the same time on an empty database, but only one migrates it', async () => {
    const servers = [1, 2, 3].map(() =>
      openDatabase(database.connectionOptions, { log: silentLog }),
    );
    const applied = await Promise.all(servers.map(({ db }) => migrate(db)));
    await Promise.all(servers.map((server) => server.dispose()));
    expect(applied.flat()).toEqual(Object.keys(migrations));
  });

  it('runs new migrations once', async () => {
    await migrate(database.db, { '1': createTableMigration('one') });
    const bothMigrations = { '1': createTableMigration('one'), '2': createTableMigration('two') };
    expect(await migrate(database.db, bothMigrations)).toEqual(['2']);
    expect(await migrate(database.db, bothMigrations)).toEqual([]);
    expect(await findTableNames()).toEqual(['one', 'two']);
  });

  it('rejects a database from a newer version of Granary and names its migrations', async () => {
    await migrate(database.db, {
      '1': createTableMigration('one'),
      '2': createTableMigration('two'),
    });
    await expect(migrate(database.db, { '1': createTableMigration('one') })).rejects.toMatchObject({
      code: 'newer-database',
      message: expect.stringContaining('2'),
    });
  });

  it('changes nothing when one of several migrations fails, and names it', async () => {
    const brokenMigrations = {
      '1': createTableMigration('one'),
      '2-broken': createTableMigration('one'),
    };
    await expect(migrate(database.db, brokenMigrations)).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringContaining('2-broken'),
    });
    expect(await findTableNames()).toEqual([]);
  });
});

describe('the migrations that pack extremes', () => {
  it('convert the existing days', async () => {
    const all = Object.entries(migrations);
    const earlierMigrations = all.slice(0, Object.keys(migrations).indexOf('0017-packed-extremes'));
    await migrate(database.db, Object.fromEntries(earlierMigrations));
    // Days without a bin, because a bin needs many other rows.
    await database.pool.query(`
      alter table days drop constraint days_bin_id_fkey;
      insert into days (bin_id, day, readings, first_at, last_at, cable_extremes, lengths, temp_min,
        temp_max, hum_min, hum_max, moist_min, moist_max)
      values (1, '2026-01-01', 1, now(), now(), '{-32768,-200,0,1234,32767,5}', '\\x02', '{1,-32768}',
          '{2,-1}', '{5,0}', '{6,6}', '{3,3}', '{4,32767}'),
        (1, '2026-01-02', 1, now(), now(), '{}', '\\x', '{}', '{}', '{}', '{}', '{}', '{}')`);
    await migrate(database.db);
    const { rows } = await database.pool.query<{ cables: string; sensors: string }>(
      `select encode(cable_extremes, 'hex') as cables, encode(sensor_extremes, 'hex') as sensors
       from days order by day`,
    );
    expect(rows).toEqual([
      {
        cables: '8000ff38000004d27fff0005',
        sensors: '000180000002ffff0003000300047fff0005000000060006',
      },
      { cables: '', sensors: '' },
    ]);
  });
});

describe('the migration that creates an entry for each person in a bin', () => {
  it('keeps the entries of people who are in a bin', async () => {
    const all = Object.entries(migrations);
    const earlierMigrations = all.slice(0, Object.keys(migrations).indexOf('0058-bin-entries'));
    await migrate(database.db, Object.fromEntries(earlierMigrations));
    const { user, farm, bin } = (await addCustomerFixtures(database.db)).farmer;
    const other = await addBin(database.db, farm.id);
    const openedAt = new Date('2026-11-01T12:00:00Z');
    await database.pool.query(
      `insert into fan_controls (bin_id, entry_opened_at, entry_opened_by)
       values ($1, $2, $3), ($4, null, null)`,
      [bin.id, openedAt, user.id, other.id],
    );
    await migrate(database.db);
    const entries = database.db.selectFrom('binEntries').selectAll();
    expect(await entries.execute()).toEqual([
      { id: 1, binId: bin.id, openedAt, openedBy: user.id, remindedAt: null },
    ]);
  });
});

describe('the migration of installation mode', () => {
  it('turns a mode that no board confirmed into a request', async () => {
    const all = Object.entries(migrations);
    const migrationIndex = Object.keys(migrations).indexOf('0059-wanted-installation-mode');
    await migrate(database.db, Object.fromEntries(all.slice(0, migrationIndex)));
    const { farmer, neighbor, sibling } = await addCustomerFixtures(database.db);
    const ids = [farmer.bin.id, neighbor.bin.id];
    const modeFields = { installationMode: true };
    await database.db.updateTable('bins').set(modeFields).where('id', 'in', ids).execute();
    await addCommand(database.db, farmer.bin, {
      kind: 'installation-mode',
      instruction: JSON.stringify({ kind: 'installation-mode', isOn: true }),
      state: 'confirmed',
      confirmedAt: new Date(),
    });
    await migrate(database.db);
    const rows = await database.db
      .selectFrom('bins')
      .select(['installationMode', 'wantedInstallationMode'])
      .where('id', 'in', [...ids, sibling.bin.id])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { installationMode: true, wantedInstallationMode: null },
      { installationMode: false, wantedInstallationMode: null },
      { installationMode: false, wantedInstallationMode: true },
    ]);
  });
});

describe('the migration of notification times', () => {
  it('keeps all notifications and makes their times unique for each user', async () => {
    const all = Object.entries(migrations);
    const migrationIndex = Object.keys(migrations).indexOf('0060-notification-times');
    await migrate(database.db, Object.fromEntries(all.slice(0, migrationIndex)));
    const { farmer, neighbor } = await addCustomerFixtures(database.db);
    const time = new Date('2026-11-01T12:00:00Z');
    const ids = [farmer.user.id, farmer.user.id, farmer.user.id, neighbor.user.id];
    for (const id of ids) {
      await database.pool.query(
        `insert into notifications (user_id, title, body, target, at) values ($1, '', '', '/', $2)`,
        [id, time],
      );
    }
    await migrate(database.db);
    const { rows } = await database.pool.query<{ microseconds: number }>(
      `select (extract(microseconds from at) % 1000)::int as microseconds from notifications order by id`,
    );
    expect(rows.map(({ microseconds }) => microseconds)).toEqual([0, 1, 2, 0]);
  });
});

describe('the migration of failures caused by power outages', () => {
  it('changes only the failures that a restart caused', async () => {
    const all = Object.entries(migrations);
    const earlierMigrations = all.slice(
      0,
      Object.keys(migrations).indexOf('0061-power-cut-failures'),
    );
    await migrate(database.db, Object.fromEntries(earlierMigrations));
    const { bin } = (await addCustomerFixtures(database.db)).farmer;
    for (const [minute, causedBy] of (['switch', 'restart', 'command'] as const).entries()) {
      const receivedAt = new Date(Date.UTC(2026, 10, 1, 12, minute));
      const event = { binId: bin.id, sentAt: receivedAt, at: receivedAt, receivedAt, causedBy };
      const eventIds = { eventId: causedBy, commandId: null };
      await database.db
        .insertInto('fanEvents')
        .values({ ...event, ...eventIds, isOn: false })
        .execute();
      const endedAt = new Date(receivedAt.getTime() + 1);
      await addCommand(database.db, bin, { state: 'failed', failure: 'overridden', endedAt });
    }
    await migrate(database.db);
    const rows = await database.db
      .selectFrom('commands')
      .select('failure')
      .orderBy('endedAt')
      .execute();
    expect(rows.map(({ failure }) => failure)).toEqual(['overridden', 'power-cut', 'overridden']);
  });
});
