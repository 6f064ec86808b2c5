import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../../vectors/cable-commands.json' with { type: 'json' };
import {
  buildCableCommands,
  type CableChange,
  cableAddresses,
  MAX_POSITION,
  sensorCodes,
} from './commands.ts';

describe('the commands for a cable', () => {
  it.each(vectors)('are $commands', ({ change, commands }) => {
    // The codes in the file are of the four there are.
    expect(buildCableCommands(change as CableChange)).toEqual(commands);
  });

  it('write every number as two upper-case hex digits', () => {
    const address = fc.integer(cableAddresses);
    const position = fc.integer({ min: 1, max: MAX_POSITION });
    const change = fc.record({
      oldId: address,
      newId: fc.option(address),
      position: fc.option(position),
      sensorCode: fc.constantFrom(...sensorCodes),
      positions: fc.array(position),
    });
    fc.assert(
      fc.property(change, (requested) => {
        const [first, second] = buildCableCommands(requested);
        expect(first).toMatch(
          requested.newId === null ? /^setF72[0-9A-F]{4}$/ : /^setF71[0-9A-F]{6}$/,
        );
        const named = requested.sensorCode === '76' ? 0 : new Set(requested.positions).size;
        expect(second).toMatch(/^setF7[3-6]([0-9A-F]{2})+$/);
        expect(second).toHaveLength('setF7301'.length + 2 * named);
      }),
    );
  });
});
