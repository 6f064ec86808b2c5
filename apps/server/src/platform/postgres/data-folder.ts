import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Account, canEnter, run } from './account.ts';
import type { Binaries } from './binaries.ts';
import { PostgresError } from './errors.ts';
import type { PostgresLog } from './log.ts';

/** The superuser of an embedded server. Only the launcher and operators' tools sign in as it. */
export const SUPERUSER = 'postgres';

/** Where PostgreSQL's files go when its user cannot reach `DATA_DIR`. */
const ELSEWHERE = '/var/lib/granary';

export interface DataFolder {
  /** Granary's own folder with links resolved: holds the password and `postgres`. */
  readonly dataDir: string;
  /** PostgreSQL's folder with links resolved. */
  readonly folder: string;
  /** Who PostgreSQL runs as; `undefined`: ourselves. */
  readonly account: Account | undefined;
  readonly password: string;
  /** False before the first start. */
  readonly isCreated: boolean;
}

/**
 * Finds PostgreSQL's folder: `DATA_DIR/postgres`, or where that link points. Before the first
 * start it only decides where the folder will be.
 *
 * @param account Who PostgreSQL would run as; an existing folder's owner takes precedence.
 * @throws PostgresError `data-folder-unusable` with what to do about it.
 */
export async function findDataFolder(
  givenDir: string,
  account: Account | undefined,
  log: PostgresLog,
): Promise<DataFolder> {
  const dataDir = await openDataDir(givenDir);
  const entry = join(dataDir, 'postgres');
  const target = await readlink(entry).catch(() => undefined);
  if (target !== undefined && !(await isCluster(target))) {
    throw unusable(`${entry} points to ${target}, which holds no database; restore it`);
  }
  const isPresent = target !== undefined || (await isCluster(entry));
  const password = isPresent
    ? await requirePassword(dataDir, target ?? entry)
    : await ensurePassword(dataDir);
  const folder = isPresent
    ? (target ?? entry)
    : await placeFor({ entry, dataDir, account, password });
  if (account !== undefined && folder !== entry) {
    log.info(`PostgreSQL keeps its files in ${folder}, because its user cannot reach ${entry}`);
  }
  if (!(await isCluster(folder))) return { dataDir, folder, account, password, isCreated: false };
  if (folder !== entry) await createLink(folder, entry);
  return {
    ...{ dataDir, folder, password, isCreated: true },
    account: await ownerOf(folder, account),
  };
}

async function openDataDir(givenDir: string): Promise<string> {
  try {
    await mkdir(givenDir, { recursive: true });
    await access(givenDir, constants.W_OK | constants.X_OK);
    return await realpath(givenDir);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unusable(`the data folder ${givenDir} cannot be written (${reason})`, cause);
  }
}

interface NewPlace {
  readonly entry: string;
  readonly dataDir: string;
  readonly account: Account | undefined;
  readonly password: string;
}

/** The password is part of the name, so that an emptied `DATA_DIR` does not meet its old files. */
async function placeFor({ entry, dataDir, account, password }: NewPlace): Promise<string> {
  if (account === undefined || (await canEnter(account, dataDir))) return entry;
  const hash = createHash('sha256').update(`${dataDir}\n${password}`).digest('hex');
  return join(ELSEWHERE, hash.slice(0, 16));
}

/** PostgreSQL runs only as the owner of its folder. */
async function ownerOf(folder: string, account: Account | undefined): Promise<Account | undefined> {
  const { uid, gid } = await stat(folder);
  if (account === undefined) {
    if (uid === process.getuid?.()) return undefined;
    throw unusable(
      `${folder} belongs to user number ${uid}; start Granary as that user or as root`,
    );
  }
  if (uid === 0) {
    throw unusable(`${folder} belongs to root; run "chown -R ${account.name} ${folder}"`);
  }
  const owner = uid === account.uid ? account : { name: `number ${uid}`, uid, gid };
  if (await canEnter(owner, folder)) return owner;
  throw unusable(`user ${owner.name} cannot reach ${folder}; let it pass the parent folders`);
}

