import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Lookup, Outbound, type OutboundError } from './outbound.ts';
import { isPrivateAddress } from './private-address.ts';

const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Starts a provider on this machine; returns its URL and the requests it receives. */
async function startProvider(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { requests, port, url: new URL(`http://127.0.0.1:${port}/asked?key=canary`) };
}

function createOutbound(lookup: Lookup = async () => []): Outbound {
  const instance = new Outbound(lookup, isPrivateAddress);
  cleanUps.push(() => instance.stop());
  return instance;
}

const awaitErrorCode = (response: Promise<unknown>) =>
  response.then(
    () => 'answered',
    (error: OutboundError) => error.code,
  );

describe('a request to a provider', () => {
  it('returns the response with any status, and does not send unneeded headers', async () => {
    const { url, requests } = await startProvider((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('not here');
    });
    const response = await createOutbound().get(url, LIMITS);
    expect(response).toEqual({ status: 404, body: Buffer.from('not here') });
    expect(requests[0]?.url).toBe('/asked?key=canary');
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('reuses its connection', async () => {
    const { url, requests } = await startProvider((_, response) => response.end('ok'));
    const client = createOutbound();
    await client.get(url, LIMITS);
    await client.get(url, LIMITS);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
  });

  it.each([
    'http://127.0.0.1:PORT/inner',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433:PORT/inner',
    'http://0177.0.0.1:PORT/inner',
    'http://[::ffff:127.0.0.1]:PORT/inner',
    '/elsewhere',
  ])('does not follow a redirect to %s', async (location) => {
    const target = await startProvider((_, response) => response.end('secret'));
    const { url, requests } = await startProvider((_, response) => {
      const redirectUrl = location.replace('PORT', String(target.port));
      response.writeHead(302, { location: redirectUrl }).end();
    });
    expect(await awaitErrorCode(createOutbound().get(url, LIMITS))).toBe('redirected');
    expect(requests).toHaveLength(1);
    expect(target.requests).toEqual([]);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    [['192.168.1.1']],
    [['0177.0.0.1']],
    [['2130706433']],
    // One private address among public ones is enough for a rejection.
    [['93.184.215.14', '127.0.0.1']],
  ])('rejects a host name that resolves to %j', async (addresses) => {
    const { port, requests } = await startProvider((_, response) => response.end('secret'));
    const resolvedNames: string[] = [];
    const client = createOutbound(async (hostname) => {
      resolvedNames.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    });
    const url = new URL(`http://tiles.example:${port}/`);
    expect(await awaitErrorCode(client.get(url, LIMITS))).toBe('private-address');
    expect(resolvedNames).toEqual(['tiles.example']);
    expect(requests).toEqual([]);
  });

  it('allows localhost and private addresses as the configured host', async () => {
    const { port } = await startProvider((_, response) => response.end('ours'));
    for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
      const url = new URL(`http://${host}:${port}/`);
      expect((await createOutbound().get(url, LIMITS)).body.toString()).toBe('ours');
    }
  });

  it.each(['127.0.0.1', 'localhost', '2130706433', '[::1]', '[::ffff:7f00:1]', '0x7f.1'])(
    'refuses %s as the host of a URL that was entered in the app',
    async (host) => {
      const { port, requests } = await startProvider((_, response) => response.end('ours'));
      const url = new URL(`http://${host}:${port}/`);
      const client = createOutbound();
      expect(await awaitErrorCode(client.get(url, LIMITS, { isPublicOnly: true }))).toBe(
        'private-address',
      );
      expect(await client.isPrivate(url)).toBe(true);
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ['https://tiles.example/', ['93.184.215.14', '10.0.0.1'], true],
    ['https://tiles.example/', ['93.184.215.14'], false],
    ['https://tiles.example/', [], false],
    ['https://93.184.215.14/', ['10.0.0.1'], false],
    ['https://[2606:2800:21f::1]/', ['10.0.0.1'], false],
  ])(
    'to %s, which resolves to %j, goes to a private address: %s',
    async (url, addresses, isPrivate) => {
      const client = createOutbound(async () => {
        if (addresses.length === 0) throw new Error('ENOTFOUND');
        return addresses.map((address) => ({ address, family: 4 }));
      });
      expect(await client.isPrivate(new URL(url))).toBe(isPrivate);
    },
  );

  it('has the product name as its User-Agent, plus contact information if the provider requires it', async () => {
    const { url, requests } = await startProvider((_, response) => response.end());
    await createOutbound().get(url, LIMITS);
    await createOutbound().get(url, LIMITS, { userAgent: 'Granary (a@farm.example)' });
    expect(requests.map(({ headers }) => headers['user-agent'])).toEqual([
      'Granary',
      'Granary (a@farm.example)',
    ]);
  });

  it('aborts a response that is too large', async () => {
    const { url, requests } = await startProvider((_, response) => {
      response.write(Buffer.alloc(LIMITS.maxBytes));
      response.write('and more');
    });
    expect(await awaitErrorCode(createOutbound().get(url, LIMITS))).toBe('too-large');
    await once(requests[0]?.socket ?? process, 'close');
    const maxSizeProvider = await startProvider((_, response) =>
      response.end(Buffer.alloc(LIMITS.maxBytes)),
    );
    expect((await createOutbound().get(maxSizeProvider.url, LIMITS)).body).toHaveLength(
      LIMITS.maxBytes,
    );
  });

  it('rejects a compressed response', async () => {
    const { url } = await startProvider((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
    });
    expect(await awaitErrorCode(createOutbound().get(url, LIMITS))).toBe('encoded');
  });

  it('times out before and during the response', async () => {
    const unresponsiveProvider = await startProvider(() => {});
    const endlessProvider = await startProvider((_, response) => response.write('a'));
    for (const { url } of [unresponsiveProvider, endlessProvider]) {
      expect(await awaitErrorCode(createOutbound().get(url, { ...LIMITS, timeoutMs: 50 }))).toBe(
        'timed-out',
      );
    }
  });

  it('reports a refused connection and an interrupted response as unreachable', async () => {
    const closedProvider = await startProvider((_, response) => response.end());
    const interruptedProvider = await startProvider((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a', () => response.destroy());
    });
    const unresolvable = createOutbound(async () => {
      throw new Error('ENOTFOUND');
    });
    await cleanUps.shift()?.();
    expect(await awaitErrorCode(createOutbound().get(closedProvider.url, LIMITS))).toBe(
      'unreachable',
    );
    expect(await awaitErrorCode(createOutbound().get(interruptedProvider.url, LIMITS))).toBe(
      'unreachable',
    );
    expect(await awaitErrorCode(unresolvable.get(new URL('http://x.example/'), LIMITS))).toBe(
      'unreachable',
    );
  });

  it('does not report the address or its key in errors', async () => {
    const { url } = await startProvider((_, response) => {
      response.writeHead(302, { location: '/canary' }).end();
    });
    const error = await createOutbound()
      .get(url, LIMITS)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toBe(
      'OutboundError: the request to the external service failed: redirected',
    );
  });
});
