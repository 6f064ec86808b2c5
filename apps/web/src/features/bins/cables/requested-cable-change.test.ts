import { describe, expect, it } from 'vitest';
import {
  emptyCableChange,
  findInvalidFields,
  lacksSensors,
  toRequestedCableChange,
} from './requested-cable-change.ts';

const known = new Map([['11', [1, 2, 3]]]);
const values = { ...emptyCableChange, oldId: '11' };

describe('a wish for a cable', () => {
  it('changes nothing where new id and position are empty', () => {
    expect(toRequestedCableChange(values, 4, known)).toEqual({
      binId: 4,
      oldId: 11,
      newId: null,
      position: null,
      sensorCode: '76',
      positions: [],
    });
    expect(findInvalidFields(values)).toEqual({ newId: false, position: false });
  });

  it('names all sensors of the cable, or the one', () => {
    const positionsOf = (sensorCode: '73' | '74' | '75') =>
      toRequestedCableChange({ ...values, position: '2', sensorCode }, 4, known).positions;
    expect([positionsOf('73'), positionsOf('74'), positionsOf('75')]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [2],
    ]);
    expect(findInvalidFields({ ...values, sensorCode: '75' }).position).toBe(true);
  });

  it.each([
    ['73', true],
    ['74', true],
    ['75', false],
    ['76', false],
  ] as const)('that numbers sensors anew, code %s, needs to know them: %j', (sensorCode, needs) => {
    const wish = (positions: ReadonlyMap<string, number[]>) =>
      toRequestedCableChange({ ...values, position: '2', sensorCode }, 4, positions);
    expect(lacksSensors(wish(new Map()))).toBe(needs);
    expect(lacksSensors(wish(known))).toBe(false);
  });

  it.each(['0', '255', '1.5', 'x', '-1'])('takes no address %s', (newId) => {
    expect(findInvalidFields({ ...values, newId }).newId).toBe(true);
  });
});
