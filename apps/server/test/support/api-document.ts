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
  readonly description?: string;
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: WithSchema;
  readonly responses: Readonly<Record<string, WithSchema>>;
}

/** The fields of the OpenAPI document that tests read. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A documented call: its method, its path and its OpenAPI operation. */
export interface DocumentedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly operation: Operation;
  /** Describes how a response differs from its documentation; returns null if it does not. */
  readonly findProblem: (response: TestResponse) => string | null;
}

export function listCalls(document: ApiDocument): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as DocumentedCall['method'],
      path,
      operation,
      findProblem: createCheck(operation),
    })),
  );
}

function createCheck({ responses }: Operation): DocumentedCall['findProblem'] {
  const schemas = new Map(
    Object.entries(responses).map(([status, { content }]) => [
      status,
      Object.entries(content).map(([type, { schema }]) => ({
        type,
        schema: z.fromJSONSchema(
          forbidAdditionalProperties(schema) as z.core.JSONSchema.JSONSchema,
        ),
      })),
    ]),
  );
  return ({ status, text, headers }) => {
    const documentedTypes =
      schemas.get(String(status)) ?? (status < 400 ? null : schemas.get('default'));
    if (!documentedTypes) return `status ${status} is not documented`;
    const [type = ''] = String(headers['content-type']).split(';');
    const match = documentedTypes.find((candidate) => candidate.type === type);
    if (!match) return `type ${type} is not documented`;
    const parsed = match.schema.safeParse(type === JSON_TYPE ? JSON.parse(text) : text);
    return parsed.success ? null : z.prettifyError(parsed.error);
  };
}

/** Makes a schema reject additional properties. */
function forbidAdditionalProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidAdditionalProperties);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, forbidAdditionalProperties(value)]),
  );
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}
