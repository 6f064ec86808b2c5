import { rmSync } from 'node:fs';
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** The databases of a run take up to one GB. */
const NEEDED_BYTES = 1.5 * 2 ** 30;

/**
 * Puts temporary files into memory for this process and for the tools that it starts, until it exits.
 * `DISK_TMPDIR` still names a folder on a disk, for tests of durability. Without enough memory, everything
 * stays on the disk.
 */
export async function useMemoryForTemporaryFiles(): Promise<void> {
  process.env['DISK_TMPDIR'] ??= tmpdir();
  const freeBytes = await statfs(MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (freeBytes < NEEDED_BYTES) return;
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'granary-'));
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.env['TMPDIR'] = folder;
}
