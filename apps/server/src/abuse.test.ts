import { expect, inject, it } from 'vitest';
import { proveAbuse } from '../test/support/abuse-proof.ts';
import { testedForm } from '../test/support/run-program.ts';

const RATIO = 3;
/** Less than this is noise while other tests run, ms. */
const NOISE_MS = 250;

// `npm run prove -- abuse` does the same with all attacks in full.
it('serves others while one caller attacks', async () => {
  const figures = await proveAbuse({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    attacks: ['large bodies', 'unread exports'],
    scale: 0.1,
    quietMs: 500,
    restMs: 0,
    print: () => undefined,
  });
  expect(figures.map(({ taken }) => taken)).toEqual([0, 2]);
  for (const { name, call, puback } of figures) {
    for (const { quiet, attacked } of [call, puback]) {
      expect(attacked, name).toBeLessThan(Math.max(RATIO * quiet, NOISE_MS));
    }
  }
}, 180_000);
