import { Geocoder } from '../places/geocoder.ts';
import { findProviders } from '../places/provider-store.ts';
import { PlaceProviders } from '../places/providers.ts';
import { placeRoutes } from '../places/routes.ts';
import { TileSigner } from '../places/tile-signer.ts';
import { type GetFromProvider, TileCache } from '../places/tiles.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';

/** How long a map or geocoding provider may take to answer. */
const PROVIDER_TIMEOUT_MS = 5_000;

/**
 * Wires maps and place search; if a provider does not answer, they are unavailable, which is not an error.
 */
export function wirePlaces(
  dependencies: Dependencies,
  { app, guard, requestLimiter }: HttpServer,
  outbound: Outbound,
): void {
  const { config, secrets, db, log, now, pause, presetUrls } = dependencies;
  const get: GetFromProvider = async (url, maxBytes, request) => {
    try {
      return await outbound.get(url, { timeoutMs: PROVIDER_TIMEOUT_MS, maxBytes }, request);
    } catch (error) {
      // The path and the query may contain the operator's API key.
      log.debug({ err: error, host: url.host }, 'no answer from a provider');
      return null;
    }
  };
  const providers = new PlaceProviders({
    configuredProviders: { maps: config.maps, geocoder: config.geocoder },
    publicUrl: config.publicUrl,
    presetUrls,
    find: () => findProviders(db),
    now,
  });
  placeRoutes(app, {
    db,
    guard,
    now,
    providers,
    geocoder: new Geocoder({ get, now, pause }),
    tiles: new TileCache({ get, now }),
    tileSigner: new TileSigner(secrets.tokenKey, now),
    requestLimiter,
    isPrivate: (url) => outbound.isPrivate(url),
  });
}
