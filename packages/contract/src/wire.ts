import { type Millis, millis } from '@granary/domain/units';
import * as z from 'zod/mini';

type Fields = Record<string, readonly [wireName: string, schema: z.ZodMiniType]>;

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type UndefinedIsOptional<T> = { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** The object inside: camelCase names, decoded values. */
export type Inner<F extends Fields> = Flat<
  UndefinedIsOptional<{ -readonly [K in keyof F]: z.output<F[K][1]> }>
>;

/** The object on the wire: the product's published field names, JSON values. */
export type Wire<F extends Fields> = Flat<
  UndefinedIsOptional<{ -readonly [K in keyof F as F[K][0]]: z.input<F[K][1]> }>
>;

export type WireCodec<F extends Fields> = z.ZodMiniCodec<
  z.ZodMiniType<Record<string, unknown>, Wire<F>>,
  z.ZodMiniType<Inner<F>, Inner<F>>
>;

/**
 * An object whose fields are called one thing on the wire and another inside: `{ binName:
 * ['bin_name', z.string()] }`. One schema serves both ends: decoding checks the wire and renames,
 * encoding renames back and checks what is about to be sent. A field whose schema is optional may
 * be absent on both sides. Fields that it does not name are passed over.
 */
export function wireObject<const F extends Fields>(fields: F): WireCodec<F> {
  return codecOf(fields, z.object(shapeOf(fields)));
}

/** As `wireObject`, for the bodies of calls: fields that it does not name are refused. */
export function wireBody<const F extends Fields>(fields: F): WireCodec<F> {
  return codecOf(fields, z.strictObject(shapeOf(fields)));
}

function shapeOf(fields: Fields): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.values(fields).map(([wire, schema]) => [wire, schema]));
}

function codecOf<F extends Fields>(
  fields: F,
  outside: z.ZodMiniObject<Record<string, z.ZodMiniType>>,
): WireCodec<F> {
  const names = Object.entries(fields).map(([inner, [wire]]) => [inner, wire] as const);
  const inside = z.custom<Inner<F>>((value) => typeof value === 'object' && value !== null);
  const codec = z.codec(outside, inside, {
    decode: (wire) => {
      const inner: Record<string, unknown> = {};
      for (const [innerName, wireName] of names) {
        if (wire[wireName] !== undefined) inner[innerName] = wire[wireName];
      }
      return inner as Inner<F>;
    },
    encode: (inner) => {
      const wire: Record<string, unknown> = {};
      for (const [innerName, wireName] of names) {
        const value = (inner as Record<string, unknown>)[innerName];
        if (value !== undefined) wire[wireName] = value;
      }
      return wire;
    },
  });
  // The shape is built at run time, so its type is stated here, once for all.
  return codec as unknown as WireCodec<F>;
}

/** A field with words for whoever reads the API's description. */
export function said<T extends z.ZodMiniType>(schema: T, description: string): T {
  // One of its own: the same schema may have other words elsewhere.
  const own = schema.clone();
  z.globalRegistry.add(own, { description });
  return own;
}

const MAX_ID = 2_147_483_647;

/** An id: a string of digits on the wire, a positive integer inside. */
export const id = z.codec(
  z.string().check(
    z.regex(/^[1-9]\d{0,9}$/),
    z.refine((text) => Number(text) <= MAX_ID),
  ),
  z.custom<number>((value) => Number.isSafeInteger(value)),
  { decode: (text) => Number(text), encode: (number) => String(number) },
);

/** An instant: ISO 8601 with its offset on the wire, milliseconds inside. */
export const instant = z.codec(
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  z.custom<Millis>((value) => Number.isFinite(value)),
  { decode: (text) => millis(Date.parse(text)), encode: (at) => new Date(at).toISOString() },
);

/**
 * Numbers and gaps between them. One check walks the list instead of one schema a value, because a
 * year's chart holds 17,520 of these and each is checked on both ends.
 */
export const numbers = z
  .custom<(number | null)[]>((value) => Array.isArray(value) && value.every(isNumberOrGap))
  .register(z.globalRegistry, { type: 'array', items: { type: ['number', 'null'] } });

function isNumberOrGap(value: unknown): boolean {
  return value === null || Number.isFinite(value);
}

/** A calendar day, `YYYY-MM-DD`, from the year 1 on. */
export const day = z.string().check(
  z.regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => {
    const at = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  }),
);
