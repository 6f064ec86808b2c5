import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
  type RouteOptions,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Tls } from '../../config/config.ts';
import { answerError } from './errors.ts';
import { documentRoute } from './openapi.ts';
import { RefusalError, tooOften } from './refusal.ts';

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  readonly tls: Tls | null;
  readonly trustProxy: string | null;
  /** The built pages; null where there are none. */
  readonly pages: string | null;
  /** Requests an address may make in a minute. */
  readonly requestsPerMinute?: number;
  /** Told of every route, the libraries' own too; throws where it should not be there. */
  onRoute(route: RouteOptions): void;
}

const BODY_LIMIT = 1024 * 1024;
/** A request that is not whole by then is a slow attack, or lost. */
const REQUEST_MS = 60_000;
const YEAR_S = 31_536_000;

/** The HTTP server with everything but its routes. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // What goes wrong before a route is found is answered like all the rest.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    ...(options.tls ? { https: { ...options.tls } } : {}),
  }) as FastifyInstance;
  app.addHook('onRoute', (route) => options.onRoute(route));
  app.addHook('onRequest', async (request, reply) => {
    // By it a call is found in the log.
    void reply.header('x-request-id', request.id);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  acceptEmptyBodies(app);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(options.tls !== null) },
    strictTransportSecurity: options.tls ? { maxAge: YEAR_S } : false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(rateLimit, {
    max: options.requestsPerMinute ?? 6_000,
    timeWindow: '1 minute',
    keyGenerator: addressOf,
    errorResponseBuilder: (_, context) => tooOften(Math.ceil(context.ttl / 1000)),
  });
  // Only what the API's routes ask for; the pages lie compressed already, and bodies come as they are.
  await app.register(compress, { globalCompression: false, globalDecompression: false });
  await documentApi(app);
  await servePages(app, options.pages);
  return app;
}

/**
 * Whose calls are counted together. A browser that hung up before its call is looked at has left no
 * address: all such calls count as one caller's.
 */
function addressOf(request: FastifyRequest): string {
  // The declared type does not know of sockets that are closed.
  const ip: string | undefined = request.ip;
  return ip === undefined ? 'gone' : normalizeIP(ip);
}

/** Where no body is asked for, an empty one will do, also from clients that call all bodies JSON. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '' && !request.routeOptions.schema?.body) done(null, undefined);
      else void parse(request, body, done);
    },
  );
}

/** No inline script anywhere; styles may be inline, which the component library needs. */
function contentPolicy(isTls: boolean) {
  const socket = ({ headers }: IncomingMessage) => socketSource(headers.host, isTls);
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", socket],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

/**
 * The live connection to the host that was asked, for browsers whose `'self'` is without it. Behind
 * a proxy with TLS `ws:` stands for `wss:` too. A host that is none adds nothing to the policy.
 */
function socketSource(host = '', isTls: boolean): string {
  const isHost = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/i.test(host);
  return isHost ? `${isTls ? 'wss' : 'ws'}://${host}` : "'self'";
}

async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Granary', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: documentRoute,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/** Assets carry a hash in their names and never change; the page that names them is asked anew. */
async function servePages(app: FastifyInstance, pages: string | null): Promise<void> {
  if (pages !== null) {
    const assets = join(pages, 'assets', sep);
    await app.register(fastifyStatic, {
      root: pages,
      // The build lays compressed copies beside the texts.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(assets);
        void reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (pages !== null && isRead && !isOfTheApi(request.url)) return reply.sendFile('index.html');
    throw new RefusalError('NOT_FOUND', 'notFound');
  });
}

/** Where a path that leads nowhere is not one of the pages' own. */
function isOfTheApi(url: string): boolean {
  return /^\/(api|socket\.io|assets)([/?]|$)/.test(url);
}
