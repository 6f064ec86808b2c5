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
import { TileSignature } from './tile-signature.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the picture', 'latin1');
const ADMIN = 'anna@farm.example';

let granary: TestApp;
let admin: string;
/** A tile server and place search on this machine. */
let local: { readonly port: number; readonly requests: IncomingMessage[]; stop(): Promise<void> };

beforeEach(async () => {
  local = await startLocalServer();
});

afterEach(async () => {
  await granary.dispose();
  await local.stop();
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

/** The known providers, on the local server under their own names. */
function createLocalPresets(): PresetUrls {
  const toLocal = ([name, url]: [string, string]) => {
    const to = url.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${local.port}/tiles/${name}`);
    return [name, to];
  };
  const toSearch = ([name, url]: [string, string]) => [
    name,
    url.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${local.port}/search/${name}`),
  ];
  return {
    maps: Object.fromEntries(Object.entries(presetUrls.maps).map(toLocal)),
    geocoders: Object.fromEntries(Object.entries(presetUrls.geocoders).map(toSearch)),
  };
}

async function start(options: TestOptions = {}): Promise<void> {
  granary = await createTestApp({ presetUrls: createLocalPresets(), ...options });
  admin = await granary.createToken(await addUser(granary.db, 'admin', { email: ADMIN }));
}

/** Host names that the local server has; in these tests its address counts as public. */
const publicHostOptions: TestOptions = {
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  isPrivateAddress: (address) => address !== '127.0.0.1' && isPrivateAddress(address),
};

const get = (path: string) => {
  const signature = new TileSignature(granary.secrets.tokenKey, granary.now).current();
  const url = `/api/places/${path.replace(/^tiles/, `tiles/${signature}`)}`;
  return granary.call({ url, token: admin });
};
const choose = (body: object) =>
  granary.call({ method: 'PUT', url: '/api/places/providers', token: admin, body });
const accept = (provider: string, more = {}) => ({ provider, accepts_terms: true, ...more });
const listRequestedUrls = () => local.requests.map(({ url }) => url);
const buildOwnTileUrl = (path = 'tiles/{z}/{x}/{y}') =>
  `http://tiles.farm.example:${local.port}/${path}`;

/** Stores a provider of map images as another process does. */
async function storeChoice(provider: string, url: string | null = null): Promise<void> {
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

describe('a provider known by name', () => {
  it('serves tiles, with its attribution and its key', async () => {
    await start();
    const sent = [];
    for (const name of mapPresetNames) {
      const { body } = await choose({ maps: accept(name, { key: 'k/1' }) });
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
      sent.push(listRequestedUrls().at(-1));
      if (maxNativeZoom < 19) {
        expect((await get(`tiles/${maxNativeZoom + 1}/1/1`)).status).toBe(404);
      }
    }
    expect(sent).toEqual([
      '/tiles/usgs/arcgis/rest/services/USGSImageryOnly/MapServer/tile/7/43/29',
      '/tiles/sentinel-2/wmts/1.0.0/s2cloudless_3857/default/g/7/43/29.jpg',
      '/tiles/esri/arcgis/rest/services/World_Imagery/MapServer/tile/7/43/29?token=k%2F1',
      '/tiles/openstreetmap/7/29/43.png',
      '/tiles/geoapify/v1/tile/osm-bright/7/29/43.png?apiKey=k%2F1',
    ]);
    expect(granary.logged.join()).not.toContain('k/1');
  });

  it('finds places', async () => {
    await start();
    const sent = [];
    for (const name of geocoderPresetNames) {
      const { body } = await choose({ geocoder: accept(name, { key: 'k1' }) });
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
      sent.push(listRequestedUrls().at(-1));
    }
    const query = 'roland&limit=10&lang=en';
    expect(sent).toEqual([
      `/search/photon/api/?q=${query}`,
      `/search/geoapify/v1/geocode/autocomplete?format=geojson&apiKey=k1&text=${query}`,
    ]);
  });

  it('requires accepting its terms, and its key', async () => {
    await start();
    for (const [body, field] of [
      [{ maps: { provider: 'usgs' } }, 'maps.accepts_terms'],
      [{ maps: { provider: 'usgs', accepts_terms: false } }, 'maps.accepts_terms'],
      [{ maps: accept('esri') }, 'maps.key'],
      [{ maps: accept('esri', { key: ' ' }) }, 'maps.key'],
      [{ geocoder: accept('geoapify') }, 'geocoder.key'],
      [{ maps: accept('usgs'), geocoder: accept('geoapify') }, 'geocoder.key'],
      [{ maps: accept('google') }, 'maps.provider'],
    ] as const) {
      const { status, body: answer } = await choose(body);
      expect([status, answer.errors?.[0]?.path.replace('/', '.')]).toEqual([422, field]);
    }
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
    expect(local.requests).toEqual([]);
  });

  it('is sent a contact if its policy asks for one', async () => {
    await start();
    await choose({ maps: accept('openstreetmap') });
    await choose({ maps: accept('usgs') });
    expect(local.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      `Granary (${ADMIN})`,
      'Granary',
    ]);
    await granary.dispose();
    await start({ env: { MAP_PROVIDER: 'openstreetmap', PUBLIC_URL: 'https://granary.example' } });
    const { headers } = await get('tiles/1/0/0');
    expect(headers['cache-control']).toBe('public, max-age=604800');
    expect(local.requests.at(-1)?.headers['user-agent']).toBe('Granary (https://granary.example)');
    await granary.dispose();
    await start({ env: { PUBLIC_URL: 'https://granary.example' } });
    await choose({ maps: accept('openstreetmap') });
    expect(local.requests.at(-1)?.headers['user-agent']).toBe('Granary (https://granary.example)');
  });

  it('replaces the previous one at once, including its tiles', async () => {
    await start();
    await choose({ maps: accept('usgs') });
    await get('tiles/3/1/2');
    await choose({ maps: accept('sentinel-2') });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ version: 'sentinel-2-2' });
    await get('tiles/3/1/2');
    expect(listRequestedUrls().filter((url) => url?.includes('sentinel-2'))).toHaveLength(2);
    await choose({ maps: { provider: 'none' } });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
    expect((await get('tiles/3/1/2')).status).toBe(503);
  });
});

