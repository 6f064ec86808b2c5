import { Geocoder } from '../places/geocoder.ts';
import { placeRoutes } from '../places/routes.ts';
import { TileCache } from '../places/tiles.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';

/** How long a provider of the map may take to answer. */
const PROVIDER_MS = 5_000;

/** Maps and place search; a provider that does not answer makes them unavailable, and is not an error. */
export function wirePlaces(
  dependencies: Dependencies,
  { app, guard }: HttpServer,
  outbound: Outbound,
): void {
  const { config, log, now, pause } = dependencies;
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
    tiles: new TileCache({ url: config.tileUrl, get, now }),
  });
}
