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
    'granary/allowed-imports': 'error',
    'granary/no-folder-cycle': 'error',
    'granary/queries-in-stores': 'error',
    'granary/no-export-all': 'error',
    'granary/no-literal-spread': 'error',
  },
};

const query = "export const find = (db: Db) => db.selectFrom('bins').execute();";
const files = {
  'apps/server/src/fans/decide.ts': `
    import { findUsers } from '../accounts/store.ts';
    import { type User } from '../accounts/store.ts';
    import '../accounts/store.ts';
    export { findUsers } from '../accounts/store.ts';
    export const later = () => import('../accounts/store.ts');`,
  'apps/server/src/fans/allowed.ts': `
    import { z } from 'zod';
    import type { Bin } from '../accounts/store.ts';
    export type { Bin } from '../accounts/store.ts';
    export const fans = z.array(z.custom<User>());`,
  'apps/server/src/fans/routes.ts': query,
  'apps/server/src/fans/store.ts': query,
  'apps/server/src/farms/cycle.ts': "import type { Crop } from '../crops/cycle.ts';",
  'apps/server/src/crops/cycle.ts': "import type { Farm } from '../farms/cycle.ts';",
  'packages/domain/src/spread.ts': `
    export const parts = { ...{ a: 1, b: 2 } };
    export const list = [...[1, 2]];
    export const largest = Math.max(...[1, 2]);`,
  'packages/domain/src/copy.ts': `
    export const copy = (one: { a: number }, isLong: boolean) => ({
      ...one,
      ...(isLong ? { b: 2 } : {}),
      list: [...Object.keys(one), ...[1, 2].map(String)],
    });`,
  'packages/domain/src/all.ts': "export * from './units.ts';",
};

/** oxlint's messages by file. */
const messages = new Map<string, string[]>();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'granary-lint-'));
  try {
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    for (const { filename, message } of await lint(folder)) {
      messages.set(filename, [...(messages.get(filename) ?? []), message]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

async function lint(cwd: string): Promise<{ filename: string; message: string }[]> {
  const args = ['--import', tsx, oxlint, '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(
    // oxlint exits with 1 when it reports something.
    (error: { stdout: string }) => error,
  );
  return (JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] })
    .diagnostics;
}

it('reports every form of a disallowed import', () => {
  const message =
    'apps/server/src/fans/decide.ts may only import types from apps/server/src/accounts/store.ts.';
  expect(messages.get('apps/server/src/fans/decide.ts')).toEqual(
    Array.from({ length: 5 }).fill(message),
  );
});

it('does not report allowed imports', () => {
  expect(messages.get('apps/server/src/fans/allowed.ts')).toBeUndefined();
});

it('reports queries outside a store', () => {
  expect(messages.get('apps/server/src/fans/routes.ts')).toEqual(['Queries belong in a store.']);
  expect(messages.get('apps/server/src/fans/store.ts')).toBeUndefined();
});

it('reports a file that re-exports everything from another', () => {
  expect(messages.get('packages/domain/src/all.ts')).toEqual([
    'Do not use "export *": import each name from the file that declares it.',
  ]);
});

it('reports type imports that form a folder cycle', () => {
  const path = 'farms/cycle.ts → crops/cycle.ts, crops/cycle.ts → farms/cycle.ts';
  expect(messages.get('apps/server/src/farms/cycle.ts')).toEqual([
    `Folders must not depend on each other in a cycle: ${path}.`,
  ]);
});

it('reports a literal that is spread', () => {
  expect(messages.get('packages/domain/src/spread.ts')).toEqual(
    Array.from({ length: 3 }).fill(
      'List the items or properties directly, one per line, instead of spreading a literal.',
    ),
  );
  expect(messages.get('packages/domain/src/copy.ts')).toBeUndefined();
});
