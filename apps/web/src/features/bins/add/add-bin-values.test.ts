import { describe, expect, it } from 'vitest';
import { findInvalidFields, initialValues, toNewBin, toNextBin } from './add-bin-values.ts';

describe('a new bin', () => {
  it('defaults to channel 30 and group 1', () => {
    expect(initialValues).toMatchObject({ frequency: '30', radioGroup: '1' });
  });

  it("is sent with parsed numbers and the farm's owner", () => {
    const values = {
      ...initialValues,
      mainBoardId: ' PG-7 ',
      name: 'North',
      binNumber: '4',
      crop: 'Flax',
      size: '8.000,5',
    };
    expect(toNewBin(values, { id: 2, ownerId: 9 }, 'de')).toMatchObject({
      mainBoardId: 'PG-7',
      binNumber: 4,
      crop: 'Flax',
      size: 8000.5,
      cropUnit: 'bushels',
      frequency: 30,
      radioGroup: 1,
      farmId: 2,
      ownerId: 9,
      firmwareName: 'sleep',
      label: '',
    });
    expect(toNewBin(initialValues, { id: 2, ownerId: 9 }, 'en')).toMatchObject({
      crop: null,
      size: null,
    });
  });

  it('requires a board, a name and a number from 1 to 32', () => {
    const validValues = { ...initialValues, mainBoardId: 'PG-7', name: 'North', binNumber: '32' };
    const findInvalid = (values: typeof initialValues) =>
      Object.entries(findInvalidFields(values, 'en')).flatMap(([name, isInvalid]) =>
        isInvalid ? [name] : [],
      );
    expect(findInvalid(initialValues)).toEqual(['name', 'mainBoardId', 'binNumber']);
    expect(findInvalid(validValues)).toEqual([]);
    for (const binNumber of ['0', '33', '1.5', 'x']) {
      expect(findInvalid({ ...validValues, binNumber }), binNumber).toEqual(['binNumber']);
    }
    expect(findInvalid({ ...validValues, mainBoardId: 'a/b' })).toEqual(['mainBoardId']);
    for (const size of ['0', '-1', 'x'])
      expect(findInvalid({ ...validValues, size })).toEqual(['size']);
  });

  it('prefills the next bin with its board, crop and units, and the next number', () => {
    const values = {
      ...initialValues,
      name: 'North 1',
      crop: 'Flax',
      size: '8000',
      cropUnit: 'tonnes' as const,
      mainBoardId: 'PG-7',
      binNumber: '4',
      label: 'S-7',
      frequency: '44',
    };
    const next = { ...values, name: '', size: '', label: '', binNumber: '5' };
    expect(toNextBin(values)).toEqual(next);
    expect(toNextBin({ ...values, binNumber: '32' }).binNumber).toBe('');
  });
});
