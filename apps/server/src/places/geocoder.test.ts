import { DAY, millis, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Geocoder } from './geocoder.ts';

const START = Date.parse('2026-07-01T12:00:00Z');

let at: number;
let asked: { readonly url: URL; readonly at: number }[];
let answer: (url: URL) => { status: number; body: string } | null;
let geocoder: Geocoder;

const place = (properties: object, coordinates: unknown = [-97.9, 49.4]) => ({
  ...{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties },
});
const collection = (...features: unknown[]) => ({
  ...{ status: 200, body: JSON.stringify({ type: 'FeatureCollection', features }) },
});

beforeEach(() => {
  at = START;
  asked = [];
  answer = (url) => collection(place({ name: url.searchParams.get('q') }));
  geocoder = make('https://photon.example/api?key=canary');
});

function make(url: string | null): Geocoder {
  return new Geocoder({
    url,
    get: async (question) => {
      asked.push({ url: question, at });
      const given = answer(question);
      return given && { status: given.status, body: Buffer.from(given.body) };
    },
    now: () => millis(at),
    pause: async (ms) => {
      at = Math.max(at, START) + ms;
    },
  });
}

const namesOf = async (text: string, language = 'en') => {
  const outcome = await geocoder.search(text, language);
  return outcome.kind === 'found' ? outcome.places.map(({ name }) => name) : outcome.kind;
};

describe('searching places', () => {
  it('asks the configured provider as Photon wants it, and nothing else', async () => {
    await geocoder.search('Elm Creek', 'de');
    expect(asked.map(({ url }) => url.href)).toEqual([
      'https://photon.example/api?key=canary&q=elm+creek&limit=10&lang=de',
    ]);
    at += SECOND;
    // Photon refuses languages it does not speak.
    await geocoder.search('Elm Creek', 'ru');
    expect(asked[1]?.url.searchParams.has('lang')).toBe(false);
  });

  it('never leaves the configured host and path, whatever is typed', async () => {
    const tricky = fc.oneof(
      fc.constantFrom(
        ...['@169.254.169.254/', '//127.0.0.1', '../../admin', '?q=1#x', 'http://2130706433/'],
        ...['\\\\host\\share', '%2e%2e%2f', '&key=other', '\r\nHost: inner', '[::1]:80'],
      ),
      fc.string({ unit: 'binary', minLength: 2, maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(tricky, async (text) => {
        at += SECOND;
        await geocoder.search(text, 'en');
        for (const { url } of asked.splice(0)) {
          expect([url.origin, url.pathname, url.hash, url.username]).toEqual([
            ...['https://photon.example', '/api', '', ''],
          ]);
          expect(url.searchParams.getAll('key')).toEqual(['canary']);
          expect([...url.searchParams.keys()]).toEqual(['key', 'q', 'limit', 'lang']);
        }
      }),
    );
  });

  it('names places by what is known of them, each part once', async () => {
    answer = () =>
      collection(
        place({ name: 'Roland', state: 'Manitoba', country: 'Canada' }),
        place({ name: 'Winnipeg', city: 'Winnipeg', country: 'Canada', extra: 5 }),
        place({ street: 'Main Street', housenumber: '5', city: 'Roland' }, [-98, 49.5, 240]),
        place({ name: ' \u0007spaced\u202e ' }),
        place({ name: 'x'.repeat(500) }),
      );
    expect(await geocoder.search('roland', 'en')).toEqual({
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

  it('leaves out what is no place, and more than ten', async () => {
    answer = () =>
      collection(
        ...[null, 'a', place({}), place({ name: 5 }), place({ name: 'far' }, [200, 0])],
        ...[place({ name: 'short' }, [1]), place({ name: 'text' }, ['1', '2'])],
        { geometry: null, properties: { name: 'nowhere' } },
        place({ name: 'good' }),
      );
    expect(await namesOf('anything')).toEqual(['good']);
    answer = () => collection(...Array.from({ length: 50 }, (_, i) => place({ name: `p${i}` })));
    at += SECOND;
    expect(await namesOf('many')).toHaveLength(10);
  });

  it.each([
    ['no answer', null],
    ['a failure', { status: 500, body: '{}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['another JSON', { status: 200, body: '{"features":{}}' }],
    ['nothing', { status: 200, body: '' }],
  ])('is unavailable with %s, and asks again the next time', async (_, given) => {
    answer = () => given;
    expect(await namesOf('roland')).toBe('unavailable');
    answer = () => collection(place({ name: 'Roland' }));
    at += SECOND;
    expect(await namesOf('roland')).toEqual(['Roland']);
  });

  it('is unavailable where no provider is configured', async () => {
    geocoder = make(null);
    expect(await namesOf('roland')).toBe('unavailable');
    expect(asked).toEqual([]);
  });

  it('remembers an answer for a day, however it is written', async () => {
    expect(await namesOf('Elm Creek')).toEqual(['elm creek']);
    for (const text of ['elm creek', ' ELM  CREEK ', 'Elm\tCreek']) {
      expect(await namesOf(text)).toEqual(['elm creek']);
    }
    expect(asked).toHaveLength(1);
    at += DAY;
    await namesOf('elm creek');
    expect(asked).toHaveLength(2);
  });

  it('remembers that there is nothing, too', async () => {
    answer = () => collection();
    expect(await namesOf('atlantis')).toEqual([]);
    expect(await namesOf('atlantis')).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('remembers a thousand texts', async () => {
    for (let i = 0; i < 1_001; i++) {
      at += SECOND;
      await namesOf(`text ${i}`);
    }
    await namesOf('text 1');
    expect(asked).toHaveLength(1_001);
    at += SECOND;
    await namesOf('text 0');
    expect(asked).toHaveLength(1_002);
  });

  it('asks once where many ask the same at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => namesOf('roland')));
    expect(outcomes).toEqual(Array(20).fill(['roland']));
    expect(asked).toHaveLength(1);
  });

  it('asks once a second at most, and sends away whose turn would come too late', async () => {
    const waits: number[] = [];
    geocoder = new Geocoder({
      url: 'https://photon.example/api',
      get: async () => ({ status: 200, body: Buffer.from(collection().body) }),
      now: () => millis(at),
      pause: async (ms) => waits.push(ms),
    });
    const texts = Array.from({ length: 9 }, (_, i) => `text ${i}`);
    const outcomes = await Promise.all(texts.map((text) => geocoder.search(text, 'en')));
    expect(waits).toEqual([1, 2, 3, 4, 5].map((seconds) => seconds * SECOND));
    expect(outcomes.slice(0, 6).every(({ kind }) => kind === 'found')).toBe(true);
    expect(outcomes.slice(6)).toEqual(Array(3).fill({ kind: 'busy', seconds: 6 }));
    at += 6 * SECOND;
    expect(await geocoder.search('text 8', 'en')).toEqual({ kind: 'found', places: [] });
    expect(waits).toHaveLength(5);
  });
});
