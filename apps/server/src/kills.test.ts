import { expect, it } from 'vitest';
import { proveKills } from './testing-kills.ts';

it('loses no acknowledged reading over kills of the server and of its database', async () => {
  const figures = await proveKills({
    ...{ form: 'source', serverKills: 2, databaseKills: 2, serverStops: 1 },
    ...{ ratePerSecond: 1_000, boards: 20 },
    ...{ withinMs: 500, print: () => undefined },
  });
  expect(figures.acknowledged).toBeGreaterThan(1_000);
  expect(figures).toMatchObject({
    ...{ acknowledged: figures.sent, stored: figures.sent },
    ...{ lost: 0, unacknowledged: 0, changed: 0, differences: [], exitCodes: [0, 0] },
  });
  expect(figures.starts).toHaveLength(2);
}, 120_000);
