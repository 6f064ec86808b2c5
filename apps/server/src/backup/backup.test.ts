import { randomUUID } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DAY, millis } from '@granary/domain/units';
import { Encrypter } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../../test/support/data-folders.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { toDatabaseUrl } from '../../test/support/run-program.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import {
  createEmptyDatabase,
  silentLog,
  type TestDatabase,
} from '../../test/support/test-database.ts';
import {
  listFixtureFolders,
  loadFixture,
  readFixtureDatabase,
} from '../../test/support/upgrade-fixture.ts';
import { runAdmin } from '../admin.ts';
import { findBinsWithUnansweredOff } from '../commands/answer-store.ts';
import { findEntries } from '../commands/entry-store.ts';
import { findBoardsWithOpenCommands, lockOpenCommands } from '../commands/release-store.ts';
import { requestCommand } from '../commands/request-store.ts';
import { resumeFan } from '../fans/resume-fan.ts';
import { findFanSchedule } from '../fans/schedule-store.ts';
import { findScheduledBins } from '../fans/scheduled-bins-store.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { assertNoUnfinishedRestore, migrate } from '../platform/postgres/migrate.ts';
import { migrations } from '../platform/postgres/migrations/index.ts';
import { readBackupFile } from './backup-file.ts';
import { type RestoredBackup, restoreBackup } from './restore-backup.ts';

const PASSPHRASE = 'four owls above the elevator';
const FAST_BACKUP = 'quick.backup';
const SECRETS = {
  TOKEN_KEY: 'a token key of thirty-two characters',
  BOARD_KEY_PEPPER: 'a pepper of thirty-two characters',
  TOTP_KEY: 'a TOTP key of thirty-two characters',
  OUTBOX_KEY: 'an outbox key of thirty-two characters',
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 5).toString('base64url'),
};

let folder: TemporaryFolder;
let source: TestDatabase;
let target: TestDatabase;
const getPath = (name = 'granary.backup') => join(folder.path, name);

function runAdminCommand(
  args: readonly string[],
  environment: Record<string, string>,
  passphrase: string,
) {
  return runAdmin(args, environment, Readable.from([`${passphrase}\n`]));
}

function backUp(passphrase = PASSPHRASE, name?: string): Promise<string> {
  const environment = { ...SECRETS, DATABASE_URL: toDatabaseUrl(source.connectionOptions) };
  return runAdminCommand(['backup', getPath(name)], environment, passphrase);
}

/**
 * Re-encrypts the backup with a low scrypt work factor, so that restoring it takes milliseconds, not
 * seconds.
 */
async function writeQuickCopy(): Promise<void> {
  await readBackupFile(getPath(), PASSPHRASE, async (parts) => {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(PASSPHRASE);
    encrypter.setScryptWorkFactor(10);
    await writeFile(getPath(FAST_BACKUP), await encrypter.encrypt(gzipSync(await buffer(parts))));
  });
}

function restore(passphrase = PASSPHRASE, name = FAST_BACKUP) {
  const options = { target: target.connectionOptions, log: silentLog, storeSecrets };
  return restoreBackup({ ...options, file: getPath(name), passphrase });
}

let storedSecrets: Readonly<Record<string, string>>;
function storeSecrets(secrets: Readonly<Record<string, string>>): void {
  storedSecrets = secrets;
}

