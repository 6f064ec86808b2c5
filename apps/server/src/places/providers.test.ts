import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  geocoderPresetNames,
  geocoderPresets,
  mapPresetNames,
  mapPresets,
} from '@granary/domain/places/providers';
import { MINUTE } from '@granary/domain/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp, type TestOptions } from '../../test/support/test-app.ts';
import { isPrivateAddress } from '../platform/outbound/private-address.ts';
import { type PresetUrls, presetUrls } from './preset-urls.ts';
import { TileSigner } from './tile-signer.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the picture', 'latin1');
const ADMIN = 'anna@farm.example';

let granary: TestApp;
let adminToken: string;
/** A local tile server and place search. */
let localServer: Awaited<ReturnType<typeof startLocalServer>>;

beforeEach(async () => {
  localServer = await startLocalServer();
});

afterEach(async () => {
  await granary.dispose();
  await localServer.stop();
});

async function startLocalServer() {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const url = request.url ?? '';
    if (url.startsWith('/moved')) response.writeHead(302, { location: '/tiles/0/0/0' }).end();
    else if (url.startsWith('/tiles')) response.end(PNG);
    else {
      const geometry = { coordinates: [-97.9, 49.4] };
      response.end(JSON.stringify({ features: [{ geometry, properties: { name: 'Roland' } }] }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the preset providers, each with a URL on the local server that contains its name. */
function createLocalPresets(): PresetUrls {
  const origin = `http://127.0.0.1:${localServer.port}`;
  const toLocalTileEntry = ([name, url]: [string, string]) => [
    name,
    url.replace(/^https:\/\/[^/]+/, `${origin}/tiles/${name}`),
  ];
  const toLocalSearchEntry = ([name, url]: [string, string]) => [
    name,
    url.replace(/^https:\/\/[^/]+/, `${origin}/search/${name}`),
  ];
  return {
    maps: Object.fromEntries(Object.entries(presetUrls.maps).map(toLocalTileEntry)),
    geocoders: Object.fromEntries(Object.entries(presetUrls.geocoders).map(toLocalSearchEntry)),
  };
}

async function start(options: TestOptions = {}): Promise<void> {
  granary = await createTestApp({ presetUrls: createLocalPresets(), ...options });
  adminToken = await granary.createToken(await addUser(granary.db, 'admin', { email: ADMIN }));
}

/** Host names resolve to the local server, whose address is treated as public in these tests. */
const publicHostOptions: TestOptions = {
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  isPrivateAddress: (address) => address !== '127.0.0.1' && isPrivateAddress(address),
};

const get = (path: string) => {
  const signature = new TileSigner(granary.secrets.tokenKey, granary.now).signToday();
  const url = `/api/places/${path.replace(/^tiles/, `tiles/${signature}`)}`;
  return granary.call({ url, token: adminToken });
};
const chooseProviders = (body: object) =>
  granary.call({ method: 'PUT', url: '/api/places/providers', token: adminToken, body });
const acceptTerms = (provider: string, fields = {}) => ({
  provider,
  accepts_terms: true,
  ...fields,
});
const chooseCustomMaps = (fields: object) =>
  chooseProviders({ maps: { provider: 'own', ...fields } });
const listRequestedUrls = () => localServer.requests.map(({ url }) => url);
const findLastUserAgent = () => localServer.requests.at(-1)?.headers['user-agent'];
const buildCustomTileUrl = (path = 'tiles/{z}/{x}/{y}') =>
  `http://tiles.farm.example:${localServer.port}/${path}`;

/** Stores a map provider, as another process would. */
async function storeMapProvider(provider: string, url: string | null = null): Promise<void> {
  await granary.db
    .insertInto('placeProviders')
    .values({
      service: 'maps',
      provider,
      url,
      key: null,
      attribution: '',
      contact: null,
      version: 1,
      changedAt: new Date(granary.now()),
    })
    .execute();
}

describe('a preset provider', () => {
  it('serves tiles with its attribution, and is called with its key', async () => {
    await start();
    const requestedUrls = [];
    for (const name of mapPresetNames) {
      const { body } = await chooseProviders({ maps: acceptTerms(name, { key: 'k/1' }) });
      const { needsKey, attribution, links, maxNativeZoom } = mapPresets[name];
      expect(body.RESP_MSG).toMatchObject({
        maps: { set_by: 'admin', provider: name, url: null, has_key: needsKey, available: true },
      });
      expect((await get('map')).body.RESP_MSG).toMatchObject({
        configured: true,
        available: true,
        attribution,
        attribution_links: links,
        max_native_zoom: maxNativeZoom,
      });
      expect((await get('tiles/7/29/43')).headers['content-type']).toBe('image/png');
      requestedUrls.push(listRequestedUrls().at(-1));
      if (maxNativeZoom < 19) {
        expect((await get(`tiles/${maxNativeZoom + 1}/1/1`)).status).toBe(404);
      }
    }
    expect(requestedUrls).toEqual([
      '/tiles/usgs/arcgis/rest/services/USGSImageryOnly/MapServer/tile/7/43/29',
      '/tiles/sentinel-2/wmts/1.0.0/s2cloudless_3857/default/g/7/43/29.jpg',
      '/tiles/esri/arcgis/rest/services/World_Imagery/MapServer/tile/7/43/29?token=k%2F1',
      '/tiles/openstreetmap/7/29/43.png',
      '/tiles/geoapify/v1/tile/osm-bright/7/29/43.png?apiKey=k%2F1',
    ]);
    expect(granary.logLines.join()).not.toContain('k/1');
  });

  it('finds places', async () => {
    await start();
    const requestedUrls = [];
    for (const name of geocoderPresetNames) {
      const { body } = await chooseProviders({ geocoder: acceptTerms(name, { key: 'k1' }) });
      expect(body.RESP_MSG).toMatchObject({
        geocoder: { set_by: 'admin', provider: name, available: true },
      });
      expect((await get('map')).body.RESP_MSG).toMatchObject({
        search_configured: true,
        search_attribution: geocoderPresets[name].attribution,
      });
      expect((await get('search?text=Roland')).body.RESP_MSG).toEqual([
        { name: 'Roland', lat: 49.4, lng: -97.9 },
      ]);
      requestedUrls.push(listRequestedUrls().at(-1));
    }
    const query = 'roland&limit=10&lang=en';
    expect(requestedUrls).toEqual([
      `/search/photon/api/?q=${query}`,
      `/search/geoapify/v1/geocode/autocomplete?format=geojson&apiKey=k1&text=${query}`,
    ]);
  });

  it('requires acceptance of its terms, and a key if it needs one', async () => {
    await start();
    for (const [body, field] of [
      [{ maps: { provider: 'usgs' } }, 'maps.accepts_terms'],
      [{ maps: { provider: 'usgs', accepts_terms: false } }, 'maps.accepts_terms'],
      [{ maps: acceptTerms('esri') }, 'maps.key'],
      [{ maps: acceptTerms('esri', { key: ' ' }) }, 'maps.key'],
      [{ geocoder: acceptTerms('geoapify') }, 'geocoder.key'],
      [{ maps: acceptTerms('usgs'), geocoder: acceptTerms('geoapify') }, 'geocoder.key'],
      [{ maps: acceptTerms('google') }, 'maps.provider'],
    ] as const) {
      const { status, body: responseBody } = await chooseProviders(body);
      expect([status, responseBody.errors?.[0]?.path.replace('/', '.')]).toEqual([422, field]);
    }
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
    expect(localServer.requests).toEqual([]);
  });

  it('is sent contact information if its policy requires it', async () => {
    await start();
    await chooseProviders({ maps: acceptTerms('openstreetmap') });
    await chooseProviders({ maps: acceptTerms('usgs') });
    expect(localServer.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      `Granary (${ADMIN})`,
      'Granary',
    ]);
    await granary.dispose();
    await start({ env: { MAP_PROVIDER: 'openstreetmap', PUBLIC_URL: 'https://granary.example' } });
    const { headers } = await get('tiles/1/0/0');
    expect(headers['cache-control']).toBe('public, max-age=604800');
    expect(findLastUserAgent()).toBe('Granary (https://granary.example)');
    await granary.dispose();
    await start({ env: { PUBLIC_URL: 'https://granary.example' } });
    await chooseProviders({ maps: acceptTerms('openstreetmap') });
    expect(findLastUserAgent()).toBe('Granary (https://granary.example)');
  });

  it('immediately replaces the previous provider, including its tiles', async () => {
    await start();
    await chooseProviders({ maps: acceptTerms('usgs') });
    await get('tiles/3/1/2');
    await chooseProviders({ maps: acceptTerms('sentinel-2') });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ version: 'sentinel-2-2' });
    await get('tiles/3/1/2');
    expect(listRequestedUrls().filter((url) => url?.includes('sentinel-2'))).toHaveLength(2);
    await chooseProviders({ maps: { provider: 'none' } });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
    expect((await get('tiles/3/1/2')).status).toBe(503);
  });
});

describe('a custom URL', () => {
  it('is requested with the key, which is never sent back', async () => {
    await start(publicHostOptions);
    const url = buildCustomTileUrl('tiles/{z}/{x}/{y}?k={key}');
    const search = `http://photon.farm.example:${localServer.port}/api`;
    const { body } = await chooseProviders({
      maps: { provider: 'own', url, key: 'canary', attribution: '© us' },
      geocoder: { provider: 'own', url: search },
    });
    const own = { set_by: 'admin', provider: 'own', available: true };
    expect(body.RESP_MSG).toEqual({
      maps: { ...own, url, has_key: true, attribution: '© us' },
      geocoder: { ...own, url: search, has_key: false },
    });
    expect(listRequestedUrls()).toContain('/tiles/0/0/0?k=canary');
    expect((await get('search?text=Roland')).status).toBe(200);
    // A stored key is sent only to the host that it was saved for.
    expect((await chooseCustomMaps({ url: `${url}&v=2` })).status).toBe(200);
    expect(listRequestedUrls().at(-1)).toBe('/tiles/0/0/0?k=canary&v=2');
    const otherHostUrl = url.replace('tiles.farm', 'mallory');
    expect((await chooseCustomMaps({ url: otherHostUrl })).body.errors?.[0]?.path).toBe('maps.key');
    expect((await chooseCustomMaps({})).body.errors?.[0]?.path).toBe('maps.url');
  });

  it('is refused if it points to a private address', async () => {
    await start({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (const host of [
      `127.0.0.1:${localServer.port}`,
      `localhost:${localServer.port}`,
      `2130706433:${localServer.port}`,
      `[::ffff:127.0.0.1]:${localServer.port}`,
      '169.254.169.254',
      '192.168.1.10',
      `inner.farm.example:${localServer.port}`,
    ]) {
      const maps = { provider: 'own', url: `http://${host}/tiles/{z}/{x}/{y}` };
      const { status, body } = await chooseProviders({ maps });
      const message = expect.stringContaining('Enter a public address.');
      expect([status, body.errors], host).toEqual([422, [{ path: 'maps.url', message }]]);
      const geocoder = { provider: 'own', url: `http://${host}/api` };
      expect((await chooseProviders({ geocoder })).status, host).toBe(422);
    }
    expect((await get('tiles/0/0/0')).status).toBe(503);
    expect(localServer.requests).toEqual([]);
  });

  it('cannot reach a private address later through DNS or a redirect', async () => {
    const addresses = ['93.184.215.14'];
    await start({ lookup: async () => addresses.map((address) => ({ address, family: 4 })) });
    // A host name that resolved only to a public address when the URL was saved now also resolves to a
    // private one.
    addresses.unshift('127.0.0.1');
    await storeMapProvider('own', buildCustomTileUrl());
    expect((await get('tiles/0/0/0')).status).toBe(503);
    expect(localServer.requests).toEqual([]);
    await granary.dispose();
    await start(publicHostOptions);
    const url = buildCustomTileUrl('moved/{z}/{x}/{y}');
    const { body } = await chooseCustomMaps({ url });
    expect(body.RESP_MSG).toMatchObject({ maps: { provider: 'own', available: false } });
    expect(listRequestedUrls()).toEqual(['/moved/0/0/0']);
  });

  it('is saved even if it is unreachable, is reported as unavailable, and works once it responds', async () => {
    await start(publicHostOptions);
    const { port } = localServer;
    await localServer.stop();
    const url = buildCustomTileUrl();
    const search = `http://photon.farm.example:${port}/api`;
    const { status, body } = await chooseProviders({
      maps: { provider: 'own', url },
      geocoder: { provider: 'own', url: search },
    });
    expect(status).toBe(200);
    expect(body.RESP_MSG).toMatchObject({
      maps: { provider: 'own', available: false },
      geocoder: { provider: 'own', available: false },
    });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true, available: false });
    expect((await get('search?text=Roland')).status).toBe(503);
    localServer = await startLocalServer();
    await chooseCustomMaps({ url: url.replace(String(port), String(localServer.port)) });
    granary.advance(MINUTE);
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true, available: true });
  });
});

