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
import type { Binaries } from './binaries.ts';
import { PostgresError } from './errors.ts';
import type { PostgresLog } from './log.ts';
import { canEnter, runProgram, type SystemUser } from './system-user.ts';

/** The superuser of an embedded server, for the launcher and operators' tools. */
export const SUPERUSER = 'postgres';

/** The parent of PostgreSQL's folder when its user cannot access `DATA_DIR`. */
const SYSTEM_FOLDER = '/var/lib/granary';

export interface DataFolder {
  /** Granary's folder with links resolved; it contains the password and `postgres`. */
  readonly dataDir: string;
  /** PostgreSQL's folder with links resolved. */
  readonly folder: string;
  /** The user PostgreSQL runs as; `undefined`: the same as Granary. */
  readonly systemUser: SystemUser | undefined;
  readonly password: string;
  /** Whether the database files exist; false before the first start. */
  readonly isCreated: boolean;
}

/**
 * Finds PostgreSQL's folder: `DATA_DIR/postgres`, or its target if it is a link. Before the first start it
 * chooses the folder without creating it.
 *
 * @param systemUser The user to run PostgreSQL as; the owner of an existing folder takes precedence.
 * @throws PostgresError `data-folder-unusable` with what to do about it.
 */
export async function findDataFolder(
  givenDir: string,
  systemUser: SystemUser | undefined,
  log: PostgresLog,
): Promise<DataFolder> {
  const dataDir = await openDataDir(givenDir);
  const entry = join(dataDir, 'postgres');
  const target = await readlink(entry).catch(() => undefined);
  if (target !== undefined && !(await isCluster(target))) {
    throw unusableError(
      `${entry} points to ${target}, which holds no database; restore the database`,
    );
  }
  const isPresent = target !== undefined || (await isCluster(entry));
  const password = isPresent
    ? await requirePassword(dataDir, target ?? entry)
    : await ensurePassword(dataDir);
  const folder = isPresent
    ? (target ?? entry)
    : await chooseFolder({ entry, dataDir, systemUser, password });
  if (systemUser !== undefined && folder !== entry) {
    log.info(`PostgreSQL's files are in ${folder}, because its user cannot access ${entry}`);
  }
  if (!(await isCluster(folder)))
    return { dataDir, folder, systemUser, password, isCreated: false };
  if (folder !== entry) await createLink(folder, entry);
  return {
    dataDir,
    folder,
    password,
    isCreated: true,
    systemUser: await findFolderOwner(folder, systemUser),
  };
}

async function openDataDir(givenDir: string): Promise<string> {
  try {
    await mkdir(givenDir, { recursive: true });
    await access(givenDir, constants.W_OK | constants.X_OK);
    return await realpath(givenDir);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unusableError(`the data folder ${givenDir} cannot be written to (${reason})`, cause);
  }
}

interface NewFolder {
  readonly entry: string;
  readonly dataDir: string;
  readonly systemUser: SystemUser | undefined;
  readonly password: string;
}

/**
 * Chooses a folder whose name depends on the password, so that the old files are not used again after
 * `DATA_DIR` has been emptied.
 */
async function chooseFolder({ entry, dataDir, systemUser, password }: NewFolder): Promise<string> {
  if (systemUser === undefined || (await canEnter(systemUser, dataDir))) return entry;
  const hash = createHash('sha256').update(`${dataDir}\n${password}`).digest('hex');
  return join(SYSTEM_FOLDER, hash.slice(0, 16));
}

/** PostgreSQL only runs as the owner of its folder. */
async function findFolderOwner(
  folder: string,
  systemUser: SystemUser | undefined,
): Promise<SystemUser | undefined> {
  const { uid, gid } = await stat(folder);
  if (systemUser === undefined) {
    if (uid === process.getuid?.()) return undefined;
    throw unusableError(
      `${folder} belongs to user ID ${uid}; start Granary as that user or as root`,
    );
  }
  if (uid === 0) {
    throw unusableError(`${folder} belongs to root; run "chown -R ${systemUser.name} ${folder}"`);
  }
  const owner = uid === systemUser.uid ? systemUser : { name: `ID ${uid}`, uid, gid };
  if (await canEnter(owner, folder)) return owner;
  throw unusableError(
    `user ${owner.name} cannot access ${folder}; give it access to the parent folders`,
  );
}

