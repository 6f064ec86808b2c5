import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A folder that PostgreSQL's user can access. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates a folder for temporary files, in memory if `npm test` found enough memory. */
export function createTemporaryFolder(): Promise<TemporaryFolder> {
  return createFolder(tmpdir());
}

/** Creates a folder on a disk, for tests of crash safety. */
export function createDiskFolder(): Promise<TemporaryFolder> {
  return createFolder(process.env['DISK_TMPDIR'] ?? tmpdir());
}

async function createFolder(parent: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'granary-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Copies a stopped server's data folder and preserves file ownership. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
