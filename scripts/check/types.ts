import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { goEnvironment, root, runTool, type ToolResult } from './tool.ts';

const BUILT_PROJECTS = ['packages/domain', 'packages/contract', 'apps/server', 'apps/simulator'];

/** Projects that are type-checked but not built. */
const UNBUILT_PROJECTS = [
  'apps/web',
  'apps/web/src/service-worker',
  'tsconfig.tests.json',
  'e2e',
  'bench',
];

/** Checks all types: those of the built projects, the web app, tests, scripts and benchmarks. */
export async function checkTypes(priority: number): Promise<ToolResult> {
  const timesBefore = await readBuildTimes();
  const buildResult = await runCompiler(['-b'], priority);
  if ((await readBuildTimes()) !== timesBefore) await removeBuildStamps();
  const checkResult = await checkUnbuiltTypes(priority);
  return {
    isOk: buildResult.isOk && checkResult.isOk,
    output: buildResult.output + checkResult.output,
  };
}

/** Checks the types of all projects that a build does not check. It writes nothing. */
export async function checkUnbuiltTypes(priority: number): Promise<ToolResult> {
  const results: ToolResult[] = [];
  for (const project of UNBUILT_PROJECTS) {
    results.push(await runCompiler(['-p', project, '--noEmit'], priority));
  }
  return {
    isOk: results.every(({ isOk }) => isOk),
    output: results.map(({ output }) => output).join(''),
  };
}

/**
 * Runs the compiler with one checker: several would each check the types that they share, which takes twice
 * as long.
 */
function runCompiler(args: readonly string[], priority: number): Promise<ToolResult> {
  return runTool(
    'typescript/bin/tsc',
    [...args, '--checkers', '1', '--pretty', 'false'],
    goEnvironment,
    priority,
  );
}

async function readBuildTimes(): Promise<string> {
  const times = BUILT_PROJECTS.map(async (folder) => {
    const file = join(root, folder, 'dist/.tsbuildinfo');
    return (await stat(file).catch(() => null))?.mtimeMs;
  });
  return (await Promise.all(times)).join();
}

/** `tsc -b` writes to `dist`, which the launcher must not mistake for its own build. */
async function removeBuildStamps(): Promise<void> {
  const stamps = BUILT_PROJECTS.map((folder) => join(root, folder, 'dist/.granary-built'));
  await Promise.all(stamps.map((file) => rm(file, { force: true })));
}
