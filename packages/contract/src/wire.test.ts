import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  id,
  instant,
  nullableDay,
  nullableInstant,
  nullableNumbers,
  pickSchemaByKind,
  scalar,
  wireBody,
  wireObject,
} from './wire.ts';

describe('an instant', () => {
  it.each([
    ['2026-02-28T23:59:60Z', false],
    ['2026-02-29T10:00:00Z', false],
    ['2028-02-29T10:00:00Z', true],
    ['2026-02-31T10:00:00Z', false],
    ['2026-04-31T10:00:00+02:00', false],
    ['2026-12-31T23:30:00-06:00', true],
    ['2026-13-01T10:00:00Z', false],
    ['2026-02-00T10:00:00Z', false],
  ])('%s is valid: %s', (text, isValid) => {
    expect(z.safeDecode(instant, text).success).toBe(isValid);
  });
});

describe('an object whose fields all have a fast path', () => {
  const fastSchema = wireObject({
    at: ['date_time', instant],
    until: ['off_time', nullableInstant],
    day: ['date', nullableDay],
    humidity: ['humidity_reading', scalar],
    temperatures: ['temp_reading', nullableNumbers],
  });
  /** The same schema without the fast path. */
  const slowSchema = fastSchema.clone();
  const number = fc.oneof(fc.double(), fc.integer(), fc.constant(null), fc.constant('1'));
  const time = fc.oneof(
    fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'Invalid' : date.toISOString())),
    fc.constantFrom('2026-02-30T10:00Z', '2026-10-14T10:00+0200', '2026-10-14', 'x', 5, null),
  );
  const calendarDay = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom(null, '2026-02-30', '2026-2-3', '0000-01-01', 7),
  );
  const wire = fc.oneof(
    {
      weight: 20,
      arbitrary: fc.record(
        {
          date_time: time,
          off_time: time,
          date: calendarDay,
          humidity_reading: number,
          temp_reading: fc.array(number),
        },
        { requiredKeys: ['date_time'] },
      ),
    },
    { weight: 1, arbitrary: fc.anything() },
  );

  it('decodes with the same results and issues as without the fast path', () => {
    fc.assert(
      fc.property(wire, (value) => {
        const [fastResult, slowResult] = [fastSchema, slowSchema].map((schema) =>
          z.safeDecode(schema, value as z.input<typeof fastSchema>),
        );
        expect(fastResult?.data).toEqual(slowResult?.data);
        expect(fastResult?.error?.issues).toEqual(slowResult?.error?.issues);
      }),
      { numRuns: 500 },
    );
  });

  it('encodes with the same results and errors as without the fast path', () => {
    const at = fc.oneof(
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
      fc.constantFrom(Number.NaN, '5', null),
    );
    const inner = fc.record({
      at,
      until: at,
      day: calendarDay,
      humidity: number,
      temperatures: fc.array(number),
    });
    fc.assert(
      fc.property(inner, (value) => {
        const [fastResult, slowResult] = [fastSchema, slowSchema].map((schema) =>
          z.safeEncode(schema, value as unknown as z.output<typeof fastSchema>),
        );
        expect(fastResult?.data).toEqual(slowResult?.data);
        expect(fastResult?.error?.issues).toEqual(slowResult?.error?.issues);
      }),
      { numRuns: 500 },
    );
  });

  it('drops unknown fields', () => {
    const value = {
      date_time: '2026-10-14T10:00:00.000Z',
      off_time: null,
      date: '2026-10-14',
      humidity_reading: 5,
      temp_reading: [1],
    };
    expect(z.decode(fastSchema, { ...value, more: 1 } as typeof value)).toEqual({
      at: Date.parse(value.date_time),
      until: null,
      day: '2026-10-14',
      humidity: 5,
      temperatures: [1],
    });
  });
});

describe('a nested object with fast paths', () => {
  const round = wireObject({ kind: ['kind', z.literal('round')], size: ['size', z.number()] });
  const flat = wireObject({
    kind: ['kind', z.enum(['flat', 'square'])],
    count: ['number', z.optional(z.int())],
  });
  const shape = pickSchemaByKind(z.union([round, flat]), { round, flat, square: flat });
  const fastSchema = wireObject({
    id: ['bin_id', id],
    name: ['bin_name', z.nullable(z.string())],
    isOpen: ['open', z.boolean()],
    shapes: ['shapes', z.readonly(z.array(shape))],
  });
  const slowSchema = fastSchema.clone();
  const anyShape = fc.record(
    {
      kind: fc.constantFrom('round', 'flat', 'square', 'other'),
      size: fc.oneof(fc.double(), fc.constant('1')),
      number: fc.oneof(fc.integer(), fc.constantFrom(0.5, undefined, null)),
      count: fc.oneof(fc.integer(), fc.constantFrom(0.5, undefined, null)),
    },
    { requiredKeys: ['kind'] },
  );
  const text = fc.oneof(fc.string(), fc.constantFrom(null, 5, undefined));
  const anyShapes = fc.oneof(fc.array(anyShape, { maxLength: 3 }), fc.constantFrom(null, 'x', {}));
  const idValue = fc.oneof(fc.integer(), fc.constantFrom('1', '0', '01', '2147483648', 1.5, null));
  const flag = fc.oneof(fc.boolean(), fc.constant(0));

  it('decodes with the same results and issues as without the fast paths', () => {
    const wire = fc.record({ bin_id: idValue, bin_name: text, open: flag, shapes: anyShapes });
    fc.assert(
      fc.property(wire, (value) => {
        const [fastResult, slowResult] = [fastSchema, slowSchema].map((schema) =>
          z.safeDecode(schema, value as never),
        );
        expect(fastResult?.data).toEqual(slowResult?.data);
        expect(fastResult?.error?.issues).toEqual(slowResult?.error?.issues);
      }),
      { numRuns: 300 },
    );
  });

  it('encodes with the same results and errors as without the fast paths', () => {
    const inner = fc.record({ id: idValue, name: text, isOpen: flag, shapes: anyShapes });
    fc.assert(
      fc.property(inner, (value) => {
        const [fastResult, slowResult] = [fastSchema, slowSchema].map((schema) =>
          z.safeEncode(schema, value as never),
        );
        expect(fastResult?.data).toEqual(slowResult?.data);
        expect(fastResult?.error?.issues).toEqual(slowResult?.error?.issues);
      }),
      { numRuns: 300 },
    );
  });

  it('rejects unknown fields in a request body', () => {
    const body = wireBody({ isOpen: ['open', z.boolean()] });
    expect(z.safeDecode(body, { open: true, more: 1 } as never).success).toBe(false);
  });
});

describe('arrays of nullable numbers', () => {
  it('accept only numbers and nulls', () => {
    for (const good of [[], [1, null, -0.5], [null]]) {
      expect(z.decode(nullableNumbers, good)).toEqual(good);
      expect(z.encode(nullableNumbers, good)).toEqual(good);
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
      expect(z.safeDecode(nullableNumbers, bad as number[]).success, JSON.stringify(bad)).toBe(
        false,
      );
    }
  });

  it('are documented as arrays of numbers and nulls', () => {
    expect(z.toJSONSchema(nullableNumbers, { io: 'input', unrepresentable: 'any' })).toMatchObject({
      type: 'array',
      items: { type: ['number', 'null'] },
    });
  });
});
