import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withDatabase } from './database.ts';
import { createDataDir, startGranary } from './granary-process.ts';

const HISTORY_TIMEOUT_MS = 300_000;
const POLL_MS = 250;

/** Checks whether everything that depends on the stored readings has been calculated. */
const IS_CALCULATED_QUERY = `select not exists (select from alert_marks) and not exists (
  select from day_means where readings is null or moistures is null) as "isCalculated"`;

/**
 * Runs a demo until its history is stored and everything is calculated, vacuums its database and stops it.
 * Demos that start from a copy of the folder do not have to do that work again.
 */
export async function prepareDemoData(dataDir: string): Promise<void> {
  const demo = await startGranary('demo', dataDir);
  const timeoutSignal = AbortSignal.timeout(HISTORY_TIMEOUT_MS);
  const waitUntil = async (isDone: () => boolean | Promise<boolean>) => {
    while (!(await isDone())) {
      if (timeoutSignal.aborted)
        throw new Error(`Timed out waiting for the demo history:\n${demo.output()}`);
      await pause(POLL_MS);
    }
  };
  try {
    await waitUntil(() => /History: done/.test(demo.output()));
    await withDatabase(dataDir, async (client) => {
      await waitUntil(
        async () => (await client.query(IS_CALCULATED_QUERY)).rows[0]?.isCalculated === true,
      );
      await client.query('vacuum analyze');
    });
  } finally {
    await demo.stopAndKeepData();
  }
}

/** Copies a prepared data folder, preserving file ownership. */
export async function copyDemoData(preparedDir: string): Promise<string> {
  const dataDir = await createDataDir();
  // `path.join` would drop the dot, without which `cp` copies the folder itself instead of its contents.
  await promisify(execFile)('cp', ['-a', `${preparedDir}/.`, dataDir]);
  return dataDir;
}
