import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY } from '@granary/domain/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp, type TestOptions } from '../../test/support/test-app.ts';
import { limits } from '../config/limits.ts';
import { TileSigner } from './tile-signer.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the picture', 'latin1');

let granary: TestApp;
let token: string;
let provider: { readonly url: string; readonly requests: string[]; stop(): Promise<void> };
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  respond = (_, response) => response.end(PNG);
  provider = await startProvider();
});

afterEach(async () => {
  await granary.dispose();
  await provider.stop();
});

async function startProvider() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function start(env: Record<string, string>, testOptions: TestOptions = {}): Promise<void> {
  granary = await createTestApp({ ...testOptions, env });
  token = await granary.createToken(await addUser(granary.db, 'user'));
}

const startWithProviders = () =>
  start({
    TILE_URL: `${provider.url}/tiles/{z}/{x}/{y}?key=canary`,
    TILE_ATTRIBUTION: '© Map provider',
    GEOCODER_URL: `${provider.url}/api`,
  });

const get = (url: string, headers = {}) =>
  granary.call({
    url: `/api/places/${url.replace(/^tiles/, buildSignedTilePath())}`,
    token,
    headers,
  });

const buildSignedTilePath = () =>
  `tiles/${new TileSigner(granary.secrets.tokenKey, granary.now).signToday()}`;

/** Pino's numeric value for the warn level. */
const WARN_LEVEL = 40;

describe('without providers', () => {
  it('the API reports that none is configured', async () => {
    await start({});
    expect((await get('map')).body.RESP_MSG).toEqual({
      configured: false,
      available: false,
      attribution: '',
      attribution_links: [],
      tile_path: `/api/places/${buildSignedTilePath()}/{z}/{x}/{y}`,
      max_zoom: 19,
      max_native_zoom: 19,
      version: 'none',
      search_configured: false,
      search_attribution: '',
    });
    const search = await get('search?text=Roland', { 'accept-language': 'de' });
    expect(search).toMatchObject({
      status: 503,
      body: {
        RESP_CODE: 'UNAVAILABLE',
        RESP_MSG: expect.stringContaining('Kartendienst'),
      },
    });
    expect((await get('tiles/0/0/0')).status).toBe(503);
    const unavailableLogLines = granary.logLines.filter((line) =>
      line.includes('placesUnavailable'),
    );
    expect(unavailableLogLines.map((line) => JSON.parse(line).level)).toEqual([
      WARN_LEVEL,
      WARN_LEVEL,
    ]);
    expect(granary.logLines.join()).not.toContain('stack');
  });
});

