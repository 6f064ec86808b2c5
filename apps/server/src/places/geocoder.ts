import type { Place } from '@granary/contract/places/http';
import { DAY, type Millis, SECOND } from '@granary/domain/units';
import * as z from 'zod/mini';
import type { ProviderAnswer } from './provider.ts';

export interface GeocoderPorts {
  /** Where the provider is asked; null where none is configured. */
  readonly url: string | null;
  /** Gets what stands at a URL; null where that fails. */
  get(url: URL, maxBytes: number): Promise<ProviderAnswer | null>;
  now(): Millis;
  pause(ms: number): Promise<unknown>;
}

export type PlacesOutcome =
  | { readonly kind: 'found'; readonly places: readonly Place[] }
  | { readonly kind: 'unavailable' }
  /** So many ask that the turn would come too late. */
  | { readonly kind: 'busy'; readonly seconds: number };

const MAX_PLACES = 10;
const MAX_BYTES = 256 * 1024;
const MAX_NAME_LENGTH = 200;
/** Public providers ask for this. */
const MIN_REQUEST_INTERVAL = SECOND;
const MAX_WAIT = 5 * SECOND;
const CACHE_PERIOD = DAY;
const MAX_CACHED = 1_000;
/** A provider of this kind refuses languages it does not speak; these it always does. */
const LANGUAGES = new Set(['en', 'de', 'fr']);

interface CachedResult {
  readonly until: number;
  readonly outcome: Promise<PlacesOutcome>;
}

/**
 * Places that a text names, from a provider that answers as Photon does: GeoJSON for `q`. It is
 * asked once a second at most, and once a day for the same text.
 */
export class Geocoder {
  private readonly kept = new Map<string, CachedResult>();
  private nextTurn = 0;

  constructor(private readonly ports: GeocoderPorts) {}

  async search(text: string, language: string): Promise<PlacesOutcome> {
    const { url, now } = this.ports;
    if (url === null) return { kind: 'unavailable' };
    const q = text.normalize().toLowerCase().replace(/\s+/g, ' ').trim();
    const lang = LANGUAGES.has(language) ? language : null;
    const key = `${lang}:${q}`;
    const known = this.kept.get(key);
    if (known && known.until > now()) return known.outcome;
    const outcome = this.ask(buildRequestUrl(url, q, lang));
    this.keep(key, { until: now() + CACHE_PERIOD, outcome });
    const settled = await outcome;
    // Only answers are kept: whoever got none may ask again.
    if (settled.kind !== 'found' && this.kept.get(key)?.outcome === outcome) this.kept.delete(key);
    return settled;
  }

  private keep(key: string, kept: CachedResult): void {
    this.kept.delete(key);
    this.kept.set(key, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_CACHED && oldest !== undefined) this.kept.delete(oldest);
  }

  private async ask(question: URL): Promise<PlacesOutcome> {
    const { get, now, pause } = this.ports;
    const at = now();
    const turn = Math.max(at, this.nextTurn);
    const wait = turn - at;
    if (wait > MAX_WAIT) return { kind: 'busy', seconds: Math.ceil(wait / SECOND) };
    this.nextTurn = turn + MIN_REQUEST_INTERVAL;
    if (wait > 0) await pause(wait);
    const answer = await get(question, MAX_BYTES);
    const places = answer?.status === 200 ? parsePlaces(answer.body) : null;
    return places ? { kind: 'found', places } : { kind: 'unavailable' };
  }
}

function buildRequestUrl(url: string, q: string, lang: string | null): URL {
  const question = new URL(url);
  question.searchParams.set('q', q);
  question.searchParams.set('limit', String(MAX_PLACES));
  if (lang !== null) question.searchParams.set('lang', lang);
  return question;
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
/** What a place's name is made of. */
const NAME_PARTS = ['name', 'street', 'housenumber', 'city', 'state', 'country'] as const;

const collection = z.object({ features: z.array(z.unknown()) });

/** The places of a provider's answer, without what cannot be read; null where none of it can. */
function parsePlaces(body: Buffer): Place[] | null {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const parsed = collection.safeParse(json);
  if (!parsed.success) return null;
  return parsed.data.features.slice(0, MAX_PLACES).flatMap((one) => {
    const found = feature.safeParse(one);
    if (!found.success) return [];
    const [lng, lat] = found.data.geometry.coordinates;
    const name = formatName(found.data.properties);
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
