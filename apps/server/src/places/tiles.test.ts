import { DAY, MINUTE, millis } from '@granary/domain/units';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TileProvider } from './providers.ts';
import { isTile, TileCache } from './tiles.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the picture', 'latin1');

const PROVIDER: TileProvider = {
  version: 'own-1',
  url: 'https://tiles.example/{z}/{y}/{x}.png?key=canary',
  attribution: '',
  links: [],
  maxNativeZoom: 19,
  cachePeriod: DAY,
  allowsStorage: true,
  request: { isPublicOnly: true, userAgent: 'Granary' },
};

let at: number;
let requests: string[];
let respond: () => { status: number; body: Buffer } | null | Promise<never>;
let tiles: TileCache;

beforeEach(() => {
  at = Date.parse('2026-07-01T12:00:00Z');
  requests = [];
  respond = () => ({ status: 200, body: PNG });
  tiles = new TileCache({
    get: async ({ href }) => {
      requests.push(href);
      return respond();
    },
    now: () => millis(at),
  });
});

const find = (z: number, x: number, y: number, provider = PROVIDER) =>
  tiles.find(provider, { z, x, y });

describe('a tile', () => {
  it('comes from the configured URL', async () => {
    const tile = await find(7, 29, 43);
    expect(tile).toEqual({ kind: 'tile', type: 'image/png', body: PNG });
    expect(requests).toEqual(['https://tiles.example/7/43/29.png?key=canary']);
  });

  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0 jpeg'],
    ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
  ])('may be %s', async (type, bytes) => {
    respond = () => ({ status: 200, body: Buffer.from(bytes, 'latin1') });
    expect(await find(0, 0, 0)).toMatchObject({ kind: 'tile', type });
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['<html><script>alert(1)</script></html>'],
    ['GIF89a'],
    [' \x89PNG\r\n\x1a\n'],
    ['RIFF\x10\x00\x00\x00WAVE'],
    [''],
  ])('is rejected if the bytes are %j', async (bytes) => {
    respond = () => ({ status: 200, body: Buffer.from(bytes, 'latin1') });
    expect(await find(0, 0, 0)).toEqual({ kind: 'unavailable' });
  });

  it('is missing if the provider has none, and unavailable if it fails', async () => {
    for (const status of [404, 204]) {
      respond = () => ({ status, body: Buffer.alloc(0) });
      expect(await find(1, 0, 0)).toEqual({ kind: 'missing' });
    }
    for (const status of [200, 401, 403, 429, 500]) {
      respond = () => ({ status, body: Buffer.from('no picture') });
      expect(await find(1, 0, 0)).toEqual({ kind: 'unavailable' });
    }
    respond = () => null;
    expect(await find(1, 0, 0)).toEqual({ kind: 'unavailable' });
  });

  it('is requested at most once a day, and only once for simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 30 }, () => find(3, 1, 2)));
    await find(3, 1, 2);
    expect(requests).toHaveLength(1);
    at += DAY;
    await find(3, 1, 2);
    expect(requests).toHaveLength(2);
  });

  it('is served from an outdated copy if the provider fails', async () => {
    await find(3, 1, 2);
    at += 2 * DAY;
    respond = () => null;
    expect(await find(3, 1, 2)).toMatchObject({ kind: 'tile' });
    respond = () => ({ status: 404, body: Buffer.alloc(0) });
    expect(await find(3, 1, 2)).toEqual({ kind: 'missing' });
  });

  it('is cached up to the memory limit, and the oldest tiles are evicted first', async () => {
    const largeTile = Buffer.concat([PNG, Buffer.alloc(500 * 1024)]);
    respond = () => ({ status: 200, body: largeTile });
    const capacity = Math.floor((64 * 1024 * 1024) / largeTile.length);
    for (let x = 0; x <= capacity; x++) await find(12, x, 0);
    requests = [];
    for (let x = 1; x <= capacity; x++) await find(12, x, 0);
    expect(requests).toEqual([]);
    await find(12, 0, 0);
    expect(requests).toHaveLength(1);
  });

  it('is not requested while sixty-four requests are pending', async () => {
    const failPendingRequests: (() => void)[] = [];
    respond = () =>
      new Promise<never>((_, reject) => failPendingRequests.push(() => reject(new Error('end'))));
    const pendingTiles = Array.from({ length: 64 }, (_, x) => find(12, x, 0));
    const settled = Promise.allSettled(pendingTiles);
    await expect.poll(() => requests.length).toBe(64);
    expect(await find(12, 64, 0)).toEqual({ kind: 'unavailable' });
    for (const end of failPendingRequests) end();
    await settled;
    respond = () => ({ status: 200, body: PNG });
    expect(await find(12, 64, 0)).toMatchObject({ kind: 'tile' });
  });

  it('is requested again from another provider', async () => {
    await find(3, 1, 2);
    const otherProvider = {
      ...PROVIDER,
      version: 'own-2',
      url: 'https://other.example/{z}/{x}/{y}',
    };
    await find(3, 1, 2, otherProvider);
    expect(requests[1]).toBe('https://other.example/3/1/2');
    respond = () => null;
    // An outdated tile of the previous provider is never served.
    expect(await find(3, 1, 3, otherProvider)).toEqual({ kind: 'unavailable' });
    expect(await find(3, 1, 2)).toMatchObject({ kind: 'tile' });
    expect(requests).toHaveLength(3);
  });

  it('is not stored for a provider that forbids it', async () => {
    const esri = { ...PROVIDER, allowsStorage: false };
    await find(3, 1, 2, esri);
    await find(3, 1, 2, esri);
    expect(requests).toHaveLength(2);
  });

  it('is not requested at higher zoom levels than the provider has', async () => {
    const coarseProvider = { ...PROVIDER, maxNativeZoom: 14 };
    expect(await find(15, 1, 2, coarseProvider)).toEqual({ kind: 'missing' });
    expect(requests).toEqual([]);
    expect(await find(14, 1, 2, coarseProvider)).toMatchObject({ kind: 'tile' });
  });

  it('has valid coordinates', () => {
    for (const [z, x, y] of [
      [0, 0, 0],
      [1, 1, 1],
      [19, 524_287, 524_287],
    ] as const) {
      expect(isTile({ z, x, y }), `${z}/${x}/${y}`).toBe(true);
    }
    for (const [z, x, y] of [
      [0, 1, 0],
      [0, 0, 1],
      [19, 524_288, 0],
      [20, 0, 0],
    ] as const) {
      expect(isTile({ z, x, y }), `${z}/${x}/${y}`).toBe(false);
    }
  });
});

describe('reachability', () => {
  it('is cached from the last response for a minute', async () => {
    expect(await tiles.isReachable(PROVIDER)).toBe(true);
    expect(requests).toEqual(['https://tiles.example/0/0/0.png?key=canary']);
    respond = () => null;
    at += MINUTE - 1;
    expect(await tiles.isReachable(PROVIDER)).toBe(true);
    at += 1;
    expect(await tiles.isReachable(PROVIDER)).toBe(false);
    expect(requests).toHaveLength(2);
    respond = () => ({ status: 404, body: Buffer.alloc(0) });
    await find(5, 1, 1);
    expect(await tiles.isReachable(PROVIDER)).toBe(true);
    expect(requests).toHaveLength(3);
  });

  it('is checked separately for each provider', async () => {
    expect(await tiles.isReachable(PROVIDER)).toBe(true);
    respond = () => null;
    expect(await tiles.isReachable({ ...PROVIDER, version: 'own-2' })).toBe(false);
    expect(requests).toHaveLength(2);
  });
});
