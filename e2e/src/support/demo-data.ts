import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDataDir, startGranary } from './granary-process.ts';

const HISTORY_WITHIN_MS = 300_000;
const POLL_MS = 250;

/** Fills a data folder with a demo whose year of readings is stored, and stops that demo. */
export async function prepareDemoData(dataDir: string): Promise<void> {
  const demo = await startGranary('demo', dataDir);
  const late = AbortSignal.timeout(HISTORY_WITHIN_MS);
  try {
    while (!/History: done/.test(demo.output())) {
      if (late.aborted) throw new Error(`The history is not complete:\n${demo.output()}`);
      await pause(POLL_MS);
    }
  } finally {
    await demo.stopAndKeepData();
  }
}

/** A copy of a prepared data folder, with the owners of its files. */
export async function copyDemoData(prepared: string): Promise<string> {
  const dataDir = await createDataDir();
  // `path.join` would drop the dot, and `cp` would copy the folder into the new one.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}
