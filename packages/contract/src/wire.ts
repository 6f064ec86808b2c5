import { type Millis, millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { type FastPath, findFastPath, MISMATCH, setFastPath, withFastPath } from './fast-path.ts';

type Fields = Record<string, readonly [wireName: string, schema: z.ZodMiniType]>;

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type UndefinedIsOptional<T> = { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};
type Simplify<T> = { [K in keyof T]: T[K] };

/** The object in code: camelCase names, decoded values. */
export type Decoded<F extends Fields> = Simplify<
  UndefinedIsOptional<{ -readonly [K in keyof F]: z.output<F[K][1]> }>
>;

/** The object on the wire: the product's published field names, JSON values. */
export type Wire<F extends Fields> = Simplify<
  UndefinedIsOptional<{ -readonly [K in keyof F as F[K][0]]: z.input<F[K][1]> }>
>;

export type WireCodec<F extends Fields> = z.ZodMiniCodec<
  z.ZodMiniType<Record<string, unknown>, Wire<F>>,
  z.ZodMiniType<Decoded<F>, Decoded<F>>
>;

/**
 * Creates a codec for an object whose fields have different names on the wire and in code: `{ binName:
 * ['bin_name', z.string()] }`. Decoding validates the wire values and renames the fields; encoding renames
 * them back and validates what will be sent. A field whose schema is optional may be absent on both sides.
 * Unknown fields are ignored.
 */
export function wireObject<const F extends Fields>(fields: F): WireCodec<F> {
  const codec = createCodec(fields, z.object(createShape(fields)));
  addFastPath(codec, fields);
  return codec;
}

/** Like `wireObject`, for request bodies: unknown fields are rejected. */
export function wireBody<const F extends Fields>(fields: F): WireCodec<F> {
  return createCodec(fields, z.strictObject(createShape(fields)));
}

function createShape(fields: Fields): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.values(fields).map(([wire, schema]) => [wire, schema]));
}

function createCodec<F extends Fields>(
  fields: F,
  wireSchema: z.ZodMiniObject<Record<string, z.ZodMiniType>>,
): WireCodec<F> {
  const names = Object.entries(fields).map(([decoded, [wire]]) => [decoded, wire] as const);
  const decodedSchema = z.custom<Decoded<F>>(
    (value) => typeof value === 'object' && value !== null,
  );
  const codec = z.codec(wireSchema, decodedSchema, {
    decode: (wire) => {
      const decoded: Record<string, unknown> = {};
      for (const [fieldName, wireName] of names) {
        if (wire[wireName] !== undefined) decoded[fieldName] = wire[wireName];
      }
      return decoded as Decoded<F>;
    },
    encode: (decoded) => {
      const wire: Record<string, unknown> = {};
      for (const [fieldName, wireName] of names) {
        const value = (decoded as Record<string, unknown>)[fieldName];
        if (value !== undefined) wire[wireName] = value;
      }
      return wire;
    },
  });
  // The shape is built at run time, so its type is declared here.
  return codec as unknown as WireCodec<F>;
}

/**
 * Converts an object's fields with their fast paths instead of their schemas: charts and lists of thousands
 * of records take several times as long when converted with schemas (ADR 0017). If a value does not match,
 * the whole object goes through its schema, which reports the issues.
 */
function addFastPath(codec: z.ZodMiniType, fields: Fields): void {
  const decodingSteps: Step[] = [];
  const encodingSteps: Step[] = [];
  for (const [inner, [wire, schema]] of Object.entries(fields)) {
    const path = findFastPath(schema) ?? createSchemaFastPath(schema);
    decodingSteps.push([wire, inner, path.decode]);
    encodingSteps.push([inner, wire, path.encode]);
  }
  const decode = (wire: unknown) => convert(wire, decodingSteps);
  const encode = (inner: unknown) => convert(inner, encodingSteps);
  setFastPath(codec, { decode, encode });
  const { run } = codec._zod;
  codec._zod.run = (payload, context) => {
    const converted = (context.direction === 'backward' ? encode : decode)(payload.value);
    if (converted === MISMATCH) return run(payload, context);
    payload.value = converted;
    return payload;
  };
}

/** Creates a fast path that converts a field with its own schema. */
function createSchemaFastPath(schema: z.ZodMiniType): FastPath {
  const toValueOrMismatch = (result: z.core.util.SafeParseResult<unknown>) =>
    result.success ? result.data : MISMATCH;
  return {
    decode: (wire) => toValueOrMismatch(z.safeDecode(schema, wire)),
    encode: (inner) => toValueOrMismatch(z.safeEncode(schema, inner)),
  };
}

type Step = readonly [from: string, to: string, convert: FastPath['decode']];

/** Converts an object's fields; returns `MISMATCH` if one does not match. */
function convert(
  value: unknown,
  steps: readonly Step[],
): Record<string, unknown> | typeof MISMATCH {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISMATCH;
  const result: Record<string, unknown> = {};
  for (const [from, to, convertField] of steps) {
    const field = convertField((value as Record<string, unknown>)[from]);
    if (field === MISMATCH) return MISMATCH;
    if (field !== undefined) result[to] = field;
  }
  return result;
}

/**
 * Creates a union of two schemas in which `isSecond` picks the schema for a value, in both directions. A
 * plain union would try the first schema on every value of the second.
 */
