import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { findLiveBins, findOtherBins, markBin, markBins } from './marks-store.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('alertMarks').execute();
});

it('bins with live readings are listed separately; of the other bins, changed ones come first', async () => {
  const { db } = granary;
  const arrivedAt = granary.now();
  const createReadingsMark = (binId: number, from: number, until: number) => ({
    binId,
    fromAt: new Date(from),
    untilAt: new Date(until),
    arrivedAt: new Date(arrivedAt),
  });
  const subtractFromArrival = (ms: number): Millis => millis(arrivedAt - ms);
  await db.transaction().execute(async (trx) => {
    await markBin(trx, 1);
    await markBin(trx, 2);
    await markBins(trx, [
      createReadingsMark(3, subtractFromArrival(30 * DAY), subtractFromArrival(29 * DAY)),
      createReadingsMark(4, subtractFromArrival(2 * HOUR), subtractFromArrival(HOUR + 1)),
      // From a board that sends its stored readings; the newest is just recent enough to be live.
      createReadingsMark(5, subtractFromArrival(DAY), subtractFromArrival(HOUR)),
      createReadingsMark(6, subtractFromArrival(MINUTE), arrivedAt),
      // From a board whose clock is slightly ahead.
      createReadingsMark(7, subtractFromArrival(-MINUTE), subtractFromArrival(-MINUTE)),
    ]);
    // Bin 6 changed, and has a live reading.
    await markBin(trx, 6);
    await markBin(trx, 1);
  });
  expect(await findLiveBins(db, 10)).toEqual([5, 6, 7]);
  expect(await findLiveBins(db, 1)).toEqual([5]);
  expect(await findOtherBins(db, 10)).toEqual([1, 2, 3, 4]);
});

it('of the bins without live readings, those that changed most recently alternate with those that have waited longest', async () => {
  const { db } = granary;
  const mark = (...ids: number[]) =>
    db.transaction().execute(async (trx) => {
      for (const id of ids) await markBin(trx, id);
    });
  const oldTime = new Date(granary.now() - 30 * DAY);
  const arrivedAt = new Date(granary.now());
  await db
    .transaction()
    .execute((trx) => markBins(trx, [{ binId: 1, fromAt: oldTime, untilAt: oldTime, arrivedAt }]));
  await mark(2, 3, 4, 5, 6);
  expect(await findOtherBins(db, 4)).toEqual([6, 1, 5, 2]);
  // No matter how many bins change, the oldest mark is among the next two.
  await mark(4, 5, 6, 7, 8, 9);
  expect(await findOtherBins(db, 2)).toEqual([9, 1]);
  expect(await findOtherBins(db, 20)).toEqual([9, 1, 8, 2, 7, 3, 6, 4, 5]);
});
