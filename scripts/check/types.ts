import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runTool, type ToolResult } from './tool.ts';

const BUILT = ['packages/domain', 'packages/contract', 'apps/server', 'apps/simulator'];

/** Projects whose types are checked and whose code is not built by the compiler. */
const UNBUILT = ['apps/web', 'tsconfig.tests.json', 'e2e', 'bench'];

/** Checks the types of everything: what is built, the web, tests, scripts and benches. */
export async function checkTypes(): Promise<ToolResult> {
  const before = await buildTimes();
  const results = [await compile(['-b'])];
  if ((await buildTimes()) !== before) await forgetBuild();
  for (const project of UNBUILT) results.push(await compile(['-p', project, '--noEmit']));
  return {
    isOk: results.every(({ isOk }) => isOk),
    output: results.map(({ output }) => output).join(''),
  };
}

function compile(args: readonly string[]): Promise<ToolResult> {
  return runTool('typescript/bin/tsc', [...args, '--pretty', 'false']);
}

async function buildTimes(): Promise<string> {
  const times = BUILT.map(async (folder) => {
    const file = join(root, folder, 'dist/.tsbuildinfo');
    return (await stat(file).catch(() => null))?.mtimeMs;
  });
  return (await Promise.all(times)).join();
}

/** `tsc -b` writes to `dist` as well: the launcher must not take that for a build of its own. */
async function forgetBuild(): Promise<void> {
  const stamps = BUILT.map((folder) => join(root, folder, 'dist/.granary-built'));
  await Promise.all(stamps.map((file) => rm(file, { force: true })));
}
