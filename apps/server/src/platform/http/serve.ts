import { Readable } from 'node:stream';
import { errorBody } from '@granary/contract/errors';
import { formatRouteName, JSON_TYPE, type Route } from '@granary/contract/route';
import { convertTextFields } from '@granary/contract/text-fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { limits } from '../../config/limits.ts';
import { invalidFieldsError } from './error-response.ts';
import { describeCall } from './openapi.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route or its guard counts the requests; requests to other routes are counted by address.
     */
    readonly hasOwnLimit?: boolean;
  }
}

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

/** Decides who may call one route. */
export interface RouteGuard<Actor> {
  /** Whether anyone may call without signing in; the API document shows it. */
  readonly isPublic: boolean;
  /**
   * The caller, whose calls are counted. Throws before the request body is read when the caller may
   * not call this route.
   */
  authenticate(request: FastifyRequest): Promise<Actor>;
  /** Counts an export as open until its response ends; throws when too many are. */
  beginExport(actor: Actor, reply: FastifyReply): void;
  /** Resolves when it is an export's turn to run. */
  waitForExportTurn(): Promise<void>;
  /** Throws when the caller may not do this to the objects that the input names. */
  authorize(actor: Actor, input: Input, request: FastifyRequest): Promise<void>;
  /**
   * Called when the call failed; the actor is undefined if the call was refused before authentication
   * succeeded.
   */
  failed(actor: Actor | undefined, request: FastifyRequest, error: Error): void;
}

/** Returns the guard of a route by its name; throws for an unknown route. */
export type Guard<Actor> = (name: string) => RouteGuard<Actor>;

/**
 * Responses below the threshold fit into two packets uncompressed. A level above 5 takes twice the time to
 * save a few percent. Large JSON is compressed in one call, because a compression stream keeps the whole text
 * in memory until a garbage collection.
 */
const COMPRESSION = {
  encodings: ['gzip' as const],
  threshold: 2048,
  syncThreshold: 256 * 1024,
  zlibOptions: { level: 5 },
};

/** Serves a route of the contract under `/api`, with its response in `RESP_MSG`. */
export function serve<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  handle: (call: Call<R, Actor>) => Promise<z.output<R['response']>>,
): void {
  serveReply(app, guard, route, async (call) => {
    const response = await handle(call);
    return route.isFullBody ? response : { RESP_MSG: response };
  });
}

/**
 * Serves a route whose handler writes the JSON in `RESP_MSG` itself, as UTF-8. It is meant for thousands of
 * records (ADR 0017).
 */
export function serveJsonText<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  write: (call: Call<R, Actor>) => Promise<Buffer>,
): void {
  serveReply(app, guard, route, async (call) => {
    const response = await write(call);
    void call.reply.type('application/json; charset=utf-8');
    return call.reply.send(Buffer.concat([RESPONSE_START, response, RESPONSE_END]));
  });
}

const RESPONSE_START = Buffer.from('{"RESP_MSG":');
const RESPONSE_END = Buffer.from('}');

/** Serves a route that streams text of any length line by line: an export. */
export function serveTextStream<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  handle: (call: Call<R, Actor>) => Promise<AsyncIterable<string>>,
): void {
  const { beginExport: begin, waitForExportTurn } = guard(formatRouteName(route));
  const respond = async (call: Call<R, Actor>) => {
    const lines = await handle(call);
    void call.reply.type(`${route.mediaType}; charset=utf-8`);
    return call.reply.send(Readable.from(streamInTurns(lines, waitForExportTurn)));
  };
  serveReply(app, guard, route, respond, { begin });
}

/** How long an export runs per turn, ms. */
const TURN_MS = 1;

/**
 * Joins lines into chunks. Only one export runs at a time, for a millisecond, and then waits for its turn
 * while other calls and frames are handled.
 */
export async function* streamInTurns(
  lines: AsyncIterable<string>,
  waitForTurn: () => Promise<void>,
): AsyncGenerator<string> {
  let chunk = '';
  let turnEndsAt = performance.now() + TURN_MS;
  for await (const line of lines) {
    chunk += line;
    if (performance.now() < turnEndsAt) continue;
    yield chunk;
    chunk = '';
    await waitForTurn();
    turnEndsAt = performance.now() + TURN_MS;
  }
  if (chunk !== '') yield chunk;
}

