import { DAY, millis, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Geocoder } from './geocoder.ts';
import type { GeocoderProvider } from './providers.ts';

const START = Date.parse('2026-07-01T12:00:00Z');

let at: number;
let requests: { readonly url: URL; readonly at: number }[];
let respond: (url: URL) => { status: number; body: string } | null;
let geocoder: Geocoder;

const PHOTON: GeocoderProvider = {
  version: 'own-1',
  url: 'https://photon.example/api?key=canary',
  textParameter: 'q',
  attribution: '',
  links: [],
  languages: new Set(['en', 'de', 'fr']),
  request: { isPublicOnly: true, userAgent: 'Granary' },
};

const createPlace = (properties: object, coordinates: unknown = [-97.9, 49.4]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});
const createCollection = (...features: unknown[]) => ({
  status: 200,
  body: JSON.stringify({ type: 'FeatureCollection', features }),
});

beforeEach(() => {
  at = START;
  requests = [];
  respond = (url) => createCollection(createPlace({ name: url.searchParams.get('q') }));
  geocoder = new Geocoder({
    get: async (requestUrl) => {
      requests.push({ url: requestUrl, at });
      const providerResponse = respond(requestUrl);
      return (
        providerResponse && {
          status: providerResponse.status,
          body: Buffer.from(providerResponse.body),
        }
      );
    },
    now: () => millis(at),
    pause: async (ms) => {
      at = Math.max(at, START) + ms;
    },
  });
});

const searchNames = async (text: string, language = 'en') => {
  const outcome = await geocoder.search(PHOTON, text, language);
  return outcome.kind === 'found' ? outcome.places.map(({ name }) => name) : outcome.kind;
};

