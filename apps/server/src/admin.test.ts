import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DAY } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm, TEST_PEPPER } from '../test/support/board-fixtures.ts';
import { addUser } from '../test/support/fixtures.ts';
import { RawMqttClient } from '../test/support/mqtt-gateway.ts';
import { runProgram, toDatabaseUrl } from '../test/support/run-program.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../test/support/test-database.ts';
import { isPasswordCorrect } from './accounts/passwords.ts';
import { runAdmin } from './admin.ts';
import { loadBins } from './bins/store.ts';
import { BoardKeys, generateBoardKey } from './boards/keys.ts';
import { type Database, openDatabase } from './platform/postgres/database.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { findRunningServer } from './platform/postgres/running-server.ts';

let database: TestDatabase;
let db: Database['db'];
let farmId: number;

const PEPPER = 'a pepper of thirty-two characters';

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  farmId = await seedFarm(db);
});

afterAll(() => database.dispose());

function runCommand(args: string, input = '', env: Record<string, string> = {}): Promise<string> {
  const environment = {
    DATABASE_URL: toDatabaseUrl(database.connectionOptions),
    BOARD_KEY_PEPPER: PEPPER,
    ...env,
  };
  return runAdmin(args.split(' '), environment, Readable.from([input]));
}

/** Runs a command that must fail; returns its error message. */
async function getError(args: string, input = ''): Promise<string> {
  const error: unknown = await runCommand(args, input).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}

const loadUser = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('create-admin', () => {
  it('creates an admin with a generated or a given password', async () => {
    const output = await runCommand('create-admin made@admin.example');
    const [, password = ''] =
      /^made@admin.example is now an admin. Password: (\S{16})$/.exec(output) ?? [];
    const createdUser = await loadUser('made@admin.example');
    expect(createdUser).toMatchObject({ role: 'admin', isDemo: false });
    expect(await isPasswordCorrect(createdUser.passwordHash, password)).toBe(true);

    expect(await runCommand('create-admin given@admin.example --ask', 'nineteen owls\n')).toBe(
      'given@admin.example is now an admin.',
    );
    const { passwordHash } = await loadUser('given@admin.example');
    expect(await isPasswordCorrect(passwordHash, 'nineteen owls')).toBe(true);
  });

  it('reports an error in one line', async () => {
    expect(await getError('create-admin nobody')).toBe('EMAIL must be an email address.');
    expect(await getError('create-admin x@admin.example --ask', 'short\n')).toMatch(/too short/);
    expect(await getError('create-admin x@admin.example --ask', 'password123\n')).toMatch(/common/);
    expect(await getError('create-admin x@admin.example --ask')).toBe('Nothing was entered.');
    await runCommand('create-admin twice@admin.example');
    expect(await getError('create-admin Twice@admin.example')).toMatch(/already has an account/);
  });
});

describe('reset-password', () => {
  it('changes the password and ends the sessions of only that account', async () => {
    await runCommand('create-admin reset@admin.example');
    const { id } = await loadUser('reset@admin.example');
    const other = (await loadUser('made@admin.example')).id;
    const expiresAt = new Date(Date.now() + 3_600_000);
    for (const userId of [id, id, other]) {
      await db
        .insertInto('sessions')
        .values({ id: crypto.randomUUID(), userId, expiresAt })
        .execute();
    }
    const output = await runCommand('reset-password RESET@admin.example');
    const [, password = ''] = /New password: (\S{16})$/.exec(output) ?? [];
    const { passwordHash } = await loadUser('reset@admin.example');
    expect(await isPasswordCorrect(passwordHash, password)).toBe(true);
    const liveSessions = await db
      .selectFrom('sessions')
      .select('userId')
      .where('revokedAt', 'is', null)
      .execute();
    expect(liveSessions).toEqual([{ userId: other }]);
  });

  it("deletes the account's reset code, and is recorded in the audit log", async () => {
    await runCommand('create-admin devices@admin.example');
    const { id: userId } = await loadUser('devices@admin.example');
    const expiresAt = new Date(Date.now() + 3_600_000);
    await db
      .insertInto('resetCodes')
      .values({ userId, codeHash: Buffer.alloc(32), expiresAt })
      .execute();
    await runCommand('reset-password devices@admin.example');
    expect(
      await db.selectFrom('resetCodes').selectAll().where('userId', '=', userId).execute(),
    ).toEqual([]);
    const entry = db
      .selectFrom('auditEntries')
      .select(['actorId', 'address', 'changes'])
      .where('act', '=', 'password-reset')
      .where('subjectId', '=', String(userId));
    expect(await entry.execute()).toEqual([
      { actorId: null, address: 'this machine', changes: [] },
    ]);
  });

  it('rejects an unknown account', async () => {
    expect(await getError('reset-password ghost@admin.example')).toBe(
      'ghost@admin.example has no account.',
    );
  });
});

