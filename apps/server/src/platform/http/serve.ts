import { errorBody } from '@granary/contract/errors';
import { type Answered, type Route, routeName } from '@granary/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { fieldsNotStorable } from './not-storable.ts';
import { invalidFields } from './refusal.ts';

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

/** The parsed parts of a request. */
export interface Input {
  readonly query: unknown;
  readonly params: unknown;
  readonly body: unknown;
}

/** What stands before one route. */
export interface Door<Actor> {
  /** Whether strangers may call, which the documentation says. */
  readonly isOpen: boolean;
  /** Who asks; throws, before anything they sent is read, for whoever may not call at all. */
  admit(request: FastifyRequest): Promise<Actor>;
  /** Throws where the actor may not do this to what the input names. */
  permit(actor: Actor, input: Input): Promise<void>;
}

/** The door of a route by its name; throws for a route that nobody thought of. */
export type Guard<Actor> = (name: string) => Door<Actor>;

/**
 * Serves a route of the contract below `/api` behind its door. What the handler gives is the
 * answer's `RESP_MSG`, or its whole body where the route names more than that.
 */
export function serve<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  handle: (call: Call<R, Actor>) => Promise<Answered<R>>,
): void {
  const door = guard(routeName(route));
  const actors = new WeakMap<FastifyRequest, Actor>();
  app.route({
    method: route.method,
    url: `/api/${route.path}`,
    schema: {
      summary: route.summary,
      security: door.isOpen ? [] : [{ bearer: [] }],
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.params ? { params: route.params } : {}),
      ...(route.body ? { body: route.body } : {}),
      response: {
        200: z.object({ RESP_MSG: route.answer, ...route.beside }),
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    onRequest: async (request, reply) => {
      // Answers are for whoever asked, and as of now.
      void reply.header('cache-control', 'no-store');
      actors.set(request, await door.admit(request));
    },
    preValidation: async ({ query, params, body }) => {
      const named = [query, params, body].flatMap(fieldsNotStorable);
      if (named.length > 0) throw invalidFields(named);
    },
    handler: async (request, reply) => {
      const { query, params, body } = request;
      // The hook above has set it, or thrown.
      const actor = actors.get(request) as Actor;
      await door.permit(actor, { query, params, body });
      // The schemas of the route have parsed them.
      const call = { query, params, body, actor, request, reply } as Call<R, Actor>;
      const answer = await handle(call);
      return route.beside ? answer : { RESP_MSG: answer };
    },
  });
}