/** A hash of each table's rows that does not depend on their order. */
async function hashTables({ db }: Pick<TestDatabase, 'db'>): Promise<Record<string, string>> {
  const tables = await db.introspection.getTables();
  const hashes: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !table.name.startsWith('kysely'))) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash
      from ${sql.table(name)} t`.execute(db);
    hashes[name] = rows[0]?.hash ?? '';
  }
  return hashes;
}

/** Loads the newest fixture into a database, and migrates it. */
async function populateDatabase(database: TestDatabase): Promise<void> {
  const root = fileURLToPath(new URL('../../test/fixtures', import.meta.url));
  const fixture = (await listFixtureFolders(root)).at(-1) ?? '';
  const appliedMigrations = (await readFixtureDatabase(fixture)).migrations;
  const fixtureMigrations = Object.entries(migrations).filter(([name]) =>
    appliedMigrations.includes(name),
  );
  await migrate(database.db, Object.fromEntries(fixtureMigrations));
  const { database: name } = database.connectionOptions;
  await loadFixture({ ...inject('postgres').admin, database: name }, folder.path, fixture);
  await migrate(database.db);
}

/** The commands, message and bin entry that were pending when the backup was made. */
interface PendingState {
  readonly userId: number;
  readonly commandIds: readonly string[];
  readonly messageId: string;
  /** Two bins with schedules; someone is in the first. */
  readonly scheduledBinIds: readonly [number, number];
}

const SPECIAL_CHARACTERS = 'a\ttab, a\nline, \\. and \\N, “quotes” 🌾';

async function addPendingState({ db }: TestDatabase): Promise<PendingState> {
  const email = 'strange@user.example';
  const { id: userId } = await addUser(db, 'user', { email, firstName: SPECIAL_CHARACTERS });
  const tomorrow = new Date(Date.now() + DAY);
  const bin = await db
    .selectFrom('bins')
    .select(['id', 'mainBoardId'])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const releasedFields = {
    state: 'released',
    releasedAt: new Date(),
    sentAt: new Date(),
    attempts: 1,
  } as const;
  const offInstruction = JSON.stringify({ kind: 'fan', isOn: false, runForS: null });
  const commandIds = [
    await addCommand(db, bin, { expiresAt: tomorrow }),
    await addCommand(db, bin, { expiresAt: tomorrow, ...releasedFields }),
    await addCommand(db, bin, {
      ...releasedFields,
      instruction: offInstruction,
      state: 'failed',
      failure: 'no-answer',
    }),
  ];
  const message = {
    id: randomUUID(),
    channel: 'mail',
    userId,
    content: Buffer.from('secret'),
    createdAt: new Date(),
    expiresAt: tomorrow,
  } as const;
  await db.insertInto('outboxMessages').values(message).execute();
  await db
    .insertInto('sessions')
    .values({ id: randomUUID(), userId, expiresAt: tomorrow })
    .execute();
  const scheduledBinIds = await addSchedules(db, userId);
  return { userId, commandIds, messageId: message.id, scheduledBinIds };
}

/** Sets two bins to scheduled mode, and records an entry into the first. */
async function addSchedules(db: TestDatabase['db'], userId: number): Promise<[number, number]> {
  const bins = await db
    .selectFrom('bins')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const [first, second] = bins.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('too few bins');
  const scheduledMode = { fanAttached: true, fanMode: 'scheduled' } as const;
  await db.updateTable('bins').set(scheduledMode).where('id', 'in', [first, second]).execute();
  await db
    .insertInto('binEntries')
    .values({ binId: first, openedAt: new Date(), openedBy: userId })
    .execute();
  return [first, second];
}

let pendingState: PendingState;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  await chmod(folder.path, 0o777);
  source = await createEmptyDatabase();
  await populateDatabase(source);
  pendingState = await addPendingState(source);
  await backUp();
  await writeQuickCopy();
});

afterAll(async () => {
  await source.dispose();
  await folder.remove();
});

describe('a backup', () => {
  let restoreResult: RestoredBackup;

  beforeAll(async () => {
    target = await createEmptyDatabase();
    restoreResult = await restore();
  });

  afterAll(() => target.dispose());

  it('contains every row, in a file that only its owner can read and only the passphrase can decrypt', async () => {
    const [before, after] = [await hashTables(source), await hashTables(target)];
    const changed = new Set(['sessions', 'commands', 'outbox_messages', 'fan_controls']);
    const unchanged = (hashes: Record<string, string>) =>
      Object.entries(hashes).filter(([name]) => !changed.has(name));
    expect(unchanged(after)).toEqual(unchanged(before));
    expect(restoreResult.rowCount).toBeGreaterThan(1000);
    expect(storedSecrets['token-key']).toBe(Buffer.from(SECRETS.TOKEN_KEY).toString('hex'));
    expect((await stat(getPath())).mode & 0o777).toBe(0o600);
    expect((await readFile(getPath())).toString('latin1')).not.toContain('Fixture');
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('preserves special characters in text, and continues the ID sequence for new rows', async () => {
    const user = target.db
      .selectFrom('users')
      .select('firstName')
      .where('id', '=', pendingState.userId);
    expect(await user.executeTakeFirstOrThrow()).toEqual({ firstName: SPECIAL_CHARACTERS });
    const added = await addUser(target.db, 'user', { email: 'new@user.example' });
    expect(added.id).toBe(pendingState.userId + 1);
  });

  it('does not release commands, send messages or reopen sessions from before the backup', async () => {
    const { db } = target;
    expect(await findBoardsWithOpenCommands(source.db)).toHaveLength(1);
    expect(await findBoardsWithOpenCommands(db)).toEqual([]);
    const commands = db
      .selectFrom('commands')
      .select('state')
      .where('id', 'in', pendingState.commandIds);
    const states = (await commands.execute()).map(({ state }) => state);
    expect(states).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await findBinsWithUnansweredOff(db)).toEqual([]);
    const message = db
      .selectFrom('outboxMessages')
      .select(['content', 'outcome'])
      .where('id', '=', pendingState.messageId);
    expect(await message.execute()).toEqual([{ content: null, outcome: 'expired' }]);
    const openSessions = db.selectFrom('sessions').select('id').where('revokedAt', 'is', null);
    expect(await openSessions.execute()).toEqual([]);
  });

  it('puts every schedule on hold until a person resumes it, and leaves entries open', async () => {
    const { db } = target;
    const [enteredBinId, otherBinId] = pendingState.scheduledBinIds;
    const turnOn = (binId: number, controlType: 'manual' | 'scheduled') =>
      db.transaction().execute((trx) =>
        requestCommand(trx, {
          binId,
          instruction: { kind: 'fan', isOn: true, runForS: null },
          controlType,
          actorId: null,
          address: '',
          reason: '',
          expiresAt: null,
        }),
      );
    expect(await turnOn(otherBinId, 'scheduled')).toEqual({ kind: 'refused', block: 'hold' });
    expect(await turnOn(enteredBinId, 'manual')).toEqual({ kind: 'refused', block: 'entry' });
    expect(await findEntries(db, enteredBinId)).toMatchObject([{ openedBy: pendingState.userId }]);
    const changedBy = { at: millis(Date.now()), actor: { id: pendingState.userId }, address: '' };
    expect((await findScheduledBins(db, otherBinId))[0]?.isBlocked).toBe(true);
    expect(await findFanSchedule(db, otherBinId)).toMatchObject({ heldBy: 'restore' });
    expect(await resumeFan(db, otherBinId, changedBy)).toBe('resumed');
    expect((await findScheduledBins(db, otherBinId))[0]?.isBlocked).toBe(false);
    const binsNotOnHold = db
      .selectFrom('bins')
      .leftJoin('fanControls', 'fanControls.binId', 'bins.id')
      .select('bins.id')
      .where('fanMode', '<>', 'manual')
      .where('heldAt', 'is', null);
    expect(await binsNotOnHold.execute()).toEqual([{ id: otherBinId }]);
  });

  it('gives the next OFF command a higher sequence number than any command that its board has executed since', async () => {
    const { db } = target;
    const [commandId = ''] = pendingState.commandIds;
    const { binId, mainBoardId, seq } = await db
      .selectFrom('commands')
      .select(['binId', 'mainBoardId', 'seq'])
      .where('id', '=', commandId)
      .executeTakeFirstOrThrow();
    // The board executed a command every second until a minute ago.
    const executedSeq = Math.floor(Date.now() / 1000) - 60;
    expect(Number(seq)).toBeLessThan(executedSeq);
    const requested = await db.transaction().execute((trx) =>
      requestCommand(trx, {
        binId,
        instruction: { kind: 'fan', isOn: false, runForS: null },
        controlType: 'manual',
        actorId: null,
        address: '',
        reason: '',
        expiresAt: null,
      }),
    );
    if (requested.kind !== 'queued') throw new Error(requested.kind);
    const lockedBoard = await db.transaction().execute((trx) => lockOpenCommands(trx, mainBoardId));
    expect(lockedBoard?.openCommands.map(({ id }) => id)).toEqual([requested.id]);
    expect(lockedBoard?.openCommands[0]?.seq).toBeGreaterThan(executedSeq);
  });

  it('requires a long passphrase and a writable path', async () => {
    await expect(backUp('short')).rejects.toThrow(/at least 12 characters/);
    await expect(backUp(PASSPHRASE, 'missing/granary.backup')).rejects.toThrow(/cannot be written/);
  });
});

describe('a restore', () => {
  beforeEach(async () => {
    target = await createEmptyDatabase();
    return () => target.dispose();
  });

  it.each([
    ['with the wrong passphrase', 'another passphrase', FAST_BACKUP, /passphrase is wrong/],
    ['of a missing file', PASSPHRASE, 'none.backup', /cannot be read/],
    ['of a file that is not a backup', PASSPHRASE, 'other.backup', /not a backup/],
    ['of an incomplete file', PASSPHRASE, 'truncated.backup', /damaged or incomplete/],
  ])('%s is refused and leaves the database empty', async (_, passphrase, name, message) => {
    await writeFile(getPath('other.backup'), 'something else');
    await writeFile(
      getPath('truncated.backup'),
      (await readFile(getPath(FAST_BACKUP))).subarray(0, -1000),
    );
    await expect(restore(passphrase, name)).rejects.toThrow(message);
    expect(await target.db.introspection.getTables()).toEqual([]);
  });

  it('does not overwrite a database that is in use', async () => {
    await sql`select 1`.execute(target.db);
    await expect(restore()).rejects.toThrow(/in use/);
  });

  it("does not overwrite a database with another program's tables", async () => {
    const existingDatabase = openDatabase(target.connectionOptions, { log: silentLog });
    await sql`create table invoices (number integer)`.execute(existingDatabase.db);
    await existingDatabase.dispose();
    // PostgreSQL may still list the closed sessions for a moment.
    await vi.waitFor(() => expect(restore()).rejects.toThrow(/another program.s tables/));
    const tables = await target.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(['invoices']);
  });

  it('that was interrupted keeps the server from starting, and can be repeated', async () => {
    const interruptedDatabase = openDatabase(target.connectionOptions, { log: silentLog });
    await sql`create table unfinished_restore ()`.execute(interruptedDatabase.db);
    await migrate(interruptedDatabase.db);
    await addUser(interruptedDatabase.db, 'admin', { email: 'half@admin.example' });
    await expect(assertNoUnfinishedRestore(interruptedDatabase.db)).rejects.toThrow(/interrupted/);
    await interruptedDatabase.dispose();
    await restore();
    await assertNoUnfinishedRestore(target.db);
  });

  it('does not overwrite a database that has accounts', async () => {
    const otherDatabase = openDatabase(target.connectionOptions, { log: silentLog });
    await migrate(otherDatabase.db);
    await addUser(otherDatabase.db, 'admin', { email: 'own@admin.example' });
    await otherDatabase.dispose();
    await expect(restore()).rejects.toThrow(/already has accounts/);
  });

  it('onto a new machine restores the secrets, and the server starts', async () => {
    const dataDir = join(folder.path, 'new-machine');
    const output = await runAdminCommand(['restore', getPath()], { DATA_DIR: dataDir }, PASSPHRASE);
    expect(output).toMatch(/^Restored \d+ rows as of /);
    expect(await readFile(join(dataDir, 'secrets', 'board-key-pepper'), 'utf8')).toBe(
      Buffer.from(SECRETS.BOARD_KEY_PEPPER).toString('hex'),
    );
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
    const database = openDatabase(server.connectionOptions, { log: silentLog });
    expect(await migrate(database.db)).toEqual([]);
    const loadEmails = (db: TestDatabase['db']) => db.selectFrom('users').select('email').execute();
    expect(await loadEmails(database.db)).toEqual(await loadEmails(source.db));
    await database.dispose();
    await server.dispose();
  }, 60_000);
});
