import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Lookup, Outbound, type OutboundError } from './outbound.ts';

const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };

const toEnd: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

/** A provider on this machine; the answer is its address and the requests that came. */
async function provide(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  toEnd.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { requests, port, url: new URL(`http://127.0.0.1:${port}/asked?key=canary`) };
}

function outbound(lookup: Lookup = async () => []): Outbound {
  const made = new Outbound(lookup);
  toEnd.push(() => made.stop());
  return made;
}

const codeOf = (got: Promise<unknown>) =>
  got.then(
    () => 'answered',
    (error: OutboundError) => error.code,
  );

describe('asking a provider', () => {
  it('brings its answer, whatever its status, and shows nothing of ours', async () => {
    const { url, requests } = await provide((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('not here');
    });
    const answer = await outbound().get(url, LIMITS);
    expect(answer).toEqual({ status: 404, body: Buffer.from('not here') });
    expect(requests[0]?.url).toBe('/asked?key=canary');
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
      ...['accept-encoding', 'connection', 'host', 'user-agent'],
    ]);
  });

  it('asks again through a connection that was kept', async () => {
    const { url, requests } = await provide((_, response) => response.end('ok'));
    const asking = outbound();
    await asking.get(url, LIMITS);
    await asking.get(url, LIMITS);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
  });

  it.each([
    'http://127.0.0.1:PORT/inner',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433:PORT/inner',
    'http://0177.0.0.1:PORT/inner',
    'http://[::ffff:127.0.0.1]:PORT/inner',
    '/elsewhere',
  ])('follows no redirect, such as to %s', async (location) => {
    const inner = await provide((_, response) => response.end('secret'));
    const { url, requests } = await provide((_, response) => {
      const to = location.replace('PORT', String(inner.port));
      response.writeHead(302, { location: to }).end();
    });
    expect(await codeOf(outbound().get(url, LIMITS))).toBe('redirected');
    expect(requests).toHaveLength(1);
    expect(inner.requests).toEqual([]);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    [['192.168.1.1']],
    [['0177.0.0.1']],
    [['2130706433']],
    // One that is public does not make the other so.
    [['93.184.215.14', '127.0.0.1']],
  ])('refuses a name that leads to %j', async (addresses) => {
    const { port, requests } = await provide((_, response) => response.end('secret'));
    const asked: string[] = [];
    const asking = outbound(async (hostname) => {
      asked.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    });
    const url = new URL(`http://tiles.example:${port}/`);
    expect(await codeOf(asking.get(url, LIMITS))).toBe('inner-address');
    expect(asked).toEqual(['tiles.example']);
    expect(requests).toEqual([]);
  });

  it('takes localhost and addresses as they are configured', async () => {
    const { port } = await provide((_, response) => response.end('ours'));
    for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
      const url = new URL(`http://${host}:${port}/`);
      expect((await outbound().get(url, LIMITS)).body.toString()).toBe('ours');
    }
  });

  it('ends an answer that is too long', async () => {
    const { url, requests } = await provide((_, response) => {
      response.write(Buffer.alloc(LIMITS.maxBytes));
      response.write('and more');
    });
    expect(await codeOf(outbound().get(url, LIMITS))).toBe('too-large');
    await once(requests[0]?.socket ?? process, 'close');
    const whole = await provide((_, response) => response.end(Buffer.alloc(LIMITS.maxBytes)));
    expect((await outbound().get(whole.url, LIMITS)).body).toHaveLength(LIMITS.maxBytes);
  });

  it('takes nothing packed, which may unfold to anything', async () => {
    const { url } = await provide((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
    });
    expect(await codeOf(outbound().get(url, LIMITS))).toBe('encoded');
  });

  it('does not wait for ever, neither for the answer nor for its end', async () => {
    const silent = await provide(() => {});
    const endless = await provide((_, response) => response.write('a'));
    for (const { url } of [silent, endless]) {
      expect(await codeOf(outbound().get(url, { ...LIMITS, timeoutMs: 50 }))).toBe('timed-out');
    }
  });

  it('says of nobody there, and of an answer cut short, that it is unreachable', async () => {
    const gone = await provide((_, response) => response.end());
    const cut = await provide((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a', () => response.destroy());
    });
    const nobody = outbound(async () => {
      throw new Error('ENOTFOUND');
    });
    await toEnd.shift()?.();
    expect(await codeOf(outbound().get(gone.url, LIMITS))).toBe('unreachable');
    expect(await codeOf(outbound().get(cut.url, LIMITS))).toBe('unreachable');
    expect(await codeOf(nobody.get(new URL('http://x.example/'), LIMITS))).toBe('unreachable');
  });

  it('names neither the address nor its key in what it throws', async () => {
    const { url } = await provide((_, response) => {
      response.writeHead(302, { location: '/canary' }).end();
    });
    const error = await outbound()
      .get(url, LIMITS)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('OutboundError: the provider gave no answer: redirected');
  });
});
