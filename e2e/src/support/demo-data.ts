import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withDatabase } from './database.ts';
import { createDataDir, startGranary } from './granary-process.ts';

const HISTORY_TIMEOUT_MS = 300_000;
const POLL_MS = 250;

/** Asks whether everything that depends on the stored readings has been calculated. */
const IS_CALCULATED_QUERY = `select not exists (select from alert_marks) and not exists (
  select from day_means where readings is null or moistures is null) as "isSettled"`;

/**
 * Fills a data folder with a demo whose history is stored, and stops that demo. Its calculations are done and
 * its database is vacuumed, because each demo that starts from a copy would otherwise do that itself.
 */
export async function prepareDemoData(dataDir: string): Promise<void> {
  const demo = await startGranary('demo', dataDir);
  const timeoutSignal = AbortSignal.timeout(HISTORY_TIMEOUT_MS);
  const waitUntil = async (isDone: () => boolean | Promise<boolean>) => {
    while (!(await isDone())) {
      if (timeoutSignal.aborted) throw new Error(`The history is not complete:\n${demo.output()}`);
      await pause(POLL_MS);
    }
  };
  try {
    await waitUntil(() => /History: done/.test(demo.output()));
    await withDatabase(dataDir, async (client) => {
      await waitUntil(
        async () => (await client.query(IS_CALCULATED_QUERY)).rows[0]?.isSettled === true,
      );
      await client.query('vacuum analyze');
    });
  } finally {
    await demo.stopAndKeepData();
  }
}

/** Copies a prepared data folder, keeping the owners of its files. */
export async function copyDemoData(preparedDir: string): Promise<string> {
  const dataDir = await createDataDir();
  // `path.join` would drop the dot, and `cp` would copy the folder into the new one.
  await promisify(execFile)('cp', ['-a', `${preparedDir}/.`, dataDir]);
  return dataDir;
}
