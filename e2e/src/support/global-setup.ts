import type { FullConfig } from '@playwright/test';
import { type Granary, startGranary } from './granary-process.ts';
import { announceDemo } from './worker-demo.ts';

/** The demos for the whole run, one a worker. */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  const demos: Granary[] = [];
  const stop = async () => {
    await Promise.all(demos.map((demo) => demo.stop()));
  };
  try {
    // One after the other: the first may have to build what all of them run.
    for (let worker = 0; worker < workers; worker++) {
      const demo = await startGranary('demo');
      demos.push(demo);
      announceDemo(worker, demo);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