/** Optional steps before the handler. */
interface Preparation<Actor> {
  /** Called for an admitted caller before the input is read; throws to refuse the call. */
  begin?(actor: Actor, reply: FastifyReply): void;
  /** Reads a body that is not JSON. */
  readForm?(request: FastifyRequest): Promise<void>;
}

/** Serves a route whose handler returns the whole response. */
export function serveReply<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  respond: (call: Call<R, Actor>) => Promise<unknown>,
  { begin, readForm }: Preparation<Actor> = {},
): void {
  const routeGuard = guard(formatRouteName(route));
  const actors = new WeakMap<FastifyRequest, Actor>();
  app.route({
    method: route.method,
    url: `/api/${route.path}`,
    compress: COMPRESSION,
    bodyLimit: limits[findBodyLimitName(route, routeGuard.isPublic)].max,
    config: { hasOwnLimit: true },
    schema: {
      ...toFastifySchema(route),
      security: routeGuard.isPublic ? [] : [{ bearer: [] }],
      ...(readForm ? { consumes: ['multipart/form-data'] } : {}),
    },
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const actor = await routeGuard.authenticate(request);
      actors.set(request, actor);
      begin?.(actor, reply);
    },
    onError: async (request, _, error) => {
      routeGuard.failed(actors.get(request), request, error);
    },
    preValidation: async (request) => {
      await readForm?.(request);
      request.body = convertTextFields(route, request.body);
      rejectUnstorableInput(route, request);
    },
    handler: async (request, reply) => {
      const { query, params, body } = request;
      // The hook above has set it, or thrown.
      const actor = actors.get(request) as Actor;
      await routeGuard.authorize(actor, { query, params, body }, request);
      // The schemas of the route have parsed them.
      const call = { query, params, body, actor, request, reply } as Call<R, Actor>;
      return respond(call);
    },
  });
}

function findBodyLimitName({ fileFields }: Route, isPublic: boolean) {
  if (isPublic) return 'publicBody';
  return fileFields.length > 0 ? 'bodyWithFile' : 'body';
}

/** Validates requests, serializes responses, and documents the route. */
function toFastifySchema(route: Route) {
  return {
    summary: route.summary,
    description: describeCall(route),
    operationId: toOperationId(route),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.params ? { params: route.params } : {}),
    ...(route.body ? { body: route.body } : {}),
    // Generated clients need the error format of every other status.
    response: { 200: toResponseSchema(route), default: errorBody },
  };
}

/**
 * Throws when the request contains text that PostgreSQL cannot store, or a body that the route does not take.
 */
function rejectUnstorableInput(route: Route, { query, params, body }: FastifyRequest): void {
  const unstorableFields = [
    ...[query, params].flatMap(findUnstorableFields),
    ...findUnstorableFields(body).filter((field) => !route.fileFields.includes(field)),
  ];
  const disallowedFields = route.body ? [] : Object.keys(body ?? {});
  if (unstorableFields.length + disallowedFields.length > 0)
    throw invalidFieldsError(unstorableFields, disallowedFields);
}

/** U+0000 and unpaired surrogates, which PostgreSQL cannot store. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * The fields that contain unstorable text at any depth. Uses a loop, so that deep values do not overflow the
 * stack.
 */
function findUnstorableFields(value: unknown): string[] {
  const fieldNames = new Set<string>();
  const pendingEntries = Object.entries(value ?? {});
  for (let next = pendingEntries.pop(); next; next = pendingEntries.pop()) {
    const [field, content] = next;
    if (typeof content === 'string' && UNSTORABLE.test(content)) fieldNames.add(field);
    if (typeof content !== 'object' || content === null) continue;
    for (const inner of Object.values(content)) pendingEntries.push([field, inner]);
  }
  return [...fieldNames];
}

/** The name of the call in generated clients: `getBoardGetBinSensor`. */
function toOperationId({ method, path }: Route): string {
  const words = path.replaceAll(':', 'by/').split(/[^A-Za-z0-9]+/);
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return method.toLowerCase() + words.map(capitalize).join('');
}

function toResponseSchema({ response, isFullBody: isWhole, mediaType }: Route) {
  if (mediaType !== JSON_TYPE) return { content: { [mediaType]: { schema: response } } };
  return isWhole ? response : z.object({ RESP_MSG: response });
}
