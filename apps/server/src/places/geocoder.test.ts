import { DAY, millis, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Geocoder } from './geocoder.ts';
import type { GeocoderProvider } from './providers.ts';

const START = Date.parse('2026-07-01T12:00:00Z');

let at: number;
let requests: { readonly url: URL; readonly at: number }[];
let response: (url: URL) => { status: number; body: string } | null;
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

const place = (properties: object, coordinates: unknown = [-97.9, 49.4]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});
const collection = (...features: unknown[]) => ({
  status: 200,
  body: JSON.stringify({ type: 'FeatureCollection', features }),
});

beforeEach(() => {
  at = START;
  requests = [];
  response = (url) => collection(place({ name: url.searchParams.get('q') }));
  geocoder = new Geocoder({
    get: async (requestUrl) => {
      requests.push({ url: requestUrl, at });
      const given = response(requestUrl);
      return given && { status: given.status, body: Buffer.from(given.body) };
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
    const tricky = fc.oneof(
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
      fc.asyncProperty(tricky, async (text) => {
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
    response = () =>
      collection(
        place({ name: 'Roland', state: 'Manitoba', country: 'Canada' }),
        place({ name: 'Winnipeg', city: 'Winnipeg', country: 'Canada', extra: 5 }),
        place({ street: 'Main Street', housenumber: '5', city: 'Roland' }, [-98, 49.5, 240]),
        place({ name: ' \u0007spaced\u202e ' }),
        place({ name: 'x'.repeat(500) }),
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

  it('omits malformed places, and more than ten', async () => {
    response = () =>
      collection(
        null,
        'a',
        place({}),
        place({ name: 5 }),
        place({ name: 'far' }, [200, 0]),
        place({ name: 'short' }, [1]),
        place({ name: 'text' }, ['1', '2']),
        { geometry: null, properties: { name: 'nowhere' } },
        place({ name: 'good' }),
      );
    expect(await searchNames('anything')).toEqual(['good']);
    response = () => collection(...Array.from({ length: 50 }, (_, i) => place({ name: `p${i}` })));
    at += SECOND;
    expect(await searchNames('many')).toHaveLength(10);
  });

  it.each([
    ['no response', null],
    ['a failure', { status: 500, body: '{}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['another JSON', { status: 200, body: '{"features":{}}' }],
    ['nothing', { status: 200, body: '' }],
  ])('is unavailable with %s, and sends a new request the next time', async (_, given) => {
    response = () => given;
    expect(await searchNames('roland')).toBe('unavailable');
    response = () => collection(place({ name: 'Roland' }));
    at += SECOND;
    expect(await searchNames('roland')).toEqual(['Roland']);
  });

  it("sends another provider's own request, and does not reuse results of the previous provider", async () => {
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

  it('reports whether the provider answers, and asks again only if it did not', async () => {
    response = () => null;
    expect(await geocoder.isReachable(PHOTON)).toBe(false);
    response = () => collection();
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
    response = () => collection();
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
      get: async () => ({ status: 200, body: Buffer.from(collection().body) }),
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
