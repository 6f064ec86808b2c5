import { inspect } from 'node:util';
import { CleanClone } from './clean-clone.ts';
import { checkStep, type Step } from './steps.ts';

/** Clones the repository and starts the demo twice, as a new user does. */
export const cleanStartStep: Step = checkStep('clean start', async () => {
  const clone = await CleanClone.create();
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
