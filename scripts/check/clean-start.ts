import { inspect } from 'node:util';
import { CleanClone } from './clean-clone.ts';
import { plainStep, type Step } from './steps.ts';

/** What somebody meets who clones the repository and starts the demo, twice. */
export const cleanStartStep: Step = plainStep('clean start', async () => {
  const clone = await CleanClone.make();
  try {
    for (let start = 1; start <= 2; start++) {
      const demo = await clone.startDemo();
      await demo.stop();
    }
    return { isOk: true, output: '' };
  } catch (error) {
    return { isOk: false, output: inspect(error) };
  } finally {
    await clone.remove();
  }
});
