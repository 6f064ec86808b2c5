import { formatRouteName, type Route } from '@granary/contract/route';
import { textFields } from '@granary/contract/text-fields';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

type Transform = typeof jsonSchemaTransform;

/** A JSON response, or other content keyed by media type. */
type DocumentedResponse =
  | z.core.$ZodType
  | { readonly content: Readonly<Record<string, { readonly schema: z.core.$ZodType }>> };

/**
 * Documents a route. Requests are documented by the library; responses by the wire side of their
 * schema, because the library would show the internal names.
 */
export const documentRoute: Transform = (document) => {
  const { schema } = document as { schema?: { response?: Record<string, DocumentedResponse> } };
  if (!schema?.response) return jsonSchemaTransform(document);
  const { response, ...rest } = schema;
  const documentedRoute = jsonSchemaTransform({ ...document, schema: rest });
  const responses = Object.entries(response).map(([status, documentedResponse]) => [
    status,
    {
      description: status.startsWith('2') ? 'Success' : 'Failure',
      content: toContent(documentedResponse),
    },
  ]);
  return {
    ...documentedRoute,
    schema: { ...documentedRoute.schema, response: Object.fromEntries(responses) },
  };
};

function toContent(documentedResponse: DocumentedResponse): Record<string, object> {
  if (!('content' in documentedResponse))
    return { 'application/json': { schema: toWireSchema(documentedResponse) } };
  return Object.fromEntries(
    Object.entries(documentedResponse.content).map(([type, { schema }]) => [
      type,
      { schema: toWireSchema(schema) },
    ]),
  );
}

/** The JSON Schema of the wire format. */
function toWireSchema(zodSchema: z.core.$ZodType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(zodSchema, { io: 'input', unrepresentable: 'any' });
  return schema;
}

/** The description of the API, with the fields of each call that can also be sent as strings. */
export function describeApi(): string {
  const rows = [...textFields].map(
    ([name, { numbers, emptyAsNull }]) =>
      `| \`${name}\` | ${listFields(numbers)} | ${listFields(emptyAsNull)} |`,
  );
  return [
    'Number fields take JSON numbers, and IDs that may be unset take null. The fields below may also',
    'be strings: a number as a string (`"12.5"`), an unset field as an empty string. `*` is each item',
    'of a list. Any other value is rejected with 422.',
    '',
    '| call | numbers as strings | empty string as null |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The description of a call, with the fields that it also takes as strings; empty if there is none. */
export function describeCall(route: Route): string {
  const { numbers = [], emptyAsNull = [] } = textFields.get(formatRouteName(route)) ?? {};
  return [
    route.description,
    numbers.length > 0 && `Numbers that may also be strings: ${listFields(numbers)}.`,
    emptyAsNull.length > 0 &&
      `Fields that take an empty string as null: ${listFields(emptyAsNull)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function listFields(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}
