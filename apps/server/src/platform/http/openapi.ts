import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

type Transform = typeof jsonSchemaTransform;

/** JSON, or another content by its media type. */
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
      content: contentOf(one),
    },
  ]);
  return {
    ...documented,
    schema: { ...documented.schema, response: Object.fromEntries(responses) },
  };
};

function contentOf(one: DocumentedResponse): Record<string, object> {
  if (!('content' in one)) return { 'application/json': { schema: wireSchema(one) } };
  return Object.fromEntries(
    Object.entries(one.content).map(([type, { schema }]) => [type, { schema: wireSchema(schema) }]),
  );
}

/** The JSON Schema of the wire format. */
function wireSchema(one: z.core.$ZodType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(one, { io: 'input', unrepresentable: 'any' });
  return schema;
}
