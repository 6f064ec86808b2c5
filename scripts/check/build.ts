import { pathToFileURL } from 'node:url';
import { root, run, type ToolResult } from './tool.ts';

const BUILD = new URL('scripts/launch/build.mjs', pathToFileURL(root));

/** Builds what the tests start: the server, the simulator and the screens. */
export function buildAll(): Promise<ToolResult> {
  const script = `const { build } = await import(${JSON.stringify(BUILD.href)}); await build();`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
}
