import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStep, type Step } from './steps.ts';
import { run, sourceOptions } from './tool.ts';

/** The data folder with a year of readings that the end-to-end tests copy for each worker. */
export const demoDataDir = () => join(tmpdir(), `granary-demo-${process.pid}`);

/** Fills the data folder, which takes the simulator about a minute. */
export const demoDataStep: Step = checkStep('demo data', async () => {
  await mkdir(demoDataDir());
  // PostgreSQL runs as another user when we are root.
  await chmod(demoDataDir(), 0o755);
  return run(process.execPath, [
    ...sourceOptions,
    'e2e/src/support/prepare-demo-data.ts',
    demoDataDir(),
  ]);
});
