#!/usr/bin/env node
// The way into every command. It works on a fresh clone, before anything is installed, so it is
// plain JavaScript and imports nothing but Node.
import { build } from './launch/build.mjs';
import { commands } from './launch/commands.mjs';
import { install } from './launch/install.mjs';
import { StepFailed } from './launch/step.mjs';

const OLDEST_NODE = [20, 19];

async function main([name, ...args]) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new StepFailed(
      `Granary needs Node ${OLDEST_NODE.join('.')} or later; this is Node ${process.versions.node}.`,
    );
  }
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new StepFailed(`Usage: node scripts/launch.mjs <${Object.keys(commands).join('|')}>`);
  }
  await install();
  if (command.needsBuild) await build();
  return command.run(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
