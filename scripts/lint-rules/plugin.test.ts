import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

const { resolve } = createRequire(import.meta.url);
const tsx = pathToFileURL(resolve('tsx')).href;
const oxlint = join(dirname(resolve('oxlint/package.json')), 'bin/oxlint');
const config = {
  jsPlugins: [fileURLToPath(new URL('plugin.ts', import.meta.url))],
  categories: { correctness: 'off' },
  rules: {
    'granary/zones': 'error',
    'granary/queries-in-stores': 'error',
    'granary/no-export-all': 'error',
  },
};

const query = "export const find = (db: Db) => db.selectFrom('bins').execute();";
const planted = {
  'apps/server/src/fans/decide.ts': `
    import { findBins } from '../bins/store.ts';
    import { type Bin } from '../bins/store.ts';
    import '../bins/store.ts';
    export { findBins } from '../bins/store.ts';
    export const later = () => import('../bins/store.ts');`,
  'apps/server/src/fans/allowed.ts': `
    import { z } from 'zod';
    import type { Bin } from '../bins/store.ts';
    export type { Bin } from '../bins/store.ts';
    export const fans = z.array(z.custom<Bin>());`,
  'apps/server/src/fans/routes.ts': query,
  'apps/server/src/fans/store.ts': query,
  'packages/domain/src/all.ts': "export * from './units.ts';",
};

/** What oxlint says of the planted files, by file. */
const said = new Map<string, string[]>();

beforeAll(async () => {
  const house = await mkdtemp(join(tmpdir(), 'granary-lint-'));
  try {
    await writeFile(join(house, '.oxlintrc.json'), JSON.stringify(config));
    for (const [file, text] of Object.entries(planted)) {
      await mkdir(join(house, dirname(file)), { recursive: true });
      await writeFile(join(house, file), text);
    }
    for (const { filename, message } of await lint(house)) {
      said.set(filename, [...(said.get(filename) ?? []), message]);
    }
  } finally {
    await rm(house, { recursive: true });
  }
}, 60_000);

async function lint(cwd: string): Promise<{ filename: string; message: string }[]> {
  const args = ['--import', tsx, oxlint, '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(
    // oxlint ends with 1 where it found something.
    (error: { stdout: string }) => error,
  );
  return (JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] })
    .diagnostics;
}

it('reports every way to import what the folder list refuses', () => {
  const message =
    'apps/server/src/fans/decide.ts may only import types from apps/server/src/bins/store.ts.';
  expect(said.get('apps/server/src/fans/decide.ts')).toEqual(
    Array.from({ length: 5 }).fill(message),
  );
});

it('is content with what the folder list allows', () => {
  expect(said.get('apps/server/src/fans/allowed.ts')).toBeUndefined();
});

it('reports queries outside a store', () => {
  expect(said.get('apps/server/src/fans/routes.ts')).toEqual(['Queries belong in a store.']);
  expect(said.get('apps/server/src/fans/store.ts')).toBeUndefined();
});

it('reports a file that passes on everything of another', () => {
  expect(said.get('packages/domain/src/all.ts')).toEqual(['Import things from where they are.']);
});