export function createUnion<A extends z.ZodMiniType, B extends z.ZodMiniType>(
  first: A,
  second: B,
  isSecond: (value: unknown) => boolean,
): z.ZodMiniUnion<readonly [A, B]> {
  const union = z.union([first, second]);
  union._zod.run = (payload, context) =>
    (isSecond(payload.value) ? second : first)._zod.run(payload, context);
  return union;
}

/**
 * Makes a union pick its schema by the value's `kind`, in both directions. A plain union would try every
 * schema before the right one.
 */
export function pickSchemaByKind<T extends z.ZodMiniUnion>(
  union: T,
  schemas: Readonly<Record<string, z.ZodMiniType>>,
): T {
  const { run } = union._zod;
  union._zod.run = (payload, context) => {
    const schema = schemas[readKind(payload.value) ?? ''];
    return schema === undefined ? run(payload, context) : schema._zod.run(payload, context);
  };
  const paths = new Map(
    Object.entries(schemas).map(([kind, schema]) => [kind, findFastPath(schema)] as const),
  );
  const findPath = (value: unknown) => paths.get(readKind(value) ?? '');
  setFastPath(union, {
    decode: (wire) => findPath(wire)?.decode(wire) ?? MISMATCH,
    encode: (inner) => findPath(inner)?.encode(inner) ?? MISMATCH,
  });
  return union;
}

function readKind(value: unknown): string | null {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  return typeof kind === 'string' ? kind : null;
}

/** Adds a description to a field for readers of the API document. */
export function describe<T extends z.ZodMiniType>(schema: T, description: string): T {
  // A clone, because the same schema may have another description elsewhere.
  const clone = schema.clone();
  z.globalRegistry.add(clone, { description });
  return clone;
}

const MAX_ID = 2_147_483_647;
const ID = /^[1-9]\d{0,9}$/;

/** An ID: a string of digits on the wire, a positive integer in code. */
export const id = z.codec(
  z.string().check(
    z.regex(ID),
    z.refine((text) => Number(text) <= MAX_ID),
  ),
  z.custom<number>((value) => Number.isSafeInteger(value)),
  { decode: (text) => Number(text), encode: (number) => String(number) },
);
const isId = (value: number) => Number.isSafeInteger(value) && value > 0 && value <= MAX_ID;
setFastPath(id, {
  decode: (wire) =>
    typeof wire === 'string' && ID.test(wire) && isId(Number(wire)) ? Number(wire) : MISMATCH,
  encode: (inner) => (typeof inner === 'number' && isId(inner) ? String(inner) : MISMATCH),
});

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** A timestamp: ISO 8601 with an offset on the wire, milliseconds in code. */
export const instant = z.codec(
  z.string().check(
    z.regex(INSTANT),
    z.refine((text) => !Number.isNaN(parseInstant(text))),
  ),
  z.custom<Millis>((value) => Number.isFinite(value)),
  { decode: (text) => millis(parseInstant(text)), encode: (at) => new Date(at).toISOString() },
);
const instantFastPath: FastPath = {
  decode: (wire) => {
    const at = typeof wire === 'string' ? parseInstant(wire) : Number.NaN;
    return Number.isNaN(at) ? MISMATCH : millis(at);
  },
  encode: (at) => (isEncodableInstant(at) ? new Date(at).toISOString() : MISMATCH),
};
setFastPath(instant, instantFastPath);

/** Parses a timestamp into ms; NaN for invalid text. `Date.parse` would read February 30 as March 2. */
function parseInstant(text: string): number {
  if (!INSTANT.test(text)) return Number.NaN;
  // Every month has at least 28 days, so only days after the 28th need a calendar check.
  const isValidDate = Number(text.slice(8, 10)) <= 28 || isCalendarDate(text.slice(0, 10));
  return isValidDate ? Date.parse(text) : Number.NaN;
}

export const nullableInstant = z.nullable(instant);

/**
 * The start and end of the years 0 to 9999, ms; other years have a longer ISO form, which is not allowed on
 * the wire.
 */
const [FIRST_MS, LAST_MS] = [Date.UTC(-1, 12), Date.UTC(9999, 12) - 1];

function isEncodableInstant(at: unknown): at is number {
  return typeof at === 'number' && at >= FIRST_MS && at <= LAST_MS;
}

/**
 * Numbers and nulls. One check for the whole list instead of a schema for each value, because a one-year
 * chart has 17,520 values.
 */
export const nullableNumbers = z
  .custom<(number | null)[]>(areNullableNumbers)
  .register(z.globalRegistry, { type: 'array', items: { type: ['number', 'null'] } });
withFastPath(nullableNumbers, areNullableNumbers);

function areNullableNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every(isNumberOrNull);
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || Number.isFinite(value);
}

/** A number or null. */
export const scalar = z.nullable(z.number());

const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** A calendar day, `YYYY-MM-DD`, in the year 1 or later. */
export const day = withFastPath(
  z.string().check(z.regex(DAY), z.refine(isCalendarDate)),
  (value) => typeof value === 'string' && DAY.test(value) && isCalendarDate(value),
);

export const nullableDay = z.nullable(day);

/**
 * Whether a date exists; false for days such as February 30, which `Date` reads as March 2, and for a 13th
 * month.
 */
function isCalendarDate(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(-2));
}
