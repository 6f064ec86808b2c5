import { MINUTE, type Millis } from '@granary/domain/units';
import { MAX_ZOOM, type ProviderRequest, type TileProvider } from './providers.ts';

/** The response of a map or place provider. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: Buffer;
}

/** Fetches a URL of a provider; null if that fails. */
export type GetFromProvider = (
  url: URL,
  maxBytes: number,
  request: ProviderRequest,
) => Promise<ProviderResponse | null>;

export interface TilePorts {
  readonly get: GetFromProvider;
  now(): Millis;
}

/** An image of one square of the map. */
export interface Tile {
  readonly kind: 'tile';
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly body: Buffer;
}

export type TileOutcome = Tile | { readonly kind: 'missing' } | { readonly kind: 'unavailable' };

const MAX_BYTES = 512 * 1024;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** Further requests are refused while this many are pending. */
const MAX_PENDING_REQUESTS = 64;
/** How long the provider's reachability is cached. */
const STATE_CACHE_PERIOD = MINUTE;

interface CachedTile {
  readonly expiresAt: number;
  readonly tile: Tile;
}

/** The coordinates of a tile. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Caches map tiles for as long as their provider allows, within a memory limit. */
export class TileCache {
  private readonly cache = new Map<string, CachedTile>();
  private cachedBytes = 0;
  private readonly pending = new Map<string, Promise<TileOutcome>>();
  private state: {
    readonly version: string;
    readonly expiresAt: number;
    readonly isReachable: boolean;
  } | null = null;

  constructor(private readonly ports: TilePorts) {}

  /** A tile by its coordinates, which must be valid (`isTile`). */
  async find(provider: TileProvider, address: TileAddress): Promise<TileOutcome> {
    if (address.z > provider.maxNativeZoom) return { kind: 'missing' };
    const cachedTile = this.cache.get(toCacheKey(provider, address));
    if (cachedTile && cachedTile.expiresAt > this.ports.now()) return cachedTile.tile;
    const outcome = await this.request(provider, address);
    // An outdated tile is better than none.
    return outcome.kind === 'unavailable' && cachedTile ? cachedTile.tile : outcome;
  }

  /** Whether the provider responds; requests a tile if that is not known. */
  async isReachable(provider: TileProvider): Promise<boolean> {
    const { state, ports } = this;
    const isKnown = state?.version === provider.version && state.expiresAt > ports.now();
    if (!isKnown) await this.request(provider, { z: 0, x: 0, y: 0 });
    return this.state?.version === provider.version && this.state.isReachable;
  }

  private async request(provider: TileProvider, address: TileAddress): Promise<TileOutcome> {
    const key = toCacheKey(provider, address);
    const pending = this.pending.get(key);
    if (pending) return pending;
    if (this.pending.size >= MAX_PENDING_REQUESTS) return { kind: 'unavailable' };
    const request = this.fetch(provider, address).finally(() => this.pending.delete(key));
    this.pending.set(key, request);
    return request;
  }

  private async fetch(provider: TileProvider, address: TileAddress): Promise<TileOutcome> {
    const { get, now } = this.ports;
    const { version, cachePeriod, allowsStorage } = provider;
    const url = buildTileUrl(provider.url, address);
    const outcome = toOutcome(await get(url, MAX_BYTES, provider.request));
    const isReachable = outcome.kind !== 'unavailable';
    this.state = { version, expiresAt: now() + STATE_CACHE_PERIOD, isReachable };
    if (outcome.kind === 'tile' && allowsStorage) {
      this.store(toCacheKey(provider, address), { expiresAt: now() + cachePeriod, tile: outcome });
    }
    return outcome;
  }

  private store(key: string, newTile: CachedTile): void {
    this.remove(key);
    this.cache.set(key, newTile);
    this.cachedBytes += newTile.tile.body.length;
    for (const oldest of this.cache.keys()) {
      if (this.cachedBytes <= MAX_CACHED_BYTES) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.cachedBytes -= this.cache.get(key)?.tile.body.length ?? 0;
    this.cache.delete(key);
  }
}

/** Whether a map tile with these coordinates exists. */
export function isTile({ z, x, y }: TileAddress): boolean {
  return z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z;
}

function toCacheKey({ version }: TileProvider, { z, x, y }: TileAddress): string {
  return `${version}/${z}/${x}/${y}`;
}

function buildTileUrl(url: string, { z, x, y }: TileAddress): URL {
  return new URL(url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)));
}

function toOutcome(response: ProviderResponse | null): TileOutcome {
  if (response?.status === 404 || response?.status === 204) return { kind: 'missing' };
  const type = response?.status === 200 ? detectImageType(response.body) : null;
  return response && type ? { kind: 'tile', type, body: response.body } : { kind: 'unavailable' };
}

/**
 * The image type detected from the bytes, because the provider's Content-Type might be wrong. None of these
 * types can contain scripts.
 */
function detectImageType(body: Buffer): Tile['type'] | null {
  const startsWith = (bytes: string, at = 0) => body.subarray(at).indexOf(bytes, 0, 'latin1') === 0;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return startsWith('RIFF') && startsWith('WEBP', 8) ? 'image/webp' : null;
}
