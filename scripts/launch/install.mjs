import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runStep } from './step.mjs';

// Written last and removed by `npm ci` first, so that an interrupted install is repeated.
const stampFile = join(root, 'node_modules', '.granary-installed');

/** Installs the dependencies unless those for this lock file and platform are already installed. */
export async function install() {
  const lock = await readFile(join(root, 'package-lock.json'));
  const platform = `${process.platform}-${process.arch}`;
  const hash = createHash('sha256').update(lock).update(platform).digest('hex');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === hash) return;
  const npm = process.env.npm_execpath;
  // With NODE_ENV=production npm would omit what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const announcement = 'Installing dependencies… (first run only, takes a minute or two)';
  if (npm?.endsWith('.js')) await runStep(announcement, process.execPath, [npm, ...args]);
  else await runStep(announcement, 'npm', args);
  await writeFile(stampFile, hash);
}
