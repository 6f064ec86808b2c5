import { DAY, MINUTE, type Millis } from '@granary/domain/units';
import type { ProviderAnswer } from './provider.ts';

export interface TilePorts {
  /** The address of a tile, with `{z}`, `{x}` and `{y}`; null where none is configured. */
  readonly url: string | null;
  /** Gets what stands at a URL; null where that fails. */
  get(url: URL, maxBytes: number): Promise<ProviderAnswer | null>;
  now(): Millis;
}

/** A picture of a square of the map. */
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
/** More questions at once are not asked. */
const MAX_PENDING_REQUESTS = 64;
/** How long what is known of the provider counts. */
const STATE_CACHE_PERIOD = MINUTE;

interface CachedTile {
  readonly until: number;
  readonly tile: Tile;
}

/** The map's pictures, from the configured provider, kept for a day as far as memory is given. */
export class TileCache {
  private readonly kept = new Map<string, CachedTile>();
  private keptBytes = 0;
  private readonly underWay = new Map<string, Promise<TileOutcome>>();
  private state: { readonly until: number; readonly isReachable: boolean } | null = null;

  constructor(private readonly ports: TilePorts) {}

  /** The tile at a place of the map that exists (`isTile`). */
  async find(z: number, x: number, y: number): Promise<TileOutcome> {
    const key = `${z}/${x}/${y}`;
    const known = this.kept.get(key);
    if (known && known.until > this.ports.now()) return known.tile;
    const outcome = await this.ask(key);
    // An old picture is better than none.
    return outcome.kind === 'unavailable' && known ? known.tile : outcome;
  }

  get isConfigured(): boolean {
    return this.ports.url !== null;
  }

  /** Whether the provider answers, as far as is known or else by asking it. */
  async isReachable(): Promise<boolean> {
    if (!this.isConfigured) return false;
    if (this.state === null || this.state.until <= this.ports.now()) await this.ask('0/0/0');
    return this.state?.isReachable ?? false;
  }

  private async ask(key: string): Promise<TileOutcome> {
    const { url } = this.ports;
    if (url === null) return { kind: 'unavailable' };
    const before = this.underWay.get(key);
    if (before) return before;
    if (this.underWay.size >= MAX_PENDING_REQUESTS) return { kind: 'unavailable' };
    const asked = this.fetch(url, key).finally(() => this.underWay.delete(key));
    this.underWay.set(key, asked);
    return asked;
  }

  private async fetch(url: string, key: string): Promise<TileOutcome> {
    const { get, now } = this.ports;
    const outcome = toOutcome(await get(buildTileUrl(url, key), MAX_BYTES));
    this.state = { until: now() + STATE_CACHE_PERIOD, isReachable: outcome.kind !== 'unavailable' };
    if (outcome.kind === 'tile') this.keep(key, { until: now() + CACHE_PERIOD, tile: outcome });
    return outcome;
  }

  private keep(key: string, kept: CachedTile): void {
    this.forget(key);
    this.kept.set(key, kept);
    this.keptBytes += kept.tile.body.length;
    for (const oldest of this.kept.keys()) {
      if (this.keptBytes <= MAX_CACHED_BYTES) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.keptBytes -= this.kept.get(key)?.tile.body.length ?? 0;
    this.kept.delete(key);
  }
}

/** Whether the map has such a tile. */
export function isTile(z: number, x: number, y: number): boolean {
  return z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z;
}

function buildTileUrl(url: string, key: string): URL {
  const [z = '', x = '', y = ''] = key.split('/');
  return new URL(url.replaceAll('{z}', z).replaceAll('{x}', x).replaceAll('{y}', y));
}

function toOutcome(answer: ProviderAnswer | null): TileOutcome {
  if (answer?.status === 404 || answer?.status === 204) return { kind: 'missing' };
  const type = answer?.status === 200 ? detectImageType(answer.body) : null;
  return answer && type ? { kind: 'tile', type, body: answer.body } : { kind: 'unavailable' };
}

/** What the bytes are, whatever the provider calls them: pictures that hold no script. */
function detectImageType(body: Buffer): Tile['type'] | null {
  const begins = (bytes: string, at = 0) => body.subarray(at).indexOf(bytes, 0, 'latin1') === 0;
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins('\xff\xd8\xff')) return 'image/jpeg';
  return begins('RIFF') && begins('WEBP', 8) ? 'image/webp' : null;
}
