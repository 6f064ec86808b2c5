import { type Route, routeName } from '@granary/contract/route';
import { textFields } from '@granary/contract/text-fields';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

type Transform = typeof jsonSchemaTransform;

/** JSON, or other content by its media type. */
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
  const documented = jsonSchemaTransform({ ...document, schema: rest });
  const responses = Object.entries(response).map(([status, one]) => [
    status,
    {
      description: status.startsWith('2') ? 'Success' : 'Failure',
      content: toContent(one),
    },
  ]);
  return {
    ...documented,
    schema: { ...documented.schema, response: Object.fromEntries(responses) },
  };
};

function toContent(one: DocumentedResponse): Record<string, object> {
  if (!('content' in one)) return { 'application/json': { schema: toWireSchema(one) } };
  return Object.fromEntries(
    Object.entries(one.content).map(([type, { schema }]) => [
      type,
      { schema: toWireSchema(schema) },
    ]),
  );
}

/** The JSON Schema of the wire format. */
function toWireSchema(one: z.core.$ZodType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(one, { io: 'input', unrepresentable: 'any' });
  return schema;
}

/** The description of the API: which fields of which calls are also taken as text. */
export function describeApi(): string {
  const rows = [...textFields].map(
    ([name, { numbers, unset }]) =>
      `| \`${name}\` | ${listFields(numbers)} | ${listFields(unset)} |`,
  );
  return [
    'Number fields take JSON numbers, and ids that may be unset take null. The fields below are also',
    'taken as text: a number as its text (`"12.5"`), an unset field as an empty text. `*` is each item',
    'of a list. Any other value is rejected with 422.',
    '',
    '| call | numbers as text | empty text as null |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The description of a call, with the fields that it takes as text; empty if there is nothing to say. */
export function describeCall(route: Route): string {
  const { numbers = [], unset = [] } = textFields.get(routeName(route)) ?? {};
  return [
    route.description,
    numbers.length > 0 && `Numbers also as text: ${listFields(numbers)}.`,
    unset.length > 0 && `Empty text as null: ${listFields(unset)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function listFields(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}
