import { describe, expect, it } from 'vitest';
import { emptyBin, findInvalidFields, toNewBin } from './add-bin-values.ts';

describe('a new bin', () => {
  it('defaults to channel 30 and group 1', () => {
    expect(emptyBin).toMatchObject({ frequency: '30', radioGroup: '1' });
  });

  it('is sent with numbers, for the owner of the farm', () => {
    const values = { ...emptyBin, mainBoardId: ' PG-7 ', name: 'North', binNumber: '4' };
    expect(toNewBin(values, { id: 2, ownerId: 9 })).toMatchObject({
      mainBoardId: 'PG-7',
      binNumber: 4,
      frequency: 30,
      radioGroup: 1,
      farmId: 2,
      ownerId: 9,
      firmwareName: 'sleep',
      label: '',
    });
  });

  it('requires a board, a name and a number from 1 to 32', () => {
    const good = { ...emptyBin, mainBoardId: 'PG-7', name: 'North', binNumber: '32' };
    expect(Object.values(findInvalidFields(emptyBin))).toEqual([true, true, true]);
    expect(Object.values(findInvalidFields(good))).toEqual([false, false, false]);
    for (const binNumber of ['0', '33', '1.5', 'x']) {
      expect(findInvalidFields({ ...good, binNumber }).binNumber, binNumber).toBe(true);
    }
    expect(findInvalidFields({ ...good, mainBoardId: 'a/b' }).mainBoardId).toBe(true);
  });
});
