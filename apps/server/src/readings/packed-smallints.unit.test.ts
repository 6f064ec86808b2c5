import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSmallints, unpackSmallints } from './packed-smallints.ts';

describe('packed smallints', () => {
  it('unpack to the same numbers', () => {
    fc.assert(
      fc.property(fc.int16Array(), (values) => {
        expect(unpackSmallints(packSmallints(values))).toEqual(values);
      }),
    );
  });

  it('take two bytes each, high byte first', () => {
    expect([...packSmallints(Int16Array.of(1, -2, 0x1234))]).toEqual([0, 1, 255, 254, 0x12, 0x34]);
  });
});