describe('board-key', () => {
  const isKeyCorrect = async (board: string, key: string) =>
    (await new BoardKeys(db, Buffer.from(PEPPER)).check(board, Buffer.from(key))) !== null;

  it('creates a key, and replaces it only with --rotate', async () => {
    await seedBoard(db, farmId, { id: 'K-1', key: null, bins: [] });
    const output = await runCommand('board-key K-1');
    const [, key = ''] = /^The key for K-1, shown only once: (\S{43})$/.exec(output) ?? [];
    expect(await isKeyCorrect('K-1', key)).toBe(true);
    expect(await getError('board-key K-1')).toMatch(/already has a key. --rotate replaces it/);
    expect(await isKeyCorrect('K-1', key)).toBe(true);
    const [, rotatedKey = ''] =
      /once: (\S+)$/.exec(await runCommand('board-key K-1 --rotate')) ?? [];
    expect(await isKeyCorrect('K-1', key)).toBe(false);
    expect(await isKeyCorrect('K-1', rotatedKey)).toBe(true);
  });

  it('rejects an unknown board and a missing secret', async () => {
    expect(await getError('board-key K-9')).toBe('There is no board K-9.');
    expect(await getError('board-key K/9')).toMatch(/^A board ID must be/);
    const otherFolderEnv = { BOARD_KEY_PEPPER: '', DATA_DIR: join(tmpdir(), 'granary-not-there') };
    await expect(runCommand('board-key K-1 --rotate', '', otherFolderEnv)).rejects.toThrow(
      /does not contain the secret for board keys/,
    );
  });
});

describe('a deleted farm', () => {
  const markDeleted = async (table: 'farms' | 'bins', id: number, withFarm = false) => {
    const deletedAt = new Date();
    if (table === 'farms') {
      await db.updateTable('farms').set({ deletedAt }).where('id', '=', id).execute();
    } else {
      const deletion = { deletedAt, deletedWithFarm: withFarm };
      await db.updateTable('bins').set(deletion).where('id', '=', id).execute();
    }
  };

  it('is listed and restored with its bins', async () => {
    expect(await runCommand('deleted')).toBe('There is nothing to restore.');
    const farm = await seedFarm(db);
    const board = { id: 'R-1', key: null, bins: [{ binNumber: 1 }] };
    const bin = (await seedBoard(db, farm, board)).get(1) ?? 0;
    await markDeleted('bins', bin, true);
    await markDeleted('farms', farm);
    expect(await runCommand('deleted')).toMatch(
      new RegExp(
        `^farm ${farm}: .+ until .+\nbin ${bin}: .+ \\(board R-1, station 1\\), farm ${farm}`,
      ),
    );
    expect(await getError(`restore-bin ${bin}`)).toMatch(/deleted; restore the farm first/);
    expect(await runCommand(`restore-farm ${farm}`)).toMatch(
      new RegExp(
        `^Restored: farm ${farm}\nRestored: bin ${bin}: .+\nBoard R-1 needs a key: create one with board-key R-1\\.$`,
      ),
    );
    expect((await loadBins(db, { farmId: farm })).map((context) => context.bin.id)).toEqual([bin]);
    await markDeleted('bins', bin);
    expect(await runCommand(`restore-bin ${bin}`)).toMatch(/^Restored: bin/);
    expect(await getError(`restore-bin ${bin}`)).toBe(`There is no deleted bin ${bin}.`);
    expect(await getError(`restore-farm ${farm}`)).toBe(`There is no deleted farm ${farm}.`);
    expect(await getError('restore-farm none')).toMatch(/^ID must be a whole number/);
  });
});

