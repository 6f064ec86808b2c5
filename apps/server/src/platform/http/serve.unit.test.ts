import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { route } from '@granary/contract/route';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../test/support/tls-certificate.ts';
import type { Tls } from '../../config/config.ts';
import { CallerLimits } from '../limits/caller-limits.ts';
import { RequestLimiter } from './request-limiter.ts';
import { serve, serveJsonText, serveTextStream, streamInTurns } from './serve.ts';
import { createHttpApp } from './server.ts';

const endlessRoute = route('GET', 'board/endless', {
  summary: 'An endless response',
  response: z.string(),
  mediaType: 'text/csv',
});

const slowRoute = route('GET', 'board/slow', { summary: 'A slow response', response: z.string() });
let finishSlow: () => void = () => {};

/** Its JSON is longer than the largest text that is compressed in one call. */
const manyNumbers = Array.from({ length: 60_000 }, (_, number) => number);
const longRoute = route('GET', 'board/long', {
  summary: 'A long list',
  response: z.array(z.number()),
});

let app: FastifyInstance;
let secureApp: FastifyInstance;
/** Called when the lines are no longer read. */
let onEnded: () => void = () => {};

async function* generateLines(): AsyncGenerator<string> {
  try {
    for (let line = 0; ; line++) {
      // Like a handler that waits for the database between lines.
      await new Promise(setImmediate);
      yield `${line},${Math.sin(line)}\n`.repeat(100);
    }
  } finally {
    onEnded();
  }
}

async function startApp(tls: Tls | null): Promise<FastifyInstance> {
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    tls,
    trustProxy: null,
    isPublicSecure: false,
    requestLimiter: { countForAddress: async () => {}, waitInFairQueue: async () => {} },
    stalledReaderMs: 300,
    webAppFolder: null,
    onRoute: () => {},
  });
  const routeGuard = {
    isPublic: true,
    authenticate: async () => null,
    beginExport: () => {},
    waitForExportTurn: async () => {},
    authorize: async () => {},
    failed: () => {},
  };
  serveTextStream(
    app,
    () => routeGuard,
    endlessRoute,
    async () => generateLines(),
  );
  serve(
    app,
    () => routeGuard,
    slowRoute,
    () =>
      new Promise((resolve) => {
        finishSlow = () => resolve('done');
      }),
  );
  serveJsonText(
    app,
    () => routeGuard,
    longRoute,
    async () => Buffer.from(JSON.stringify(manyNumbers)),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

beforeAll(async () => {
  app = await startApp(null);
  const cert = Buffer.from(TEST_CERTIFICATE);
  secureApp = await startApp({ cert, key: Buffer.from(TEST_CERTIFICATE_KEY) });
});

afterAll(() => Promise.all([app.close(), secureApp.close()]));

it('compresses JSON that a handler serialized itself', async () => {
  const { rawPayload, headers } = await app.inject({
    url: '/api/board/long',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ RESP_MSG: manyNumbers });
});

it.each(['identity', 'gzip'])('stops reading when the client disconnects: %s', async (encoding) => {
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve;
  });
  const { port } = app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/api/board/endless`, {
    headers: { 'accept-encoding': encoding },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
  await once(response, 'data');
  request.destroy();
  await ended;
});

it('lets only one export run in each iteration of the event loop', async () => {
  let round = 0;
  let isDone = false;
  const count = () => {
    round += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const linesByRound = new Map<number, number>();
  async function* generateWork() {
    for (let line = 0; line < 20; line++) {
      const until = performance.now() + 2;
      while (performance.now() < until);
      linesByRound.set(round, (linesByRound.get(round) ?? 0) + 1);
      yield 'line';
    }
  }
  const requestLimiter = new RequestLimiter(
    new CallerLimits({ limitReached() {}, reported() {} }),
    (ip) => ip,
  );
  const read = async () => {
    let text = '';
    for await (const chunk of streamInTurns(generateWork(), () =>
      requestLimiter.waitForExportTurn(),
    ))
      text += chunk;
    return text.length;
  };
  const lengths = await Promise.all([read(), read(), read()]);
  isDone = true;
  expect(lengths).toEqual([80, 80, 80]);
  // The first turn of each export begins immediately; a line takes longer than a turn.
  const [first = 0, ...others] = linesByRound.values();
  expect(first).toBeLessThanOrEqual(4);
  expect(Math.max(...others)).toBe(1);
});

it('does not disconnect a client that is waiting for a slow response', async () => {
  const { port } = app.server.address() as AddressInfo;
  const connected = once(app.server, 'connection');
  const request = get({ host: '127.0.0.1', port, path: '/api/board/slow', agent: false });
  const answered = once(request, 'response');
  const [socket] = (await connected) as [Socket];
  await once(socket, 'timeout');
  finishSlow();
  const [response] = (await answered) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
});

it.each(['http', 'https'])('disconnects a client that reads nothing, over %s', async (scheme) => {
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve;
  });
  const isSecure = scheme === 'https';
  const { port } = (isSecure ? secureApp : app).server.address() as AddressInfo;
  const path = '/api/board/endless';
  const request = isSecure
    ? httpsGet({ host: '127.0.0.1', port, path, rejectUnauthorized: false })
    : get({ host: '127.0.0.1', port, path });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.pause();
  await ended;
  request.on('error', () => {});
  response.on('error', () => {});
  request.destroy();
});
