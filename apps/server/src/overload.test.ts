import { expect, inject, it } from 'vitest';
import { proveOverload } from '../test/support/overload-proof.ts';
import { testedForm } from '../test/support/run-program.ts';

const BOARDS = 150;

// `npm run prove -- overload` does the same with a thousand boards for several minutes.
it('eventually acknowledges all frames of a flood, with bounded memory', async () => {
  const figures = await proveOverload({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    boards: BOARDS,
    baselineMs: 400,
    floodMs: 3_000,
    print: () => undefined,
  });
  expect(figures).toMatchObject({
    acknowledged: figures.sent,
    stored: figures.sent,
    lost: 0,
    unacknowledged: 0,
    changed: 0,
    reconnects: 0,
    differences: [],
    exitCode: 0,
  });
  expect(figures.sent).toBeGreaterThan(BOARDS);
  expect(figures.memoryMb).toBeLessThan(1_000);
}, 180_000);
