import { MINUTE, millis } from '@granary/domain/units';
import { beforeEach, expect, it } from 'vitest';
import { EvaluationFailures } from './evaluation-failures.ts';

let now = millis(0);
let markedIds: Set<number>;
let failures: EvaluationFailures;

beforeEach(() => {
  now = millis(0);
  markedIds = new Set([1, 2]);
  failures = new EvaluationFailures(
    () => now,
    async (binIds) => new Set(binIds.filter((id) => markedIds.has(id))),
  );
});

const failAt = (minute: number, binId: number) => {
  now = millis(minute * MINUTE);
  failures.failed(binId);
};
const failureBetween = (since: number, lastAt: number) => ({
  failure: { since: since * MINUTE, lastAt: lastAt * MINUTE },
});

it('finds the bin that has been failing the longest, until it succeeds', async () => {
  failAt(0, 1);
  failAt(3, 2);
  failAt(5, 1);
  failAt(6, 2);
  expect(await failures.findLongestFailing()).toEqual(failureBetween(0, 5));
  failures.succeeded(1);
  expect(await failures.findLongestFailing()).toEqual(failureBetween(3, 6));
});

it('reports success only after all bins have been evaluated', async () => {
  expect(await failures.findLongestFailing()).toBeNull();
  failures.completed();
  expect(await failures.findLongestFailing()).toEqual({ failure: null });
});

it('forgets a bin that another process evaluated', async () => {
  failures.completed();
  failAt(0, 1);
  markedIds.delete(1);
  expect(await failures.findLongestFailing()).toEqual({ failure: null });
  failAt(9, 1);
  markedIds.add(1);
  expect(await failures.findLongestFailing()).toEqual(failureBetween(9, 9));
});

it('keeps a bin that fails while the marks are being read', async () => {
  failAt(0, 1);
  const search = failures.findLongestFailing();
  failAt(1, 2);
  await search;
  failAt(5, 2);
  failures.succeeded(1);
  expect(await failures.findLongestFailing()).toEqual(failureBetween(1, 5));
});
