import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { numbers } from './wire.ts';

describe('numbers', () => {
  it('are numbers and gaps, and nothing else', () => {
    for (const good of [[], [1, null, -0.5], [null]]) {
      expect(z.decode(numbers, good)).toEqual(good);
      expect(z.encode(numbers, good)).toEqual(good);
    }
    for (const bad of [
      [Number.NaN],
      [Number.POSITIVE_INFINITY],
      ['1'],
      [[1]],
      [undefined],
      {},
      null,
    ]) {
      expect(z.safeDecode(numbers, bad as number[]).success, JSON.stringify(bad)).toBe(false);
    }
  });

  it('are documented as what they are', () => {
    expect(z.toJSONSchema(numbers, { io: 'input', unrepresentable: 'any' })).toMatchObject({
      type: 'array',
      items: { type: ['number', 'null'] },
    });
  });
});
