import { errorBody } from '@granary/contract/errors';
import { type Route, routeName } from '@granary/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined;

/** A parsed request. */
export interface Call<R extends Route, Actor> {
  readonly query: Output<R['query']>;
  readonly params: Output<R['params']>;
  readonly body: Output<R['body']>;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Lets a parsed request through, or throws; its answer is who asks. */
export type Guard<Actor> = (
  name: string,
  input: { readonly query: unknown; readonly params: unknown; readonly body: unknown },
  request: FastifyRequest,
) => Promise<Actor>;

/** Serves a route of the contract below `/api`, its answer as `RESP_MSG`, behind the guard. */
export function serve<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  handle: (call: Call<R, Actor>) => Promise<z.output<R['answer']>>,
): void {
  const name = routeName(route);
  app.route({
    method: route.method,
    url: `/api/${route.path}`,
    schema: {
      summary: route.summary,
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.params ? { params: route.params } : {}),
      ...(route.body ? { body: route.body } : {}),
      response: {
        200: z.object({ RESP_MSG: route.answer }),
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    handler: async (request, reply) => {
      const { query, params, body } = request;
      const actor = await guard(name, { query, params, body }, request);
      const call = { query, params, body, actor, request, reply } as Call<R, Actor>;
      return { RESP_MSG: await handle(call) };
    },
  });
}
