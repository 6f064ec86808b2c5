import { DAY, MINUTE, type Millis } from '@granary/domain/units';

/** The response of a map or place provider. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: Buffer;
}

export interface TilePorts {
  /** The URL template of tiles, with `{z}`, `{x}` and `{y}`; null if none is configured. */
  readonly url: string | null;
  /** Fetches a URL; null if that fails. */
  get(url: URL, maxBytes: number): Promise<ProviderResponse | null>;
  now(): Millis;
}

/** An image of one square of the map. */
export interface Tile {
  readonly kind: 'tile';
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly body: Buffer;
}

export type TileOutcome = Tile | { readonly kind: 'missing' } | { readonly kind: 'unavailable' };

export const MAX_ZOOM = 19;
const MAX_BYTES = 512 * 1024;
const CACHE_PERIOD = DAY;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** Further requests are refused while this many are pending. */
const MAX_PENDING_REQUESTS = 64;
/** How long the provider's reachability is cached. */
const STATE_CACHE_PERIOD = MINUTE;

interface CachedTile {
  readonly until: number;
  readonly tile: Tile;
}

/** Map tiles from the configured provider, cached for a day within a memory limit. */
export class TileCache {
  private readonly cache = new Map<string, CachedTile>();
  private cachedBytes = 0;
  private readonly pending = new Map<string, Promise<TileOutcome>>();
  private state: { readonly until: number; readonly isReachable: boolean } | null = null;

  constructor(private readonly ports: TilePorts) {}

  /** A tile by its coordinates, which must be valid (`isTile`). */
  async find(z: number, x: number, y: number): Promise<TileOutcome> {
    const key = `${z}/${x}/${y}`;
    const known = this.cache.get(key);
    if (known && known.until > this.ports.now()) return known.tile;
    const outcome = await this.request(key);
    // An outdated tile is better than none.
    return outcome.kind === 'unavailable' && known ? known.tile : outcome;
  }

  get isConfigured(): boolean {
    return this.ports.url !== null;
  }

  /** Whether the provider responds; requests a tile if that is not known. */
  async isReachable(): Promise<boolean> {
    if (!this.isConfigured) return false;
    if (this.state === null || this.state.until <= this.ports.now()) await this.request('0/0/0');
    return this.state?.isReachable ?? false;
  }

  private async request(key: string): Promise<TileOutcome> {
    const { url } = this.ports;
    if (url === null) return { kind: 'unavailable' };
    const pending = this.pending.get(key);
    if (pending) return pending;
    if (this.pending.size >= MAX_PENDING_REQUESTS) return { kind: 'unavailable' };
    const request = this.fetch(url, key).finally(() => this.pending.delete(key));
    this.pending.set(key, request);
    return request;
  }

  private async fetch(url: string, key: string): Promise<TileOutcome> {
    const { get, now } = this.ports;
    const outcome = toOutcome(await get(buildTileUrl(url, key), MAX_BYTES));
    this.state = { until: now() + STATE_CACHE_PERIOD, isReachable: outcome.kind !== 'unavailable' };
    if (outcome.kind === 'tile') this.store(key, { until: now() + CACHE_PERIOD, tile: outcome });
    return outcome;
  }

  private store(key: string, cached: CachedTile): void {
    this.remove(key);
    this.cache.set(key, cached);
    this.cachedBytes += cached.tile.body.length;
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

/** Whether the coordinates name a tile of the map. */
export function isTile(z: number, x: number, y: number): boolean {
  return z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z;
}

function buildTileUrl(url: string, key: string): URL {
  const [z = '', x = '', y = ''] = key.split('/');
  return new URL(url.replaceAll('{z}', z).replaceAll('{x}', x).replaceAll('{y}', y));
}

function toOutcome(response: ProviderResponse | null): TileOutcome {
  if (response?.status === 404 || response?.status === 204) return { kind: 'missing' };
  const type = response?.status === 200 ? detectImageType(response.body) : null;
  return response && type ? { kind: 'tile', type, body: response.body } : { kind: 'unavailable' };
}

/**
 * The image type by the bytes, because the provider's Content-Type may be wrong. None of these types
 * can contain scripts.
 */
function detectImageType(body: Buffer): Tile['type'] | null {
  const startsWith = (bytes: string, at = 0) => body.subarray(at).indexOf(bytes, 0, 'latin1') === 0;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return startsWith('RIFF') && startsWith('WEBP', 8) ? 'image/webp' : null;
}
