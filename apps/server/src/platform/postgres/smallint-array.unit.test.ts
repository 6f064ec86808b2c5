import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSmallintArray } from './smallint-array.ts';

const EDGE_CASES = Int16Array.of(-32_768, -32_767, -10, -1, 0, 1, 9, 10, 99, 100, 9999, 32_767);
const smallints = fc
  .array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 600 })
  .map((values) => Int16Array.from(values));

it('parses the array literal of a smallint[]', () => {
  fc.assert(
    fc.property(smallints, (values) => {
      expect(parseSmallintArray(`{${values.join(',')}}`)).toEqual(values);
    }),
    { examples: [[EDGE_CASES], [new Int16Array(0)]] },
  );
});
