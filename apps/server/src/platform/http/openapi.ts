import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

type Transform = typeof jsonSchemaTransform;

/**
 * Documents a route. Requests as the library does it; answers by their wire side, since the
 * library would show the names used inside.
 */
export const documentRoute: Transform = (document) => {
  const { schema } = document as { schema?: { response?: Record<string, z.core.$ZodType> } };
  if (!schema?.response) return jsonSchemaTransform(document);
  const { response, ...rest } = schema;
  const documented = jsonSchemaTransform({ ...document, schema: rest });
  const answers = Object.entries(response).map(([status, answer]) => [
    status,
    {
      description: status.startsWith('2') ? 'Success' : 'Failure',
      content: { 'application/json': { schema: wireSchema(answer) } },
    },
  ]);
  return {
    ...documented,
    schema: { ...documented.schema, response: Object.fromEntries(answers) },
  };
};

/** The JSON Schema of what is sent. */
function wireSchema(answer: z.core.$ZodType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });
  return schema;
}
