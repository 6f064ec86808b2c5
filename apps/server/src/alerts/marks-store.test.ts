import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { findLiveBins, findOtherBins, markBin, markBins } from './marks-store.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

it('bins with live readings are separate; of the others, changed ones come first', async () => {
  const { db } = granary;
  const arrivedAt = granary.now();
  const readings = (binId: number, from: number, until: number) => ({
    binId,
    fromAt: new Date(from),
    untilAt: new Date(until),
    arrivedAt: new Date(arrivedAt),
  });
  const before = (ms: number): Millis => millis(arrivedAt - ms);
  await db.transaction().execute(async (trx) => {
    await markBin(trx, 1);
    await markBin(trx, 2);
    await markBins(trx, [
      readings(3, before(30 * DAY), before(29 * DAY)),
      readings(4, before(2 * HOUR), before(HOUR + 1)),
      // A board that sends what it stored, up to now.
      readings(5, before(DAY), before(HOUR)),
      readings(6, before(MINUTE), arrivedAt),
      // By a clock that is slightly ahead.
      readings(7, before(-MINUTE), before(-MINUTE)),
    ]);
    // It changed, and has a live reading.
    await markBin(trx, 6);
    await markBin(trx, 1);
  });
  expect(await findLiveBins(db, 10)).toEqual([5, 6, 7]);
  expect(await findLiveBins(db, 1)).toEqual([5]);
  expect(await findOtherBins(db, 10)).toEqual([1, 2, 3, 4]);
});
