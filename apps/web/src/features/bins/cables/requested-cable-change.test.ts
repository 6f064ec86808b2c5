import { renumberSensors } from '@granary/domain/cables/commands';
import { describe, expect, it } from 'vitest';
import {
  emptyCableChange,
  findInvalidFields,
  hasChange,
  lacksSensors,
  toRequestedCableChange,
} from './requested-cable-change.ts';

const knownPositions = new Map([['11', [1, 2, 3]]]);
const values = { ...emptyCableChange, oldId: '11' };

describe('a requested cable change', () => {
  it('changes nothing if the new ID and the position are empty', () => {
    expect(toRequestedCableChange(values, 4, knownPositions)).toEqual({
      binId: 4,
      oldId: 11,
      newId: null,
      position: null,
      sensorCode: '76',
      positions: [],
    });
    expect(findInvalidFields(values)).toEqual({ newId: false, position: false, sensor: false });
  });

  it('requires a cable and a change to it', () => {
    expect(hasChange({ ...values, oldId: '', newId: '26' })).toBe(false);
    expect(hasChange(values)).toBe(false);
    expect(hasChange({ ...values, newId: '11' })).toBe(false);
    const changes = [{ newId: '26' }, { position: '3' }, { sensorCode: '74' }] as const;
    for (const change of changes) expect(hasChange({ ...values, ...change })).toBe(true);
  });

  it('includes all sensors of the cable, or only the chosen one', () => {
    const positionsFor = (sensorCode: '73' | '74' | '75') =>
      toRequestedCableChange(
        { ...values, position: '2', sensorCode, sensor: '3' },
        4,
        knownPositions,
      ).positions;
    expect([positionsFor('73'), positionsFor('74'), positionsFor('75')]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [3],
    ]);
    expect(findInvalidFields({ ...values, sensorCode: '75' })).toEqual({
      newId: false,
      position: true,
      sensor: true,
    });
  });

  it('gives the chosen sensor the new position', () => {
    const oneSensor = { ...values, position: '2', sensorCode: '75', sensor: '3' } as const;
    expect([...renumberSensors(toRequestedCableChange(oneSensor, 4, knownPositions))]).toEqual([
      [3, 2],
    ]);
  });

  it.each([
    ['73', true],
    ['74', true],
    ['75', true],
    ['76', false],
  ] as const)('with code %s requires known sensors: %j', (sensorCode, needsSensors) => {
    const change = { ...values, position: '2', sensorCode };
    expect(lacksSensors(change, new Map())).toBe(needsSensors);
    expect(lacksSensors(change, knownPositions)).toBe(false);
  });

  it.each(['0', '255', '1.5', 'x', '-1'])('rejects the address %s', (newId) => {
    expect(findInvalidFields({ ...values, newId }).newId).toBe(true);
  });
});
