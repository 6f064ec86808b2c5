import type * as z from 'zod/mini';

/**
 * Converts a value faster than its schema does; returns `MISMATCH` for an invalid value, so that the schema
 * can report the issues.
 */
export interface FastPath {
  readonly decode: (wire: unknown) => unknown;
  readonly encode: (inner: unknown) => unknown;
}

export const MISMATCH = Symbol('mismatch');

type Direction = keyof FastPath;

const fastPaths = new WeakMap<z.ZodMiniType, FastPath>();

/** Sets the fast path of a schema for which `deriveFastPath` finds none. */
export function setFastPath(schema: z.ZodMiniType, path: FastPath): void {
  fastPaths.set(schema, path);
}

/** Adds a fast check to a schema whose values are the same on the wire and in code. */
export function withFastPath<T extends z.ZodMiniType>(
  schema: T,
  isValid: (value: unknown) => boolean,
): T {
  setFastPath(schema, checkOnly(isValid));
  return schema;
}

/** Finds the fast path of a schema; undefined if only the schema can check its values. */
export function findFastPath(schema: z.ZodMiniType): FastPath | undefined {
  return fastPaths.get(schema) ?? deriveFastPath(schema);
}

function deriveFastPath(schema: z.ZodMiniType): FastPath | undefined {
  // Each schema type has its own definition type; this cast is to the union of all of them.
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.checks !== undefined && def.checks.length > 0) return undefined;
  switch (def.type) {
    case 'string':
      return isFormatted(def) ? undefined : checkOnly((value) => typeof value === 'string');
    case 'number':
      return checkNumber(def);
    case 'boolean':
      return checkOnly((value) => typeof value === 'boolean');
    case 'enum':
      return checkOneOf(Object.values(def.entries));
    case 'literal':
      return checkOneOf(def.values);
    case 'nullable':
      return allowEmpty(def.innerType, null);
    case 'optional':
      return allowEmpty(def.innerType, undefined);
    case 'readonly':
      return findFastPath(def.innerType as z.ZodMiniType);
    case 'array':
      return convertItems(def.element);
    default:
      return undefined;
  }
}

function isFormatted(def: { readonly format?: unknown; readonly coerce?: boolean }): boolean {
  return def.format !== undefined || def.coerce === true;
}

function checkNumber(def: z.core.$ZodNumberDef & { readonly format?: unknown }) {
  if (def.format === 'safeint' && def.coerce !== true) return checkOnly(Number.isSafeInteger);
  return isFormatted(def) ? undefined : checkOnly(Number.isFinite);
}

function checkOneOf(values: readonly unknown[]): FastPath {
  const allowedValues = new Set(values);
  return checkOnly((value) => allowedValues.has(value));
}

function checkOnly(isValid: (value: unknown) => boolean): FastPath {
  const passIfValid = (value: unknown) => (isValid(value) ? value : MISMATCH);
  return { decode: passIfValid, encode: passIfValid };
}

/** Derives the fast path of a schema whose values can also be missing. */
function allowEmpty(inner: z.core.$ZodType, empty: null | undefined): FastPath | undefined {
  return mapPath(inner, (convert) => (value) => (value === empty ? empty : convert(value)));
}

function convertItems(element: z.core.$ZodType): FastPath | undefined {
  return mapPath(element, (convert) => (value) => {
    if (!Array.isArray(value)) return MISMATCH;
    const items = value.map(convert);
    return items.includes(MISMATCH) ? MISMATCH : items;
  });
}

type Converter = FastPath[Direction];

function mapPath(
  inner: z.core.$ZodType,
  wrap: (convert: Converter) => Converter,
): FastPath | undefined {
  const path = findFastPath(inner as z.ZodMiniType);
  return path && { decode: wrap(path.decode), encode: wrap(path.encode) };
}
