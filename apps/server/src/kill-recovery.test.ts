import { expect, inject, it } from 'vitest';
import { proveKills } from '../test/support/kill-proof.ts';
import { testedForm } from '../test/support/run-program.ts';

// `npm run prove -- kills` does the same with many more kills.

it('does not lose acknowledged readings when the server and its database are killed', async () => {
  const figures = await proveKills({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    serverKills: 1,
    serverStops: 1,
    databaseStops: 1,
    databaseKills: 1,
    ratePerSecond: 1_000,
    boards: 20,
    maxDelayMs: 500,
    print: () => undefined,
  });
  expect(figures.acknowledged).toBeGreaterThan(1_000);
  expect(figures).toMatchObject({
    acknowledged: figures.sent,
    stored: figures.sent,
    lost: 0,
    unacknowledged: 0,
    changed: 0,
    differences: [],
    exitCodes: [0, 0],
  });
  const counts = Object.entries(figures.recoveryTimes).map(([fault, times]) => [
    fault,
    times.length,
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    'server-kill': 1,
    'server-stop': 1,
    'database-stop': 1,
    'database-kill': 1,
  });
}, 120_000);