/**
 * Makes the database files of a first start. They are made beside their place and renamed, so
 * that a start that is cut short leaves nothing behind that looks finished.
 *
 * @throws PostgresError `start-failed` where initdb fails.
 */
export async function createDataFolder(place: DataFolder, binaries: Binaries): Promise<void> {
  const { folder, dataDir } = place;
  await mkdir(dirname(folder), { recursive: true });
  if (folder.startsWith(ELSEWHERE)) await chmod(ELSEWHERE, 0o755);
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    const result = await runInitdb(draft, place, binaries);
    if (await isCluster(folder)) return;
    if (!result.ok) {
      throw new PostgresError('start-failed', `initdb failed: ${result.complaint}`);
    }
    await rename(join(draft, 'data'), folder).catch((error) => ignoreTaken(folder, error));
    await syncFolder(dirname(folder));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const entry = join(dataDir, 'postgres');
  if (folder !== entry) await createLink(folder, entry);
}

async function runInitdb(draft: string, place: DataFolder, binaries: Binaries) {
  const { account, password } = place;
  const passwordForInitdb = join(draft, 'password');
  await writeFile(passwordForInitdb, password, { mode: 0o600 });
  if (account) {
    await chown(passwordForInitdb, account.uid, account.gid);
    await chown(draft, account.uid, account.gid);
  }
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return run(
    binaries.initdb,
    [
      ...['-D', join(draft, 'data'), '-U', SUPERUSER],
      ...['-A', 'scram-sha-256', `--pwfile=${passwordForInitdb}`],
      ...[...locale, '--locale=C'],
    ],
    account,
  );
}

/** Another start on the same folder may have been quicker; then its files are the ones. */
async function ignoreTaken(folder: string, error: NodeJS.ErrnoException): Promise<void> {
  if (await isCluster(folder)) return;
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  throw unusable(`${folder} is neither empty nor a database; move it away`);
}

/**
 * Removes what first starts that were cut short have left. Only whoever holds the folder's lock
 * may call it: nobody else can then have use for a draft. One that an initdb without a parent
 * still writes to may stay; the next start removes it.
 */
export async function removeDrafts({ folder }: DataFolder): Promise<void> {
  const parent = dirname(folder);
  const drafts = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(folder)}.draft-`),
  );
  const options = { recursive: true, force: true, maxRetries: 5 };
  await Promise.allSettled(drafts.map((name) => rm(join(parent, name), options)));
}

/** A folder that is not ours to look into counts as one: whose it is decides then. */
async function isCluster(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch(() => undefined);
  return text?.trim() || undefined;
}

async function requirePassword(dataDir: string, folder: string): Promise<string> {
  const password = await readPassword(dataDir);
  if (password !== undefined) return password;
  throw unusable(
    `${folder} holds a database, but its password, ${passwordFile(dataDir)}, is missing; ` +
      'restore that file, or move the folder away to begin anew',
  );
}

/** Two first starts at once must agree, so the file appears whole or not at all, and once. */
async function ensurePassword(dataDir: string): Promise<string> {
  const existing = await readPassword(dataDir);
  if (existing !== undefined) return existing;
  const file = passwordFile(dataDir);
  const password = randomBytes(32).toString('base64url');
  const draft = `${file}.draft-${randomBytes(6).toString('hex')}`;
  await writeDurably(draft, `${password}\n`);
  try {
    await link(draft, file);
    await syncFolder(dataDir);
    return password;
  } catch (error) {
    const theirs = await readPassword(dataDir);
    if (theirs === undefined) throw error;
    return theirs;
  } finally {
    await rm(draft, { force: true });
  }
}

async function createLink(folder: string, entry: string): Promise<void> {
  if (await lstat(entry).catch(() => undefined)) return;
  await symlink(folder, entry);
  await syncFolder(dirname(entry));
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename outlives a power cut only once its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unusable(message: string, cause?: unknown): PostgresError {
  return new PostgresError('data-folder-unusable', message, { cause });
}
