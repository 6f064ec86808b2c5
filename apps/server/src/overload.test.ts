import { expect, inject, it } from 'vitest';
import { proveOverload } from '../test/support/overload-proof.ts';
import { testedForm } from '../test/support/run-program.ts';

// `npm run prove -- overload` does the same with a thousand boards for minutes.
it('acknowledges all frames of a flood in the end, with bounded memory', async () => {
  const figures = await proveOverload({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    boards: 150,
    calmMs: 400,
    floodMs: 3_000,
    print: () => undefined,
  });
  expect(figures.acknowledged).toBeGreaterThan(150 * 20);
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
  expect(figures.memoryMb).toBeLessThan(1_000);
}, 180_000);
