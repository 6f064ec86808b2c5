import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join, sep } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
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
import { limits } from '../../config/limits.ts';
import { ApiError } from './error-response.ts';
import { sendError } from './errors.ts';
import { describeApi, documentRoute } from './openapi.ts';
import type { RequestLimiter } from './request-limiter.ts';

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  readonly tls: Tls | null;
  readonly trustProxy: string | null;
  /** Whether browsers reach the server over TLS, its own or that of a proxy. */
  readonly isPublicSecure: boolean;
  /** The folder of the built web app; null when there is none. */
  readonly webAppFolder: string | null;
  readonly requestLimiter: Pick<RequestLimiter, 'countForAddress' | 'waitInFairQueue'>;
  /** A client that stops reading a response is disconnected after this time. */
  readonly stalledReaderMs: number;
  /** Called for every route, including those of libraries; throws for a route that should not exist. */
  onRoute(route: RouteOptions): void;
}

/** How long a client may take to send a request. */
const REQUEST_TIMEOUT_MS = 60_000;
const YEAR_S = 31_536_000;

/** The HTTP server without its API routes. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: limits.publicBody.max,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: options.stalledReaderMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Errors before a route is found get the same error format.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    ...(options.tls ? { https: { ...options.tls } } : {}),
  }) as FastifyInstance;
  app.addHook('onRoute', (route) => options.onRoute(route));
  app.addHook('onRequest', async (request, reply) => {
    // The log has the same ID.
    void reply.header('x-request-id', request.id);
    // RFC 9112, 3.2: proxies and this server could use different hosts.
    if (countHosts(request.raw) > 1) throw new ApiError('BAD_REQUEST', 'unreadable');
  });
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.hasOwnLimit) return;
    await options.requestLimiter.countForAddress(
      isFile(request) ? 'filesPerAddress' : 'requestsPerAddress',
      request,
    );
  });
  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    // Only clients that stall are disconnected, not those that wait for the server.
    response.on('timeout', (socket: Socket) => {
      const isWaiting = request.complete && !response.headersSent;
      if (isWaiting) socket.setTimeout(options.stalledReaderMs);
      else socket.destroy();
    });
  });
  app.addHook('onRequest', (request) => options.requestLimiter.waitInFairQueue(request));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  acceptEmptyBodies(app);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: createContentPolicy(options.tls !== null),
    },
    strictTransportSecurity: options.isPublicSecure ? { maxAge: YEAR_S } : false,
    crossOriginEmbedderPolicy: false,
  });
  // Compresses only API responses: the web app is compressed when it is built.
  await app.register(compress, { globalCompression: false, globalDecompression: false });
  await documentApi(app);
  await serveWebApp(app, options.webAppFolder);
  return app;
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    .length;
}

/** A route without a body accepts an empty one, even with the content type JSON. */
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

/** No inline scripts. Inline styles are allowed because the component library needs them. */
function createContentPolicy(isTls: boolean) {
  const getSocketSource = ({ headers }: IncomingMessage) => toSocketSource(headers.host, isTls);
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", getSocketSource],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

/**
 * The WebSocket address of this host, for browsers whose `'self'` does not include it. `ws:` also
 * allows `wss:` behind a proxy with TLS. An invalid host adds nothing.
 */
function toSocketSource(host = '', isTls: boolean): string {
  const isHost = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/i.test(host);
  return isHost ? `${isTls ? 'wss' : 'ws'}://${host}` : "'self'";
}

async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Granary', version: '1', description: describeApi() },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: documentRoute,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/** Assets have a hash in their names and never change; `index.html` is revalidated. */
async function serveWebApp(app: FastifyInstance, webAppRoot: string | null): Promise<void> {
  if (webAppRoot !== null) {
    const assets = join(webAppRoot, 'assets', sep);
    await app.register(fastifyStatic, {
      root: webAppRoot,
      // The plugin's own route lists the folder of each file to check the spelling of its name, which
      // doubles the time of a request.
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(assets);
        void reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        );
      },
    });
    app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, ({ params }, reply) => {
      reply.sendFile(`/${params['*']}`);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (webAppRoot !== null && isRead && !isNotAPage(request.url))
      return reply.sendFile('index.html');
    throw new ApiError('NOT_FOUND', 'notFound');
  });
}

/** Whether a request is for a page or another file of the web app. */
function isFile({ method, url, is404, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return routeOptions.url === '/*' || (is404 && !isNotAPage(url));
}

/** Whether a path without a route cannot be a page of the web app. */
function isNotAPage(url: string): boolean {
  return /^\/(api|socket\.io|assets)([/?]|$)/.test(url);
}
