import { describe, expect, it } from 'vitest';
import { addCable } from './add-cable.ts';

const cable = (number: number, cableId: string) => ({
  cable: number,
  cableId,
  name: '',
  subBin: '1',
  flip: false,
  crop: '',
});
const addAndListCables = (...args: Parameters<typeof addCable>) =>
  addCable(...args).map((cableValues) => [cableValues.cable, cableValues.cableId]);

describe('an added cable', () => {
  it('is the first that the board reports but no user has configured', () => {
    expect(addAndListCables([cable(1, '11'), cable(3, '13')], [11, 12, 13])).toEqual([
      [1, '11'],
      [2, '12'],
      [3, '13'],
    ]);
    expect(addAndListCables([cable(1, '11')], [11, -1, 13])).toEqual([
      [1, '11'],
      [3, '13'],
    ]);
  });

  it('otherwise gets the first free number and address', () => {
    expect(addAndListCables([cable(1, '1')], [])).toEqual([
      [1, '1'],
      [2, '2'],
    ]);
    expect(addAndListCables([cable(1, '12')], [11, 12, null])).toEqual([
      [1, '12'],
      [2, '1'],
    ]);
  });
});