describe('with providers', () => {
  it('tiles are served with their detected type and cached by browsers', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(PNG);
    };
    await startWithProviders();
    const { status, headers, text } = await get('tiles/7/29/43');
    expect(status).toBe(200);
    expect(text).toContain('PNG');
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-length': String(PNG.length),
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(provider.requests).toEqual(['/tiles/7/29/43?key=canary']);
  });

  it('tiles require a signed path, which signed-in users receive and which is valid for three days', async () => {
    await startWithProviders();
    const signedPath = buildSignedTilePath();
    const load = (tiles: string) => granary.call({ url: `/api/places/${tiles}/1/0/0` });
    expect((await load('tiles/guess')).status).toBe(404);
    expect((await load('tiles')).status).toBe(404);
    expect(provider.requests).toEqual([]);
    expect((await load(signedPath)).status).toBe(200);
    granary.advance(2 * DAY);
    expect((await load(signedPath)).status).toBe(200);
    expect(buildSignedTilePath()).not.toBe(signedPath);
    granary.advance(DAY);
    expect((await load(signedPath)).status).toBe(404);
  });

  it('one user cannot fill the search queue', async () => {
    await startWithProviders();
    respond = () => {};
    const search = (text: string, callerToken = token) =>
      granary.call({ url: `/api/places/search?text=${text}`, token: callerToken });
    const pendingSearches = [search('Roland'), search('Miami')];
    await expect.poll(() => provider.requests.length).toBe(2);
    expect((await search('Morden')).status).toBe(429);
    respond = (_, response) => response.end('{"features":[]}');
    const otherToken = await granary.createToken(await addUser(granary.db, 'user'));
    expect((await search('Morden', otherToken)).status).toBe(200);
    await Promise.all(pendingSearches);
  });

  it('searches by one user are limited to 60 a minute', async () => {
    respond = (_, response) => response.end('{"features":[]}');
    await startWithProviders();
    const { max } = limits.placeSearches;
    for (let sent = 0; sent < max; sent++) {
      expect((await get('search?text=Roland')).status).toBe(200);
    }
    const refusedResponse = await get('search?text=Roland');
    expect(refusedResponse.status).toBe(429);
    expect(Number(refusedResponse.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('one address cannot fill the tile queue', async () => {
    await startWithProviders();
    const { max } = limits.waitingTiles;
    const pendingResponses: ServerResponse[] = [];
    respond = (_, response) => void pendingResponses.push(response);
    const load = (x: number, remoteAddress: string) =>
      granary.call({ url: `/api/places/${buildSignedTilePath()}/12/${x}/1`, remoteAddress });
    const tileRequests = Array.from({ length: max + 1 }, (_, x) => load(x, '192.0.2.1'));
    expect((await Promise.race(tileRequests)).status).toBe(429);
    const otherRequest = load(max + 1, '192.0.2.2');
    respond = (_, response) => response.end(PNG);
    for (const response of pendingResponses) response.end(PNG);
    expect((await otherRequest).status).toBe(200);
    const statuses = (await Promise.all(tileRequests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(max);
  });

  it('no tile is requested for invalid coordinates', async () => {
    await startWithProviders();
    for (const path of [
      '20/0/0',
      '1/2/0',
      '0/0/1',
      '-1/0/0',
      '1/00/0',
      '1/0x0/0',
      '1.5/0/0',
      '1/0/0.png',
      '1/0/%2e%2e',
      '1/..%2f..%2fadmin/0',
      '1/0/0%3fkey=x',
      '1e1/0/0',
      '99999999999/0/0',
      '%00/0/0',
    ]) {
      expect((await get(`tiles/${path}`)).status, path).toBe(404);
    }
    expect(provider.requests).toEqual([]);
  });

  it('only images are served', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    };
    await startWithProviders();
    expect((await get('tiles/0/0/0')).status).toBe(503);
    respond = (_, response) => response.end(Buffer.concat([PNG, Buffer.alloc(512 * 1024)]));
    expect((await get('tiles/0/0/0')).status).toBe(503);
    respond = (_, response) => response.writeHead(404).end();
    expect((await get('tiles/0/0/0')).status).toBe(404);
  });

  it('places are found', async () => {
    respond = (_, response) => {
      const geometry = { coordinates: [-97.9, 49.4] };
      const features = [{ geometry, properties: { name: 'Roland', country: 'Canada' } }];
      response.end(JSON.stringify({ features }));
    };
    await startWithProviders();
    expect((await get('search?text=roland')).body.RESP_MSG).toEqual([
      { name: 'Roland, Canada', lat: 49.4, lng: -97.9 },
    ]);
    expect(provider.requests).toEqual(['/api?q=roland&limit=10&lang=en']);
  });

  it('search text that is too short or too long is rejected', async () => {
    await startWithProviders();
    for (const text of ['', 'a', ' a ', 'x'.repeat(201)]) {
      expect((await get(`search?text=${encodeURIComponent(text)}`)).status, text).toBe(422);
    }
    expect(provider.requests).toEqual([]);
  });

  it('searches are sent one per second, and rejected if they would wait longer than five seconds', async () => {
    respond = (_, response) => response.end('{"features":[]}');
    await startWithProviders();
    const tokens = await Promise.all(
      [1, 2, 3, 4].map(async () => granary.createToken(await addUser(granary.db, 'user'))),
    );
    const searches = Array.from({ length: 8 }, (_, i) =>
      granary.call({ url: `/api/places/search?text=place${i}`, token: tokens[i % 4] ?? '' }),
    );
    const responses = await Promise.all(searches);
    expect(responses.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 429, 429,
    ]);
    const refusedResponse = responses.find(({ status }) => status === 429);
    expect(refusedResponse?.headers['retry-after']).toBe('6');
    expect(granary.delays.sort((a, b) => a - b)).toEqual([1000, 2000, 3000, 4000, 5000]);
  });

  it('the map configuration includes the attribution', async () => {
    await startWithProviders();
    expect((await get('map')).body.RESP_MSG).toEqual({
      configured: true,
      available: true,
      attribution: '© Map provider',
      attribution_links: [],
      tile_path: `/api/places/${buildSignedTilePath()}/{z}/{x}/{y}`,
      max_zoom: 19,
      max_native_zoom: 19,
      version: 'own-env',
      search_configured: true,
      search_attribution: '',
    });
  });

  it('providers that redirect or resolve to private addresses are unavailable, and no private host is contacted', async () => {
    const privateServer = await startProvider();
    respond = (_, response) => {
      response.writeHead(302, { location: `${privateServer.url}/latest/meta-data/` }).end();
    };
    await startWithProviders();
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true, available: false });
    expect((await get('tiles/0/0/0')).status).toBe(503);
    expect((await get('search?text=roland')).status).toBe(503);
    await granary.dispose();

    const resolvedHostnames: string[] = [];
    const { port } = new URL(privateServer.url);
    const lookup = async (hostname: string) => {
      resolvedHostnames.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    await start(
      {
        TILE_URL: `http://tiles.example:${port}/{z}/{x}/{y}`,
        GEOCODER_URL: `http://photon.example:${port}/api`,
      },
      { lookup },
    );
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true, available: false });
    expect((await get('search?text=roland')).status).toBe(503);
    expect(resolvedHostnames).toEqual(['tiles.example', 'photon.example']);
    expect(privateServer.requests).toEqual([]);
    await privateServer.stop();
  });

  it('providers that stop responding are reported, and no key is logged', async () => {
    await startWithProviders();
    await provider.stop();
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true, available: false });
    expect((await get('tiles/0/0/0')).status).toBe(503);
    expect((await get('search?text=roland')).status).toBe(503);
    expect(granary.logLines.join('\n')).not.toContain('canary');
    expect(granary.logLines.join('\n')).toContain('no answer from a provider');
  });
});
