import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, step } from './step.mjs';

// Written last and removed by `npm ci` first, so an install that was cut short is done again.
const stampFile = join(root, 'node_modules', '.granary-installed');

/** Installs the dependencies unless those of this lock file and platform are there. */
export async function install() {
  const lock = await readFile(join(root, 'package-lock.json'));
  const platform = `${process.platform}-${process.arch}`;
  const wanted = createHash('sha256').update(lock).update(platform).digest('hex');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === wanted) return;
  const npm = process.env.npm_execpath;
  // NODE_ENV=production must not keep out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const announcement = 'Installing… (a minute or two, once)';
  if (npm?.endsWith('.js')) await step(announcement, process.execPath, [npm, ...args]);
  else await step(announcement, 'npm', args);
  await writeFile(stampFile, wanted);
}
