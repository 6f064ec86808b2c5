import { expect, inject, it } from 'vitest';
import { killMoments, proveCommands } from '../../test/support/command-proof.ts';
import { testedForm } from '../../test/support/run-program.ts';

// `npm run prove -- commands` does the same with many more kills.

it('each command is executed once, and the page shows what its board did, even if the server is killed between two states of the command', async () => {
  const figures = await proveCommands({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    kills: 1,
    // After a random kill a command may be sent again, which takes half a minute.
    moments: killMoments.filter((moment) => moment !== 'random'),
    print: () => undefined,
  });
  expect(figures).toMatchObject({
    kills: 4,
    executed: 4,
    repeated: 0,
    late: 0,
    missed: 0,
    mismatches: [],
  });
}, 180_000);

it('each command is executed once, even if one of two servers is killed and its board reconnects to the other one', async () => {
  const figures = await proveCommands({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    kills: 1,
    moments: ['queued', 'executed'],
    hasSurvivor: true,
    print: () => undefined,
  });
  expect(figures).toMatchObject({
    kills: 2,
    executed: 2,
    repeated: 0,
    late: 0,
    missed: 0,
    mismatches: [],
  });
}, 180_000);
