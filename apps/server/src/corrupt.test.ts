import { expect, it } from 'vitest';
import { proveCorrupt } from '../test/support/malformed-frame-proof.ts';

it('keeps, counts and explains twenty thousand spoilt frames and goes on', async () => {
  const figures = await proveCorrupt({
    ...{ form: 'source', frames: 20_000, connections: 300, ratePerSecond: 200 },
    ...{ aloneMs: 500, comparesWithSound: false, print: () => undefined },
  });
  expect(figures).toMatchObject({
    ...{ sent: 20_000, acknowledged: 20_000, kept: 20_000, unexplained: 0, miscounted: 0 },
    ...{ cut: 0, isSameProcess: true, differences: [], exitCode: 0 },
    beside: { lost: 0, unacknowledged: 0, changed: 0 },
  });
  expect(figures.refused).toBeGreaterThan(10_000);
}, 180_000);
