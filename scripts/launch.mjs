#!/usr/bin/env node
// The entry point of every command. It runs in a fresh clone before anything is installed, so it is plain
// JavaScript without dependencies.
import { build } from './launch/build.mjs';
import { commands } from './launch/commands.mjs';
import { install } from './launch/install.mjs';
import { StepError } from './launch/step.mjs';

const MIN_NODE_VERSION = [20, 19];

async function main([name, ...args]) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (
    major < MIN_NODE_VERSION[0] ||
    (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1])
  ) {
    throw new StepError(
      `Granary needs Node ${MIN_NODE_VERSION.join('.')} or later; this is Node ${process.versions.node}.`,
    );
  }
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new StepError(`Usage: node scripts/launch.mjs <${Object.keys(commands).join('|')}>`);
  }
  await install();
  if (command.needsBuild) await build();
  return command.run(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