describe('searching for places', () => {
  it('sends a Photon API request to the configured provider', async () => {
    await geocoder.search(PHOTON, 'Elm Creek', 'de');
    expect(requests.map(({ url }) => url.href)).toEqual([
      'https://photon.example/api?key=canary&q=elm+creek&limit=10&lang=de',
    ]);
    at += SECOND;
    // Photon rejects languages that it does not support.
    await geocoder.search(PHOTON, 'Elm Creek', 'ru');
    expect(requests[1]?.url.searchParams.has('lang')).toBe(false);
  });

  it('never leaves the configured host and path, for any text', async () => {
    const trickyTexts = fc.oneof(
      fc.constantFrom(
        '@169.254.169.254/',
        '//127.0.0.1',
        '../../admin',
        '?q=1#x',
        'http://2130706433/',
        '\\\\host\\share',
        '%2e%2e%2f',
        '&key=other',
        '\r\nHost: inner',
        '[::1]:80',
      ),
      fc.string({ unit: 'binary', minLength: 2, maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(trickyTexts, async (text) => {
        at += SECOND;
        await geocoder.search(PHOTON, text, 'en');
        for (const { url } of requests.splice(0)) {
          expect([url.origin, url.pathname, url.hash, url.username]).toEqual([
            'https://photon.example',
            '/api',
            '',
            '',
          ]);
          expect(url.searchParams.getAll('key')).toEqual(['canary']);
          expect([...url.searchParams.keys()]).toEqual(['key', 'q', 'limit', 'lang']);
        }
      }),
    );
  });

  it('builds names from the known parts, each part once', async () => {
    respond = () =>
      createCollection(
        createPlace({ name: 'Roland', state: 'Manitoba', country: 'Canada' }),
        createPlace({ name: 'Winnipeg', city: 'Winnipeg', country: 'Canada', extra: 5 }),
        createPlace({ street: 'Main Street', housenumber: '5', city: 'Roland' }, [-98, 49.5, 240]),
        createPlace({ name: ' \u0007spaced\u202e ' }),
        createPlace({ name: 'x'.repeat(500) }),
      );
    expect(await geocoder.search(PHOTON, 'roland', 'en')).toEqual({
      kind: 'found',
      places: [
        { name: 'Roland, Manitoba, Canada', lat: 49.4, lng: -97.9 },
        { name: 'Winnipeg, Canada', lat: 49.4, lng: -97.9 },
        { name: 'Main Street 5, Roland', lat: 49.5, lng: -98 },
        { name: 'spaced', lat: 49.4, lng: -97.9 },
        { name: 'x'.repeat(200), lat: 49.4, lng: -97.9 },
      ],
    });
  });

  it('omits malformed places, and places after the tenth', async () => {
    respond = () =>
      createCollection(
        null,
        'a',
        createPlace({}),
        createPlace({ name: 5 }),
        createPlace({ name: 'far' }, [200, 0]),
        createPlace({ name: 'short' }, [1]),
        createPlace({ name: 'text' }, ['1', '2']),
        { geometry: null, properties: { name: 'nowhere' } },
        createPlace({ name: 'good' }),
      );
    expect(await searchNames('anything')).toEqual(['good']);
    respond = () =>
      createCollection(...Array.from({ length: 50 }, (_, i) => createPlace({ name: `p${i}` })));
    at += SECOND;
    expect(await searchNames('many')).toHaveLength(10);
  });

  it.each([
    ['no response', null],
    ['a failure', { status: 500, body: '{}' }],
    ['text that is not JSON', { status: 200, body: '<html>' }],
    ['unexpected JSON', { status: 200, body: '{"features":{}}' }],
    ['an empty body', { status: 200, body: '' }],
  ])('is unavailable after %s, and sends a new request the next time', async (_, reply) => {
    respond = () => reply;
    expect(await searchNames('roland')).toBe('unavailable');
    respond = () => createCollection(createPlace({ name: 'Roland' }));
    at += SECOND;
    expect(await searchNames('roland')).toEqual(['Roland']);
  });

  it("sends requests in another provider's format, and does not reuse results of the previous provider", async () => {
    await geocoder.search(PHOTON, 'roland', 'ru');
    at += SECOND;
    const geoapify: GeocoderProvider = {
      ...PHOTON,
      version: 'geoapify-2',
      url: 'https://geoapify.example/v1/geocode/autocomplete?format=geojson',
      textParameter: 'text',
      languages: null,
    };
    await geocoder.search(geoapify, 'roland', 'ru');
    expect(requests.map(({ url }) => url.search)).toEqual([
      '?key=canary&q=roland&limit=10',
      '?format=geojson&text=roland&limit=10&lang=ru',
    ]);
  });

  it('reports whether the provider responds, and asks again within a day only if it did not', async () => {
    respond = () => null;
    expect(await geocoder.isReachable(PHOTON)).toBe(false);
    respond = () => createCollection();
    at += SECOND;
    expect(await geocoder.isReachable(PHOTON)).toBe(true);
    at += DAY - 1;
    expect(await geocoder.isReachable(PHOTON)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('caches a result for a day, ignoring case and spaces', async () => {
    expect(await searchNames('Elm Creek')).toEqual(['elm creek']);
    for (const text of ['elm creek', ' ELM  CREEK ', 'Elm\tCreek']) {
      expect(await searchNames(text)).toEqual(['elm creek']);
    }
    expect(requests).toHaveLength(1);
    at += DAY;
    await searchNames('elm creek');
    expect(requests).toHaveLength(2);
  });

  it('caches empty results too', async () => {
    respond = () => createCollection();
    expect(await searchNames('atlantis')).toEqual([]);
    expect(await searchNames('atlantis')).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('caches a thousand results', async () => {
    for (let i = 0; i < 1_001; i++) {
      at += SECOND;
      await searchNames(`text ${i}`);
    }
    await searchNames('text 1');
    expect(requests).toHaveLength(1_001);
    at += SECOND;
    await searchNames('text 0');
    expect(requests).toHaveLength(1_002);
  });

  it('sends one request for many simultaneous searches of the same text', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => searchNames('roland')));
    expect(outcomes).toEqual(Array(20).fill(['roland']));
    expect(requests).toHaveLength(1);
  });

  it('sends at most one request per second, and rejects those that would wait too long', async () => {
    const waits: number[] = [];
    geocoder = new Geocoder({
      get: async () => ({ status: 200, body: Buffer.from(createCollection().body) }),
      now: () => millis(at),
      pause: async (ms) => waits.push(ms),
    });
    const texts = Array.from({ length: 9 }, (_, i) => `text ${i}`);
    const outcomes = await Promise.all(texts.map((text) => geocoder.search(PHOTON, text, 'en')));
    expect(waits).toEqual([1, 2, 3, 4, 5].map((seconds) => seconds * SECOND));
    expect(outcomes.slice(0, 6).every(({ kind }) => kind === 'found')).toBe(true);
    expect(outcomes.slice(6)).toEqual(Array(3).fill({ kind: 'busy', seconds: 6 }));
    at += 6 * SECOND;
    expect(await geocoder.search(PHOTON, 'text 8', 'en')).toEqual({ kind: 'found', places: [] });
    expect(waits).toHaveLength(5);
  });
});
