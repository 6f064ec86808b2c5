import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, step } from './step.mjs';

const BUILT = ['packages/domain', 'packages/contract', 'apps/server', 'apps/simulator', 'apps/web'];
const ALSO_DECISIVE = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];
const NO_SOURCE = /^(node_modules|dist|data|test)$|\.test\.tsx?$/;

/** Builds everything unless the outputs of exactly these sources are there. */
export async function build() {
  const wanted = await hashOfSources();
  const stamps = BUILT.map((folder) => join(root, folder, 'dist', '.granary-built'));
  const found = await Promise.all(stamps.map((file) => readFile(file, 'utf8').catch(() => '')));
  if (found.every((stamp) => stamp === wanted)) return;
  // Gone first: a build that is cut short must not pass for the one before it.
  await Promise.all(stamps.map((file) => rm(file, { force: true })));
  const tool = (path) => join(root, 'node_modules', path);
  const node = process.execPath;
  await step('Building the server…', node, [tool('typescript/bin/tsc'), '-b']);
  const viteArgs = [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  await step('Building the screens…', node, viteArgs, join(root, 'apps/web'));
  await Promise.all(stamps.map((file) => writeFile(file, wanted)));
}

async function hashOfSources() {
  const folders = await Promise.all(BUILT.map((folder) => filesIn(folder)));
  const paths = [...folders.flat(), ...ALSO_DECISIVE].sort();
  const contents = await Promise.all(paths.map((path) => readFile(join(root, path))));
  const hash = createHash('sha256');
  paths.forEach((path, index) => {
    hash.update(`${path}\0${contents[index].length}\0`).update(contents[index]);
  });
  return hash.digest('hex');
}

async function filesIn(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => !NO_SOURCE.test(entry.name))
      .map((entry) => {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) return filesIn(path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return found.flat();
}
