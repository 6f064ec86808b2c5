import type { Place } from '@granary/contract/places/http';
import { DAY, type Millis, SECOND } from '@granary/domain/units';
import * as z from 'zod/mini';
import type { GeocoderProvider } from './providers.ts';
import type { GetFromProvider } from './tiles.ts';

export interface GeocoderPorts {
  readonly get: GetFromProvider;
  now(): Millis;
  pause(ms: number): Promise<unknown>;
}

export type PlacesOutcome =
  | { readonly kind: 'found'; readonly places: readonly Place[] }
  | { readonly kind: 'unavailable' }
  /** Too many requests are waiting; try again after `seconds`. */
  | { readonly kind: 'busy'; readonly seconds: number };

const MAX_PLACES = 10;
const MAX_BYTES = 256 * 1024;
const MAX_NAME_LENGTH = 200;
/** The shortest interval that public providers allow between requests, ms. */
const MIN_REQUEST_INTERVAL = SECOND;
const MAX_WAIT = 5 * SECOND;
const CACHE_PERIOD = DAY;
const MAX_CACHED = 1_000;
/** A place that every provider can find, used to check whether a provider responds. */
const KNOWN_PLACE = 'Winnipeg';

interface CachedResult {
  readonly expiresAt: number;
  readonly outcome: Promise<PlacesOutcome>;
}

/**
 * Searches for places by name with a provider that responds with GeoJSON. It sends at most one request per
 * second, and caches the results of each search for a day.
 */
export class Geocoder {
  private readonly cache = new Map<string, CachedResult>();
  private nextRequestAt = 0;

  constructor(private readonly ports: GeocoderPorts) {}

  async search(provider: GeocoderProvider, text: string, language: string): Promise<PlacesOutcome> {
    const { now } = this.ports;
    const { version, languages } = provider;
    const q = text.normalize().toLowerCase().replace(/\s+/g, ' ').trim();
    const lang = languages === null || languages.has(language) ? language : null;
    const key = `${version}:${lang}:${q}`;
    const cachedResult = this.cache.get(key);
    if (cachedResult && cachedResult.expiresAt > now()) return cachedResult.outcome;
    const outcome = this.request(provider, buildRequestUrl(provider, q, lang));
    this.store(key, { expiresAt: now() + CACHE_PERIOD, outcome });
    const placesOutcome = await outcome;
    // Failures are not cached, so that the user can try again.
    if (placesOutcome.kind !== 'found' && this.cache.get(key)?.outcome === outcome) {
      this.cache.delete(key);
    }
    return placesOutcome;
  }

  /** Whether the provider responds; a success is cached for a day. */
  async isReachable(provider: GeocoderProvider): Promise<boolean> {
    return (await this.search(provider, KNOWN_PLACE, 'en')).kind !== 'unavailable';
  }

  private store(key: string, result: CachedResult): void {
    this.cache.delete(key);
    this.cache.set(key, result);
    const [oldest] = this.cache.keys();
    if (this.cache.size > MAX_CACHED && oldest !== undefined) this.cache.delete(oldest);
  }

  private async request(provider: GeocoderProvider, requestUrl: URL): Promise<PlacesOutcome> {
    const { get, now, pause } = this.ports;
    const at = now();
    const requestAt = Math.max(at, this.nextRequestAt);
    const wait = requestAt - at;
    if (wait > MAX_WAIT) return { kind: 'busy', seconds: Math.ceil(wait / SECOND) };
    this.nextRequestAt = requestAt + MIN_REQUEST_INTERVAL;
    if (wait > 0) await pause(wait);
    const response = await get(requestUrl, MAX_BYTES, provider.request);
    const places = response?.status === 200 ? parsePlaces(response.body) : null;
    return places ? { kind: 'found', places } : { kind: 'unavailable' };
  }
}

function buildRequestUrl(provider: GeocoderProvider, text: string, lang: string | null): URL {
  const requestUrl = new URL(provider.url);
  requestUrl.searchParams.set(provider.textParameter, text);
  requestUrl.searchParams.set('limit', String(MAX_PLACES));
  if (lang !== null) requestUrl.searchParams.set('lang', lang);
  return requestUrl;
}

const feature = z.object({
  geometry: z.object({
    coordinates: z.tuple(
      [
        z.number().check(z.minimum(-180), z.maximum(180)),
        z.number().check(z.minimum(-90), z.maximum(90)),
      ],
      z.unknown(),
    ),
  }),
  properties: z.record(z.string(), z.unknown()),
});
/** The properties that make up the name of a place. */
const NAME_PARTS = ['name', 'street', 'housenumber', 'city', 'state', 'country'] as const;

const collection = z.object({ features: z.array(z.unknown()) });

/** The valid places in a provider's response; null if it is malformed. */
function parsePlaces(body: Buffer): Place[] | null {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const parsed = collection.safeParse(json);
  if (!parsed.success) return null;
  return parsed.data.features.slice(0, MAX_PLACES).flatMap((value) => {
    const parsedFeature = feature.safeParse(value);
    if (!parsedFeature.success) return [];
    const [lng, lat] = parsedFeature.data.geometry.coordinates;
    const name = formatName(parsedFeature.data.properties);
    return name === '' ? [] : [{ name, lat, lng }];
  });
}

function formatName(properties: Readonly<Record<string, unknown>>): string {
  const [name, street, number, city, state, country] = NAME_PARTS.map((key) => {
    const value = properties[key];
    return typeof value === 'string' ? value.trim() : '';
  });
  const address = [street, number].filter(Boolean).join(' ');
  const parts = [name || address, city, state, country].filter(Boolean);
  return [...new Set(parts)].join(', ').replace(/\p{C}/gu, '').slice(0, MAX_NAME_LENGTH);
}
