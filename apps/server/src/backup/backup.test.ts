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
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../../test/support/data-folders.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { databaseUrl } from '../../test/support/run-program.ts';
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
const QUICK = 'quick.backup';
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
const file = (name = 'granary.backup') => join(folder.path, name);

function admin(args: readonly string[], environment: Record<string, string>, passphrase: string) {
  return runAdmin(args, environment, Readable.from([`${passphrase}\n`]));
}

function backUp(passphrase = PASSPHRASE, name?: string): Promise<string> {
  const environment = { ...SECRETS, DATABASE_URL: databaseUrl(source.connectionOptions) };
  return admin(['backup', file(name)], environment, passphrase);
}

/** Copies the backup with a key that takes milliseconds to derive instead of seconds. */
async function writeQuickCopy(): Promise<void> {
  await readBackupFile(file(), PASSPHRASE, async (parts) => {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(PASSPHRASE);
    encrypter.setScryptWorkFactor(10);
    await writeFile(file(QUICK), await encrypter.encrypt(gzipSync(await buffer(parts))));
  });
}

function restore(passphrase = PASSPHRASE, name = QUICK) {
  const options = { target: target.connectionOptions, log: silentLog, storeSecrets };
  return restoreBackup({ ...options, file: file(name), passphrase });
}

let storedSecrets: Readonly<Record<string, string>>;
function storeSecrets(secrets: Readonly<Record<string, string>>): void {
  storedSecrets = secrets;
}

/** A hash of the rows of each table, in any order. */
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
async function fillDatabase(database: TestDatabase): Promise<void> {
  const root = fileURLToPath(new URL('../../test/fixtures', import.meta.url));
  const fixture = (await listFixtureFolders(root)).at(-1) ?? '';
  const earlier = (await readFixtureDatabase(fixture)).migrations;
  const known = Object.entries(migrations).filter(([name]) => earlier.includes(name));
  await migrate(database.db, Object.fromEntries(known));
  const { database: name } = database.connectionOptions;
  await loadFixture({ ...inject('postgres').admin, database: name }, folder.path, fixture);
  await migrate(database.db);
}

/** What was pending or open when the backup was made. */
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
  const later = new Date(Date.now() + DAY);
  const bin = await db
    .selectFrom('bins')
    .select(['id', 'mainBoardId'])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const sent = {
    state: 'released',
    releasedAt: new Date(),
    sentAt: new Date(),
    attempts: 1,
  } as const;
  const off = JSON.stringify({ kind: 'fan', isOn: false, runForS: null });
  const commandIds = [
    await addCommand(db, bin, { expiresAt: later }),
    await addCommand(db, bin, { expiresAt: later, ...sent }),
    await addCommand(db, bin, {
      ...sent,
      instruction: off,
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
    expiresAt: later,
  } as const;
  await db.insertInto('outboxMessages').values(message).execute();
  await db.insertInto('sessions').values({ id: randomUUID(), userId, expiresAt: later }).execute();
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
  const scheduled = { fanAttached: true, fanMode: 'scheduled' } as const;
  await db.updateTable('bins').set(scheduled).where('id', 'in', [first, second]).execute();
  await db
    .insertInto('binEntries')
    .values({ binId: first, openedAt: new Date(), openedBy: userId })
    .execute();
  return [first, second];
}

let pending: PendingState;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  await chmod(folder.path, 0o777);
  source = await createEmptyDatabase();
  await fillDatabase(source);
  pending = await addPendingState(source);
  await backUp();
  await writeQuickCopy();
});

afterAll(async () => {
  await source.dispose();
  await folder.remove();
});

