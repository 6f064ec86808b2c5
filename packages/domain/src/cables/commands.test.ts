import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../../vectors/cable-commands.json' with { type: 'json' };
import {
  buildCableCommands,
  CABLE_ADDRESS_RANGE,
  type CableChange,
  MAX_POSITION,
  renumberSensors,
  sensorCodes,
} from './commands.ts';

describe('the commands for a cable', () => {
  it.each(vectors)('are $commands', ({ change, commands }) => {
    // The file contains only the four codes.
    expect(buildCableCommands(change as CableChange)).toEqual(commands);
  });

  it('write every number as two upper-case hex digits', () => {
    const address = fc.integer(CABLE_ADDRESS_RANGE);
    const position = fc.integer({ min: 1, max: MAX_POSITION });
    const change = fc.record({
      oldId: address,
      newId: fc.option(address),
      position: fc.option(position),
      sensorCode: fc.constantFrom(...sensorCodes),
      positions: fc.array(position),
    });
    fc.assert(
      fc.property(change, (cableChange) => {
        const [first, second] = buildCableCommands(cableChange);
        expect(first).toMatch(
          cableChange.newId === null ? /^setF72[0-9A-F]{4}$/ : /^setF71[0-9A-F]{6}$/,
        );
        const positionCount =
          cableChange.sensorCode === '76' ? 0 : new Set(cableChange.positions).size;
        expect(second).toMatch(/^setF7[3-6]([0-9A-F]{2})+$/);
        expect(second).toHaveLength('setF7301'.length + 2 * positionCount);
      }),
    );
  });
});

describe('the new positions of sensors', () => {
  const change = { position: 4, positions: [7, 2, 3] };
  const renumber = (sensorCode: CableChange['sensorCode'], overrides: object = {}) =>
    Object.fromEntries(renumberSensors({ ...change, sensorCode, ...overrides }));

  it('begin at the given position, or at 1', () => {
    expect(renumber('73')).toEqual({ 2: 4, 3: 5, 7: 6 });
    expect(renumber('73', { position: null })).toEqual({ 2: 1, 3: 2, 7: 3 });
    expect(renumber('74')).toEqual({ 2: 1, 3: 2, 7: 3 });
  });

  it('change for the listed sensor only, or for none', () => {
    expect(renumber('75', { positions: [7] })).toEqual({ 7: 4 });
    expect(renumber('75', { position: null })).toEqual({});
    expect(renumber('76')).toEqual({});
  });
});