describe('the choice of a provider', () => {
  it('is recorded without keys or query strings', async () => {
    await start(publicHostOptions);
    const key = 'canary';
    await chooseProviders({
      maps: acceptTerms('usgs'),
      geocoder: acceptTerms('geoapify', { key }),
    });
    const url = buildCustomTileUrl('tiles/{z}/{x}/{y}?k={key}&secret=canary');
    await chooseCustomMaps({ url, key, attribution: '© us' });
    await chooseCustomMaps({ url, key: 'canary2', attribution: '© us' });
    await chooseCustomMaps({ url, attribution: '© us' });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['act', 'subject', 'subjectId', 'changes'])
      .orderBy('id')
      .execute();
    const entry = { act: 'changed', subject: 'settings', subjectId: 'places' };
    const urlWithoutQuery = buildCustomTileUrl('tiles/{z}/{x}/{y}');
    expect(entries).toEqual([
      { ...entry, changes: [{ field: 'map_provider', before: null, after: 'usgs' }] },
      {
        ...entry,
        changes: [
          { field: 'geocoder', before: null, after: 'geoapify' },
          { field: 'geocoder_key', before: null, after: 'set' },
        ],
      },
      {
        ...entry,
        changes: [
          { field: 'map_provider', before: 'usgs', after: urlWithoutQuery },
          { field: 'map_attribution', before: '', after: '© us' },
          { field: 'map_key', before: null, after: 'set' },
        ],
      },
      { ...entry, changes: [{ field: 'map_key', before: 'set', after: 'replaced' }] },
    ]);
    expect(JSON.stringify(entries) + granary.logLines.join()).not.toContain('canary');
  });

  it('in the environment takes precedence, and an admin cannot change it', async () => {
    await start({
      env: {
        TILE_URL: `http://127.0.0.1:${localServer.port}/tiles/own/{z}/{x}/{y}?k=canary`,
        GEOCODER: 'none',
      },
    });
    await storeMapProvider('usgs');
    expect((await get('providers')).body.RESP_MSG).toMatchObject({
      maps: { set_by: 'environment', provider: 'own', url: null, available: true },
      geocoder: { set_by: 'environment', provider: 'none', available: false },
    });
    expect(listRequestedUrls()).toEqual(['/tiles/own/0/0/0?k=canary']);
    for (const body of [{ maps: acceptTerms('usgs') }, { geocoder: acceptTerms('photon') }]) {
      const { status, body: answer } = await chooseProviders(body);
      expect([status, answer.RESP_MSG]).toEqual([
        409,
        'This provider is set by environment variables on the server. Change it there.',
      ]);
    }
    expect((await get('search?text=Roland')).status).toBe(503);
  });

  it('takes effect in other processes within ten seconds', async () => {
    await start();
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
    await storeMapProvider('usgs');
    granary.advance(10_000);
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true });
  });

  it('of a provider that this version does not support is treated as no choice', async () => {
    await start();
    await storeMapProvider('later');
    expect((await get('providers')).body.RESP_MSG).toMatchObject({ maps: { provider: null } });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
  });
});
