import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { route } from '@granary/contract/route';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serveText, serveWritten } from './serve.ts';
import { createHttp } from './server.ts';

const endless = route('GET', 'board/endless', {
  ...{ summary: 'Lines without end', answer: z.string(), mediaType: 'text/csv' },
});

/** Longer than what is compressed in one call. */
const many = Array.from({ length: 60_000 }, (_, number) => number);
const long = route('GET', 'board/long', { summary: 'A long list', answer: z.array(z.number()) });

let app: FastifyInstance;
/** Told when nobody reads lines any more. */
let onEnded: () => void = () => {};

async function* lines(): AsyncGenerator<string> {
  try {
    for (let line = 0; ; line++) {
      // As one that waits for a database between its lines.
      await new Promise(setImmediate);
      yield `${line},${Math.sin(line)}\n`.repeat(100);
    }
  } finally {
    onEnded();
  }
}

beforeAll(async () => {
  app = await createHttp({
    ...{ log: pino({ level: 'silent' }), tls: null, trustProxy: null, pages: null },
    onRoute: () => {},
  });
  const door = { isOpen: true, admit: async () => null, permit: async () => {} };
  serveText(
    app,
    () => door,
    endless,
    async () => lines(),
  );
  serveWritten(
    app,
    () => door,
    long,
    async () => Buffer.from(JSON.stringify(many)),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

it('a written answer of any length is compressed like others', async () => {
  const { rawPayload, headers } = await app.inject({
    url: '/api/board/long',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ RESP_MSG: many });
});

it.each(['identity', 'gzip'])(
  'a client who leaves stops what is read for it: %s',
  async (encoding) => {
    const ended = new Promise<void>((resolve) => {
      onEnded = resolve;
    });
    const { port } = app.server.address() as AddressInfo;
    const asked = get(`http://127.0.0.1:${port}/api/board/endless`, {
      headers: { 'accept-encoding': encoding },
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
    await once(answer, 'data');
    asked.destroy();
    await ended;
  },
);