describe("an admin's own address", () => {
  it('is requested with the key, which is never sent back', async () => {
    await start(publicHostOptions);
    const url = buildOwnTileUrl('tiles/{z}/{x}/{y}?k={key}');
    const search = `http://photon.farm.example:${local.port}/api`;
    const { body } = await choose({
      maps: { provider: 'own', url, key: 'canary', attribution: '© us' },
      geocoder: { provider: 'own', url: search },
    });
    expect(body.RESP_MSG).toEqual({
      maps: {
        set_by: 'admin',
        provider: 'own',
        url,
        has_key: true,
        available: true,
        attribution: '© us',
      },
      geocoder: {
        set_by: 'admin',
        provider: 'own',
        url: search,
        has_key: false,
        available: true,
      },
    });
    expect(listRequestedUrls()).toContain('/tiles/0/0/0?k=canary');
    expect((await get('search?text=Roland')).status).toBe(200);
    // A stored key stays with its host and goes to no other.
    expect((await choose({ maps: { provider: 'own', url: `${url}&v=2` } })).status).toBe(200);
    expect(listRequestedUrls().at(-1)).toBe('/tiles/0/0/0?k=canary&v=2');
    const elsewhere = { provider: 'own', url: url.replace('tiles.farm', 'mallory') };
    expect((await choose({ maps: elsewhere })).body.errors?.[0]?.path).toBe('maps.key');
    expect((await choose({ maps: { provider: 'own' } })).body.errors?.[0]?.path).toBe('maps.url');
  });

  it('is refused inside the network of the server', async () => {
    await start({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (const host of [
      `127.0.0.1:${local.port}`,
      `localhost:${local.port}`,
      `2130706433:${local.port}`,
      `[::ffff:127.0.0.1]:${local.port}`,
      '169.254.169.254',
      '192.168.1.10',
      `inner.farm.example:${local.port}`,
    ]) {
      const maps = { provider: 'own', url: `http://${host}/tiles/{z}/{x}/{y}` };
      const { status, body } = await choose({ maps });
      const message = expect.stringContaining('Enter a public address.');
      expect([status, body.errors], host).toEqual([422, [{ path: 'maps.url', message }]]);
      const geocoder = { provider: 'own', url: `http://${host}/api` };
      expect((await choose({ geocoder })).status, host).toBe(422);
    }
    expect((await get('tiles/0/0/0')).status).toBe(503);
    expect(local.requests).toEqual([]);
  });

  it('cannot lead to a private address later, by its name or a redirect', async () => {
    const addresses = ['93.184.215.14'];
    await start({ lookup: async () => addresses.map((address) => ({ address, family: 4 })) });
    // The name is public when it is saved, and private from then on.
    addresses.unshift('127.0.0.1');
    await storeChoice('own', buildOwnTileUrl());
    expect((await get('tiles/0/0/0')).status).toBe(503);
    expect(local.requests).toEqual([]);
    await granary.dispose();
    await start(publicHostOptions);
    const url = buildOwnTileUrl('moved/{z}/{x}/{y}');
    const moved = await choose({ maps: { provider: 'own', url } });
    expect(moved.body.RESP_MSG).toMatchObject({ maps: { provider: 'own', available: false } });
    expect(listRequestedUrls()).toEqual(['/moved/0/0/0']);
  });

  it('is saved even if unreachable, works once it answers, and both are reported', async () => {
    await start(publicHostOptions);
    const { port } = local;
    await local.stop();
    const url = buildOwnTileUrl();
    const search = `http://photon.farm.example:${port}/api`;
    const { status, body } = await choose({
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
    local = await startLocalServer();
    await choose({ maps: { provider: 'own', url: url.replace(String(port), String(local.port)) } });
    granary.advance(MINUTE);
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true, available: true });
  });
});

describe('the choice of a provider', () => {
  it('is recorded without keys and queries', async () => {
    await start(publicHostOptions);
    const key = 'canary';
    await choose({ maps: accept('usgs'), geocoder: accept('geoapify', { key }) });
    const url = buildOwnTileUrl('tiles/{z}/{x}/{y}?k={key}&secret=canary');
    await choose({ maps: { provider: 'own', url, key, attribution: '© us' } });
    await choose({ maps: { provider: 'own', url, key: 'canary2', attribution: '© us' } });
    await choose({ maps: { provider: 'own', url, attribution: '© us' } });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['act', 'subject', 'subjectId', 'changes'])
      .orderBy('id')
      .execute();
    const entry = { act: 'changed', subject: 'settings', subjectId: 'places' };
    const host = buildOwnTileUrl('tiles/{z}/{x}/{y}');
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
          { field: 'map_provider', before: 'usgs', after: host },
          { field: 'map_attribution', before: '', after: '© us' },
          { field: 'map_key', before: null, after: 'set' },
        ],
      },
      { ...entry, changes: [{ field: 'map_key', before: 'set', after: 'replaced' }] },
    ]);
    expect(JSON.stringify(entries) + granary.logged.join()).not.toContain('canary');
  });

  it('in the environment wins, and an admin cannot change it', async () => {
    await start({
      env: {
        TILE_URL: `http://127.0.0.1:${local.port}/tiles/own/{z}/{x}/{y}?k=canary`,
        GEOCODER: 'none',
      },
    });
    await storeChoice('usgs');
    expect((await get('providers')).body.RESP_MSG).toMatchObject({
      maps: { set_by: 'environment', provider: 'own', url: null, available: true },
      geocoder: { set_by: 'environment', provider: 'none', available: false },
    });
    expect(listRequestedUrls()).toEqual(['/tiles/own/0/0/0?k=canary']);
    for (const body of [{ maps: accept('usgs') }, { geocoder: accept('photon') }]) {
      const { status, body: answer } = await choose(body);
      expect([status, answer.RESP_MSG]).toEqual([
        409,
        "This is set in the server's environment. Change it there.",
      ]);
    }
    expect((await get('search?text=Roland')).status).toBe(503);
  });

  it('takes effect in other processes within ten seconds', async () => {
    await start();
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
    await storeChoice('usgs');
    granary.advance(10_000);
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: true });
  });

  it('of a provider that this version does not know counts as none', async () => {
    await start();
    await storeChoice('later');
    expect((await get('providers')).body.RESP_MSG).toMatchObject({ maps: { provider: null } });
    expect((await get('map')).body.RESP_MSG).toMatchObject({ configured: false });
  });
});
