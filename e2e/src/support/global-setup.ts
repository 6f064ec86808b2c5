import { rm } from 'node:fs/promises';
import type { FullConfig } from '@playwright/test';
import { copyDemoData, prepareDemoData } from './demo-data.ts';
import { createDataDir, type Granary, startGranary } from './granary-process.ts';
import { setDemoEnv } from './worker-demo.ts';

/**
 * Starts a demo for each worker, all from copies of the same data. `DEMO_DATA` is the path of a data folder
 * that `prepare-demo-data.ts` has filled; without it, a folder is filled here.
 */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  const existingDataDir = process.env['DEMO_DATA'];
  const preparedDir = existingDataDir ?? (await createDataDir());
  const demos: Granary[] = [];
  const stop = async () => {
    await Promise.all(demos.map((demo) => demo.stop()));
  };
  try {
    if (existingDataDir === undefined) await prepareDemoData(preparedDir);
    for (let worker = 0; worker < workers; worker++) {
      const demo = await startGranary('demo', await copyDemoData(preparedDir));
      demos.push(demo);
      setDemoEnv(worker, demo);
    }
  } catch (error) {
    await stop();
    throw error;
  } finally {
    if (existingDataDir === undefined) await rm(preparedDir, { recursive: true, force: true });
  }
  return stop;
}