describe('a deleted account', () => {
  it('is listed and restored, unless its address is taken', async () => {
    const person = await addUser(db, 'user', { isDeleted: true });
    const listed = `user ${person.id}: ${person.firstName} ${person.lastName}, ${person.email}`;
    const until = new Date((person.deletedAt?.getTime() ?? 0) + 30 * DAY).toISOString();
    expect((await runCommand('deleted')).split('\n')).toContain(`${listed}, until ${until}`);
    expect(await runCommand(`restore-user ${person.id}`)).toBe(`Restored: ${listed}`);
    expect(await getError(`restore-user ${person.id}`)).toBe(
      `There is no deleted user ${person.id}.`,
    );
    const other = await addUser(db, 'user', { isDeleted: true });
    const { email } = person;
    await db.updateTable('users').set({ email }).where('id', '=', other.id).execute();
    expect(await getError(`restore-user ${other.id}`)).toBe(
      `Another account now has the address ${email}.`,
    );
  });
});

describe('allow-import', () => {
  const loadImportEnd = async (id: string) =>
    (await db.selectFrom('mainBoards').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
      .importUntil;

  it('lets a board send old readings for a number of hours; 0 revokes the permission', async () => {
    await seedBoard(db, farmId, { id: 'I-1', key: null, bins: [] });
    const before = Date.now();
    const output = await runCommand('allow-import I-1 5');
    const end = await loadImportEnd('I-1');
    expect(output).toBe(`Board I-1 may send old readings until ${end?.toISOString()}.`);
    expect(Math.round(((end?.getTime() ?? 0) - before) / 3_600_000)).toBe(5);
    await runCommand('allow-import I-1 0');
    expect(await loadImportEnd('I-1')).toBeNull();
  });

  it('reports an error in one line', async () => {
    expect(await getError('allow-import I-9 5')).toBe('There is no board I-9.');
    for (const hours of ['-1', '1.5', 'many', '8761']) {
      expect(await getError(`allow-import I-1 ${hours}`)).toMatch(
        /HOURS must be|Usage|Unknown option/,
      );
    }
  });
});

describe('add-bins', () => {
  const loadBoardBins = async (id: string) => loadBins(db, { mainBoardIds: [id] });

  it('creates bins with cables on a new board, and gives later bins its lowest free bin numbers', async () => {
    expect(await runCommand(`add-bins --farm ${farmId} --board N-1 --count 3 --cables 2`)).toBe(
      'Added to board N-1: bins 1, 2, 3. The board has no key yet: create one with board-key N-1.',
    );
    const bins = await loadBoardBins('N-1');
    expect(bins.map(({ bin, cables }) => [bin.binNumber, bin.farmId, cables.length])).toEqual([
      [1, farmId, 2],
      [2, farmId, 2],
      [3, farmId, 2],
    ]);
    await db
      .updateTable('bins')
      .set({ deletedAt: new Date() })
      .where('id', '=', bins[1]?.bin.id ?? 0)
      .execute();
    await runCommand('board-key N-1');
    expect(await runCommand(`add-bins --farm ${farmId} --board N-1 --count 2`)).toBe(
      'Added to board N-1: bins 2, 4.',
    );
  });

  it('creates no bins if it cannot create all of them', async () => {
    await runCommand(`add-bins --farm ${farmId} --board N-2 --count 30`);
    expect(await getError(`add-bins --farm ${farmId} --board N-2 --count 3`)).toMatch(/32 bins/);
    expect(await loadBoardBins('N-2')).toHaveLength(30);
    const other = await seedFarm(db);
    expect(await getError(`add-bins --farm ${other} --board N-2 --count 1`)).toMatch(
      /another farm/,
    );
    expect(await getError('add-bins --farm 99999 --board N-3 --count 1')).toMatch(/no farm 99999/);
    const addBins = `add-bins --farm ${farmId}`;
    expect(await getError(`${addBins} --board N-3 --count 33`)).toMatch(/--count must be/);
    expect(await getError(`${addBins} --count 1`)).toMatch(/^A board ID must be/);
    // A board whose bins are all deleted may serve another farm.
    await db
      .updateTable('bins')
      .set({ deletedAt: new Date() })
      .where('mainBoardId', '=', 'N-2')
      .execute();
    expect(await runCommand(`add-bins --farm ${other} --board N-2 --count 1`)).toMatch(/: bin 1\./);
    const boards = db.selectFrom('mainBoards').select('id').where('id', '=', 'N-3');
    expect(await boards.execute()).toEqual([]);
  });
});

describe('an unknown command', () => {
  it('shows the usage', async () => {
    expect(await getError('')).toMatch(/^Usage: /);
    expect(await getError('toString')).toMatch(/^Usage: /);
    expect(await getError('board-key')).toMatch(/^Usage: /);
    expect(await getError('board-key A --force')).toMatch(/Unknown option '--force'/);
  });
});

describe('a change made by a command', () => {
  const findLastEntry = async () => {
    const entries = db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(1);
    const { actorId, address, act, subject, subjectId } = await entries.executeTakeFirstOrThrow();
    return { actorId, address, summary: `${act} ${subject} ${subjectId}` };
  };

  it('is recorded in the audit log without an actor', async () => {
    const account = await addUser(db, 'user');
    const findBinId = async () => (await loadBins(db, { mainBoardIds: ['W-1'] }))[0]?.bin.id ?? 0;
    const steps: [command: string, entry: () => Promise<string>][] = [
      ['create-admin new@admin.example', async () => `added user ${await findUserId('new')}`],
      [`reset-password ${account.email}`, async () => `password-reset user ${account.id}`],
      [
        `add-bins --farm ${farmId} --board W-1 --count 1`,
        async () => `added bin ${await findBinId()}`,
      ],
      ['board-key W-1', async () => 'changed board W-1'],
      ['board-key W-1 --rotate', async () => 'changed board W-1'],
      ['allow-import W-1 5', async () => 'changed board W-1'],
      ['allow-import W-1 0', async () => 'changed board W-1'],
    ];
    for (const [command, summarize] of steps) {
      await db.deleteFrom('auditEntries').execute();
      await runCommand(command);
      const entry = { actorId: null, address: 'this machine', summary: await summarize() };
      expect(await findLastEntry(), command).toEqual(entry);
    }
  });
  const findUserId = async (name: string) => (await loadUser(`${name}@admin.example`)).id;
});

describe('the running server', () => {
  it('is found through its data folder without locking it, and is notified of a new key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'granary-admin-'));
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'data');
    const key = generateBoardKey();
    const server = runProgram('main', [], {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      ADMIN_EMAIL: 'first@admin.example',
      ADMIN_PASSWORD: 'eleven herons',
      BOARD_KEY_PEPPER: TEST_PEPPER.toString(),
    });
    try {
      await expect
        .poll(() => server.output.out, { timeout: 30_000 })
        .toMatch(/Boards connect to port/);
      const port = Number(/Boards connect to port (\d+)/.exec(server.output.out)?.[1]);
      const other = openDatabase(await findRunningServer(dataDir), { log: silentLog });
      await seedBoard(other.db, await seedFarm(other.db), { id: 'L-1', key, bins: [] });
      await other.dispose();

      const client = await RawMqttClient.connect(port, 'L-1', key);
      expect(client.connack).toBe(0);
      const env = { DATA_DIR: dataDir, BOARD_KEY_PEPPER: TEST_PEPPER.toString() };
      const rotate = runProgram('admin', ['board-key', 'L-1', '--rotate'], env);
      expect(await rotate.exitCode).toBe(0);
      await client.waitForCondition(() => false);
      expect(client.isClosed).toBe(true);
      const [, newKey = ''] = /once: (\S+)/.exec(rotate.output.out) ?? [];
      expect((await RawMqttClient.connect(port, 'L-1', key)).connack).toBe(4);
      const reconnected = await RawMqttClient.connect(port, 'L-1', newKey);
      expect(reconnected.connack).toBe(0);
      reconnected.close();
    } finally {
      server.child.kill('SIGTERM');
      expect(await server.exitCode).toBe(0);
      rmSync(folder, { recursive: true });
    }
  });

  it('is reported as missing in one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'granary-admin-'));
    await chmod(folder, 0o755);
    const env = { DATA_DIR: folder };
    const line = `no Granary server is running in ${folder}; start it, or set DATA_DIR to the folder of the running server\n`;
    const program = runProgram('admin', ['board-key', 'A'], env);
    expect(await program.exitCode).toBe(1);
    expect(program.output.err).toBe(line);
    // A stopped or killed server leaves files behind but is not running.
    for (const mode of ['fast', 'immediate'] as const) {
      const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
      expect(await findRunningServer(folder)).toEqual(postgres.connectionOptions);
      await postgres.stop(mode);
      await expect(findRunningServer(folder)).rejects.toMatchObject({ code: 'not-running' });
    }
    rmSync(folder, { recursive: true });
  });
});