/**
 * Creates the database files at the first start, in a draft folder that is then renamed, so that an
 * interrupted start leaves nothing that looks complete.
 *
 * @throws PostgresError `start-failed` when initdb fails.
 */
export async function createDataFolder(target: DataFolder, binaries: Binaries): Promise<void> {
  const { folder, dataDir } = target;
  await mkdir(dirname(folder), { recursive: true });
  if (folder.startsWith(SYSTEM_FOLDER)) await chmod(SYSTEM_FOLDER, 0o755);
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    const result = await runInitdb(draft, target, binaries);
    if (await isCluster(folder)) return;
    if (!result.isSuccess) {
      throw new PostgresError('start-failed', `initdb failed: ${result.errorOutput}`);
    }
    await rename(join(draft, 'data'), folder).catch((error) => ignoreExisting(folder, error));
    await syncFolder(dirname(folder));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const entry = join(dataDir, 'postgres');
  if (folder !== entry) await createLink(folder, entry);
}

async function runInitdb(draft: string, target: DataFolder, binaries: Binaries) {
  const { systemUser, password } = target;
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (systemUser) {
    await chown(passwordFile, systemUser.uid, systemUser.gid);
    await chown(draft, systemUser.uid, systemUser.gid);
  }
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return runProgram(
    binaries.initdb,
    [
      '-D',
      join(draft, 'data'),
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      ...locale,
      '--locale=C',
    ],
    systemUser,
  );
}

/** Ignores the error if another start on the same folder has finished first; its files are then used. */
async function ignoreExisting(folder: string, error: NodeJS.ErrnoException): Promise<void> {
  if (await isCluster(folder)) return;
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  throw unusableError(`${folder} is not empty and contains no database; move it somewhere else`);
}

/**
 * Removes the drafts of interrupted first starts. Call it only while holding the folder's lock, when no other
 * start can be using a draft. A draft that an orphaned initdb is still writing to might remain; the next
 * start removes it.
 */
export async function removeDrafts({ folder }: DataFolder): Promise<void> {
  const parent = dirname(folder);
  const drafts = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(folder)}.draft-`),
  );
  const options = { recursive: true, force: true, maxRetries: 5 };
  await Promise.allSettled(drafts.map((name) => rm(join(parent, name), options)));
}

/** A folder that Granary cannot read is treated as a database, because its owner is checked later. */
async function isCluster(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function toPasswordPath(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(toPasswordPath(dataDir), 'utf8').catch(() => undefined);
  return text?.trim() || undefined;
}

async function requirePassword(dataDir: string, folder: string): Promise<string> {
  const password = await readPassword(dataDir);
  if (password !== undefined) return password;
  throw unusableError(
    `${folder} holds a database, but its password, ${toPasswordPath(dataDir)}, is missing; ` +
      'restore that file, or move the folder somewhere else to start with an empty database',
  );
}

/** Simultaneous first starts must use the same password, so the file is created atomically. */
async function ensurePassword(dataDir: string): Promise<string> {
  const existing = await readPassword(dataDir);
  if (existing !== undefined) return existing;
  const file = toPasswordPath(dataDir);
  const password = randomBytes(32).toString('base64url');
  const draft = `${file}.draft-${randomBytes(6).toString('hex')}`;
  await writeDurably(draft, `${password}\n`);
  try {
    await link(draft, file);
    await syncFolder(dataDir);
    return password;
  } catch (error) {
    const existingPassword = await readPassword(dataDir);
    if (existingPassword === undefined) throw error;
    return existingPassword;
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

/** A rename survives a power loss only once its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unusableError(message: string, cause?: unknown): PostgresError {
  return new PostgresError('data-folder-unusable', message, { cause });
}
