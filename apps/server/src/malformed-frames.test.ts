import { expect, inject, it } from 'vitest';
import { proveMalformedFrames } from '../test/support/malformed-frame-proof.ts';
import { testedForm } from '../test/support/run-program.ts';

const FRAMES = 5_000;

// `npm run prove -- frames` does the same with a million frames.
it('stores and counts thousands of malformed frames, each with its reason, and keeps running', async () => {
  const figures = await proveMalformedFrames({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    frames: FRAMES,
    connections: 75,
    ratePerSecond: 200,
    baselineMs: 500,
    comparesWithValid: false,
    print: () => undefined,
  });
  expect(figures).toMatchObject({
    sent: FRAMES,
    acknowledged: FRAMES,
    reasonMismatches: 0,
    miscounted: 0,
    endedSessions: 0,
    isSameProcess: true,
    differences: [],
    exitCode: 0,
    others: { lost: 0, unacknowledged: 0, changed: 0 },
  });
  expect(figures.stored + figures.notStored).toBe(FRAMES);
  // The newest skipped frames of each board are accounted for only in its next stored frame.
  expect(figures.notStored - figures.accountedFor).toBeLessThan(figures.notStored / 2);
  expect(figures.rejected + figures.notStored).toBeGreaterThan(FRAMES / 2);
}, 180_000);
