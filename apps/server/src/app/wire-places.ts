import { Geocoder } from '../places/geocoder.ts';
import { placeRoutes } from '../places/routes.ts';
import { Tiles } from '../places/tiles.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Door, Ground } from './dependencies.ts';

/** How long a provider of the map may take to answer. */
const PROVIDER_MS = 5_000;

/** The map and its providers; one that does not answer is no failure of ours. */
export function placeRoom(ground: Ground, { app, guard }: Door, outbound: Outbound): void {
  const { config, log, now, pause } = ground;
  const get = async (url: URL, maxBytes: number) => {
    try {
      return await outbound.get(url, { timeoutMs: PROVIDER_MS, maxBytes });
    } catch (error) {
      // The path and the query may hold the operator's key.
      log.debug({ err: error, host: url.host }, 'no answer from a provider');
      return null;
    }
  };
  placeRoutes(app, {
    guard,
    attribution: config.tileAttribution,
    geocoder: new Geocoder({ url: config.geocoderUrl, get, now, pause }),
    tiles: new Tiles({ url: config.tileUrl, get, now }),
  });
}
