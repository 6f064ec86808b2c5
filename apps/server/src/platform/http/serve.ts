import { Readable } from 'node:stream';
import { errorBody } from '@granary/contract/errors';
import { JSON_TYPE, type Route, routeName } from '@granary/contract/route';
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
 * Answers are compressed for whoever takes that. What is smaller goes in two packets as it is, and
 * a higher level would cost twice the time for a few percent. Up to the size of a year's chart they
 * are compressed in one call: a stream keeps the text, and one answer in twenty waited for that to
 * be collected.
 */
const COMPRESSED = {
  encodings: ['gzip' as const],
  threshold: 2048,
  syncThreshold: 256 * 1024,
  zlibOptions: { level: 5 },
};

/** Serves a route of the contract below `/api`, its answer as `RESP_MSG`, behind its door. */
export function serve<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  handle: (call: Call<R, Actor>) => Promise<z.output<R['answer']>>,
): void {
  serveAs(app, guard, route, async (call) => {
    const answer = await handle(call);
    return route.isWhole ? answer : { RESP_MSG: answer };
  });
}

/**
 * Serves a route whose answer, below `RESP_MSG`, its handler writes itself: UTF-8 of the JSON that
 * the route's schema would make. For thousands of records, which need not be made for it.
 */
export function serveWritten<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  write: (call: Call<R, Actor>) => Promise<Buffer>,
): void {
  serveAs(app, guard, route, async (call) => {
    const answer = await write(call);
    void call.reply.type('application/json; charset=utf-8');
    return call.reply.send(Buffer.concat([OPENED, answer, CLOSED]));
  });
}

/** What stands round a written answer. */
const OPENED = Buffer.from('{"RESP_MSG":');
const CLOSED = Buffer.from('}');

/** Serves a route whose answer is text of any length, piece by piece as it is read. */
export function serveText<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  handle: (call: Call<R, Actor>) => Promise<AsyncIterable<string>>,
): void {
  serveAs(app, guard, route, async (call) => {
    const pieces = await handle(call);
    void call.reply.type(`${route.mediaType}; charset=utf-8`);
    return call.reply.send(Readable.from(pieces));
  });
}

/** Serves a route whose whole answer is told; `readForm` reads a body that is no JSON. */
export function serveAs<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  answer: (call: Call<R, Actor>) => Promise<unknown>,
  readForm?: (request: FastifyRequest) => Promise<void>,
): void {
  const door = guard(routeName(route));
  const actors = new WeakMap<FastifyRequest, Actor>();
  app.route({
    method: route.method,
    url: `/api/${route.path}`,
    compress: COMPRESSED,
    schema: {
      ...schemaOf(route),
      security: door.isOpen ? [] : [{ bearer: [] }],
      ...(readForm ? { consumes: ['multipart/form-data'] } : {}),
    },
    onRequest: async (request, reply) => {
      // Answers are for whoever asked, and as of now.
      void reply.header('cache-control', 'no-store');
      actors.set(request, await door.admit(request));
    },
    preValidation: async (request) => {
      await readForm?.(request);
      refuseWhatCannotBeKept(route, request);
    },
    handler: async (request, reply) => {
      const { query, params, body } = request;
      // The hook above has set it, or thrown.
      const actor = actors.get(request) as Actor;
      await door.permit(actor, { query, params, body });
      // The schemas of the route have parsed them.
      const call = { query, params, body, actor, request, reply } as Call<R, Actor>;
      return answer(call);
    },
  });
}

/** What the document says of a route; its requests and its answers of values are held against it. */
function schemaOf(route: Route) {
  return {
    summary: route.summary,
    operationId: operationId(route),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.params ? { params: route.params } : {}),
    ...(route.body ? { body: route.body } : {}),
    // Programs made from the document know few answers but by their number and this.
    response: { 200: responseOf(route), default: errorBody },
  };
}

/** Throws where texts of a request cannot be stored, or it has a body that its route has not. */
function refuseWhatCannotBeKept(route: Route, { query, params, body }: FastifyRequest): void {
  const named = [
    ...[query, params].flatMap(fieldsNotStorable),
    ...fieldsNotStorable(body).filter((field) => !route.files.includes(field)),
  ];
  // A body that nobody asked for holds nothing that may be set.
  const notTaken = route.body ? [] : Object.keys(body ?? {});
  if (named.length + notTaken.length > 0) throw invalidFields(named, notTaken);
}

/** A name for programs made from the document: `getBoardGetBinSensor`. */
function operationId({ method, path }: Route): string {
  const words = path.replaceAll(':', 'by/').split(/[^A-Za-z0-9]+/);
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return method.toLowerCase() + words.map(capital).join('');
}

function responseOf({ answer, isWhole, mediaType }: Route) {
  if (mediaType !== JSON_TYPE) return { content: { [mediaType]: { schema: answer } } };
  return isWhole ? answer : z.object({ RESP_MSG: answer });
}