describe('a backup', () => {
  let restored: RestoredBackup;

  beforeAll(async () => {
    target = await createEmptyDatabase();
    restored = await restore();
  });

  afterAll(() => target.dispose());

  it('contains every row, in a file that can be opened only by its owner and with the passphrase', async () => {
    const [before, after] = [await hashTables(source), await hashTables(target)];
    const changed = new Set(['sessions', 'commands', 'outbox_messages', 'fan_controls']);
    const unchanged = (hashes: Record<string, string>) =>
      Object.entries(hashes).filter(([name]) => !changed.has(name));
    expect(unchanged(after)).toEqual(unchanged(before));
    expect(restored.rows).toBeGreaterThan(1000);
    expect(storedSecrets['token-key']).toBe(Buffer.from(SECRETS.TOKEN_KEY).toString('hex'));
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await readFile(file())).toString('latin1')).not.toContain('Fixture');
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('keeps any text, and continues the numbers of new rows', async () => {
    const user = target.db.selectFrom('users').select('firstName').where('id', '=', pending.userId);
    expect(await user.executeTakeFirstOrThrow()).toEqual({ firstName: SPECIAL_CHARACTERS });
    const added = await addUser(target.db, 'user', { email: 'new@user.example' });
    expect(added.id).toBe(pending.userId + 1);
  });

  it('does not release commands, send messages or reopen sessions from before the backup', async () => {
    const { db } = target;
    expect(await findBoardsWithOpenCommands(source.db)).toHaveLength(1);
    expect(await findBoardsWithOpenCommands(db)).toEqual([]);
    const commands = db
      .selectFrom('commands')
      .select('state')
      .where('id', 'in', pending.commandIds);
    const states = (await commands.execute()).map(({ state }) => state);
    expect(states).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await findBinsWithUnansweredOff(db)).toEqual([]);
    const message = db
      .selectFrom('outboxMessages')
      .select(['content', 'outcome'])
      .where('id', '=', pending.messageId);
    expect(await message.execute()).toEqual([{ content: null, outcome: 'expired' }]);
    const open = db.selectFrom('sessions').select('id').where('revokedAt', 'is', null);
    expect(await open.execute()).toEqual([]);
  });

  it('holds every schedule until a person resumes it, and keeps entries open', async () => {
    const { db } = target;
    const [entered, other] = pending.scheduledBinIds;
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
    expect(await turnOn(other, 'scheduled')).toEqual({ kind: 'refused', block: 'hold' });
    expect(await turnOn(entered, 'manual')).toEqual({ kind: 'refused', block: 'entry' });
    expect(await findEntries(db, entered)).toMatchObject([{ openedBy: pending.userId }]);
    const by = { at: millis(Date.now()), actor: { id: pending.userId }, address: '' };
    expect((await findScheduledBins(db, other))[0]?.isHeld).toBe(true);
    expect(await findFanSchedule(db, other)).toMatchObject({ heldBy: 'restore' });
    expect(await resumeFan(db, other, by)).toBe('resumed');
    expect((await findScheduledBins(db, other))[0]?.isHeld).toBe(false);
    const binsNotOnHold = db
      .selectFrom('bins')
      .leftJoin('fanControls', 'fanControls.binId', 'bins.id')
      .select('bins.id')
      .where('fanMode', '<>', 'manual')
      .where('heldAt', 'is', null);
    expect(await binsNotOnHold.execute()).toEqual([{ id: other }]);
  });

  it('numbers the next OFF above every command that its board has executed since', async () => {
    const { db } = target;
    const [commandId = ''] = pending.commandIds;
    const { binId, mainBoardId, seq } = await db
      .selectFrom('commands')
      .select(['binId', 'mainBoardId', 'seq'])
      .where('id', '=', commandId)
      .executeTakeFirstOrThrow();
    // The board executed a command every second until a minute ago.
    const executed = Math.floor(Date.now() / 1000) - 60;
    expect(Number(seq)).toBeLessThan(executed);
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
    const open = await db.transaction().execute((trx) => lockOpenCommands(trx, mainBoardId));
    expect(open?.openCommands.map(({ id }) => id)).toEqual([requested.id]);
    expect(open?.openCommands[0]?.seq).toBeGreaterThan(executed);
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
    ['with another passphrase', 'another passphrase', QUICK, /passphrase is wrong/],
    ['of a missing file', PASSPHRASE, 'none.backup', /cannot be read/],
    ['of another file', PASSPHRASE, 'other.backup', /not a backup/],
    ['of an incomplete file', PASSPHRASE, 'cut.backup', /damaged or incomplete/],
  ])('%s is refused and leaves the database empty', async (_, passphrase, name, message) => {
    await writeFile(file('other.backup'), 'something else');
    await writeFile(file('cut.backup'), (await readFile(file(QUICK))).subarray(0, -1000));
    await expect(restore(passphrase, name)).rejects.toThrow(message);
    expect(await target.db.introspection.getTables()).toEqual([]);
  });

  it('does not overwrite a database that is in use', async () => {
    await sql`select 1`.execute(target.db);
    await expect(restore()).rejects.toThrow(/in use/);
  });

  it('does not overwrite a database with tables of another program', async () => {
    const other = openDatabase(target.connectionOptions, { log: silentLog });
    await sql`create table invoices (number integer)`.execute(other.db);
    await other.dispose();
    await expect(restore()).rejects.toThrow(/another program.s tables/);
    const tables = await target.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(['invoices']);
  });

  it('that was interrupted keeps the server from starting, and can be repeated', async () => {
    const interrupted = openDatabase(target.connectionOptions, { log: silentLog });
    await sql`create table unfinished_restore ()`.execute(interrupted.db);
    await migrate(interrupted.db);
    await addUser(interrupted.db, 'admin', { email: 'half@admin.example' });
    await expect(assertNoUnfinishedRestore(interrupted.db)).rejects.toThrow(/interrupted/);
    await interrupted.dispose();
    await restore();
    await assertNoUnfinishedRestore(target.db);
  });

  it('does not overwrite a database that has accounts', async () => {
    const other = openDatabase(target.connectionOptions, { log: silentLog });
    await migrate(other.db);
    await addUser(other.db, 'admin', { email: 'own@admin.example' });
    await other.dispose();
    await expect(restore()).rejects.toThrow(/already has accounts/);
  });

  it('onto a new machine restores the secrets, and the server starts', async () => {
    const dataDir = join(folder.path, 'new-machine');
    const output = await admin(['restore', file()], { DATA_DIR: dataDir }, PASSPHRASE);
    expect(output).toMatch(/^Restored \d+ rows as of /);
    expect(await readFile(join(dataDir, 'secrets', 'board-key-pepper'), 'utf8')).toBe(
      Buffer.from(SECRETS.BOARD_KEY_PEPPER).toString('hex'),
    );
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
    const database = openDatabase(server.connectionOptions, { log: silentLog });
    expect(await migrate(database.db)).toEqual([]);
    const emails = (of: TestDatabase['db']) => of.selectFrom('users').select('email').execute();
    expect(await emails(database.db)).toEqual(await emails(source.db));
    await database.dispose();
    await server.dispose();
  }, 60_000);
});
