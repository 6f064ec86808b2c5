import { expect, it } from 'vitest';
import { proveKills } from '../test/support/kill-proof.ts';

it('loses no acknowledged reading over kills of the server and of its database', async () => {
  const figures = await proveKills({
    ...{ form: 'source', serverKills: 2, serverStops: 1 },
    ...{ databaseStops: 2, databaseKills: 1 },
    ...{ ratePerSecond: 1_000, boards: 20 },
    ...{ withinMs: 500, print: () => undefined },
  });
  expect(figures.acknowledged).toBeGreaterThan(1_000);
  expect(figures).toMatchObject({
    ...{ acknowledged: figures.sent, stored: figures.sent },
    ...{ lost: 0, unacknowledged: 0, changed: 0, differences: [], exitCodes: [0, 0] },
  });
  const counts = Object.entries(figures.breaks).map(([blow, breaks]) => [blow, breaks.length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...{ 'server-kill': 2, 'server-stop': 1, 'database-stop': 2, 'database-kill': 1 },
  });
}, 120_000);
