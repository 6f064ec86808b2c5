import * as z from 'zod';
import type { TestResponse } from './test-app.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface WithSchema {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

const JSON_TYPE = 'application/json';

export interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: WithSchema;
  readonly responses: Readonly<Record<string, WithSchema>>;
}

/** An API's document as far as tests read it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A call of the document: its method, its path as documented, and what is said of it. */
export interface DocumentedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly operation: Operation;
  /** What is wrong with an answer by the document; null where nothing is. */
  readonly problemOf: (answer: TestResponse) => string | null;
}

export function documentedCalls(document: ApiDocument): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as DocumentedCall['method'],
      path,
      operation,
      problemOf: checkOf(operation),
    })),
  );
}

function checkOf({ responses }: Operation): DocumentedCall['problemOf'] {
  const schemas = new Map(
    Object.entries(responses).map(([status, { content }]) => [
      status,
      Object.entries(content).map(([type, { schema }]) => ({
        type,
        schema: z.fromJSONSchema(closed(schema) as z.core.JSONSchema.JSONSchema),
      })),
    ]),
  );
  return ({ status, text, headers }) => {
    const known = schemas.get(String(status)) ?? (status < 400 ? null : schemas.get('default'));
    if (!known) return `nothing is said of status ${status}`;
    const [type = ''] = String(headers['content-type']).split(';');
    const one = known.find((candidate) => candidate.type === type);
    if (!one) return `nothing is said of ${type}`;
    const parsed = one.schema.safeParse(type === JSON_TYPE ? JSON.parse(text) : text);
    return parsed.success ? null : z.prettifyError(parsed.error);
  };
}

/** The schema with no room for fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  );
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}
