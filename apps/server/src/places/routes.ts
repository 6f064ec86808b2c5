import { getMapSettings, searchPlaces } from '@granary/contract/places/http';
import {
  getPlaceProviders,
  type PlaceProviders as PlaceProvidersResponse,
  setPlaceProviders,
} from '@granary/contract/places/providers';
import {
  type GeocoderName,
  isGeocoderPreset,
  isMapPreset,
  type MapProviderName,
} from '@granary/domain/places/providers';
import { SECOND } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import type { MessageKey } from '../locales/messages.ts';
import { findPreferredLanguage } from '../platform/http/error-message.ts';
import { ApiError, fieldError, tooManyRequestsError } from '../platform/http/error-response.ts';
import type { RequestLimiter } from '../platform/http/request-limiter.ts';
import { serve } from '../platform/http/serve.ts';
import { changeProviders, type ProviderProblem } from './change-providers.ts';
import type { Geocoder } from './geocoder.ts';
import { type ChosenProvider, MAX_ZOOM, type PlaceProviders, type Service } from './providers.ts';
import type { TileSigner } from './tile-signer.ts';
import { isTile, type TileCache } from './tiles.ts';

export interface PlacePorts extends RoutePorts {
  readonly providers: PlaceProviders;
  readonly geocoder: Geocoder;
  readonly tiles: TileCache;
  readonly tileSigner: TileSigner;
  readonly requestLimiter: Pick<
    RequestLimiter,
    'countForAccount' | 'countForAddress' | 'acquireForAccount' | 'acquireForAddress'
  >;
  /** Whether the host of a URL is a private address or resolves to one. */
  isPrivate(url: URL): Promise<boolean>;
}

const TILE_NUMBER = /^(0|[1-9]\d{0,6})$/;

/** Serves map tiles and place search. Without a provider, both respond that they are unavailable. */
export function placeRoutes(app: FastifyInstance, ports: PlacePorts): void {
  const { guard, providers, geocoder, tiles, tileSigner, requestLimiter } = ports;

  serve(app, guard, searchPlaces, async ({ actor, query, request }) => {
    const { id } = requireSignedIn(actor);
    await requestLimiter.countForAccount('placeSearches', id);
    const provider = await providers.findGeocoderProvider();
    if (provider === null) throw new ApiError('UNAVAILABLE', 'placesUnavailable');
    const language = findPreferredLanguage(request.headers['accept-language']);
    const release = requestLimiter.acquireForAccount('waitingPlaceSearches', id);
    const outcome = await geocoder.search(provider, query.text, language).finally(release);
    switch (outcome.kind) {
      case 'found':
        return [...outcome.places];
      case 'unavailable':
        throw new ApiError('UNAVAILABLE', 'placesUnavailable');
      case 'busy':
        throw tooManyRequestsError(outcome.seconds);
    }
  });

  serve(app, guard, getMapSettings, async () => {
    const [maps, search] = await Promise.all([
      providers.findMapProvider(),
      providers.findGeocoderProvider(),
    ]);
    return {
      configured: maps !== null,
      available: maps !== null && (await tiles.isReachable(maps)),
      attribution: maps?.attribution ?? '',
      attribution_links: [...(maps?.links ?? []), ...(search?.links ?? [])],
      tile_path: `/api/places/tiles/${tileSigner.signToday()}/{z}/{x}/{y}`,
      max_zoom: MAX_ZOOM,
      max_native_zoom: maps?.maxNativeZoom ?? MAX_ZOOM,
      version: maps?.version ?? 'none',
      search_configured: search !== null,
      search_attribution: search?.attribution ?? '',
    };
  });

  tileRoute(app, ports);
  providerRoutes(app, ports);
}

function tileRoute(app: FastifyInstance, ports: PlacePorts): void {
  const { providers, tiles, tileSigner, requestLimiter } = ports;
  const options = { schema: { hide: true }, config: { hasOwnLimit: true } };
  // Needs no session, because browsers load images without the bearer token; the path is signed instead.
  app.get('/api/places/tiles/:signature/:z/:x/:y', options, async (request, reply) => {
    const {
      z = '',
      x = '',
      y = '',
      ...path
    } = request.params as Record<string, string | undefined>;
    const isSigned = tileSigner.isValid(path['signature'] ?? '');
    await requestLimiter.countForAddress(
      isSigned ? 'tilesPerAddress' : 'requestsPerAddress',
      request,
    );
    if (!isSigned) throw new ApiError('NOT_FOUND', 'notFound');
    const areNumbers = [z, x, y].every((text) => TILE_NUMBER.test(text));
    const tileAddress = { z: Number(z), x: Number(x), y: Number(y) };
    if (!areNumbers || !isTile(tileAddress)) throw new ApiError('NOT_FOUND', 'notFound');
    const provider = await providers.findMapProvider();
    if (provider === null) throw new ApiError('UNAVAILABLE', 'placesUnavailable');
    const release = requestLimiter.acquireForAddress('waitingTiles', request);
    const outcome = await tiles.find(provider, tileAddress).finally(release);
    switch (outcome.kind) {
      case 'tile': {
        const scope = provider.allowsStorage ? 'public' : 'private';
        const maxAge = provider.cachePeriod / SECOND;
        void reply.header('cache-control', `${scope}, max-age=${maxAge}`);
        return reply.type(outcome.type).send(outcome.body);
      }
      case 'missing':
        throw new ApiError('NOT_FOUND', 'notFound');
      case 'unavailable':
        throw new ApiError('UNAVAILABLE', 'placesUnavailable');
    }
  });
}

function providerRoutes(app: FastifyInstance, ports: PlacePorts): void {
  const { db, guard, now, providers, isPrivate } = ports;

  serve(app, guard, getPlaceProviders, () => describeProviders(ports));

  serve(app, guard, setPlaceProviders, async ({ actor, body, request }) => {
    const changedBy = toChangedBy(actor, request, now());
    const problem = await changeProviders({ db, providers, isPrivate }, body, changedBy);
    if (problem !== null) throw toApiError(problem);
    return describeProviders(ports);
  });
}

async function describeProviders(ports: PlacePorts): Promise<PlaceProvidersResponse> {
  const { providers, tiles, geocoder } = ports;
  const [maps, search] = await Promise.all([
    providers.findMapProvider(),
    providers.findGeocoderProvider(),
  ]);
  const [areMapsAvailable, isSearchAvailable, mapsChoice, searchChoice] = await Promise.all([
    maps !== null && tiles.isReachable(maps),
    search !== null && geocoder.isReachable(search),
    providers.findChosenProvider('maps'),
    providers.findChosenProvider('geocoder'),
  ]);
  return {
    maps: {
      ...describeChosenProvider(providers, 'maps', mapsChoice),
      provider: mapsChoice && toMapName(mapsChoice.provider),
      attribution: maps?.attribution ?? '',
      isAvailable: areMapsAvailable,
    },
    geocoder: {
      ...describeChosenProvider(providers, 'geocoder', searchChoice),
      provider: searchChoice && toGeocoderName(searchChoice.provider),
      isAvailable: isSearchAvailable,
    },
  };
}

function describeChosenProvider(
  providers: PlaceProviders,
  service: Service,
  chosen: ChosenProvider | null,
) {
  const isConfigured = providers.isConfigured(service);
  return {
    setBy: isConfigured
      ? ('environment' as const)
      : chosen
        ? ('admin' as const)
        : ('nobody' as const),
    // The URL in the environment might contain a key.
    url: isConfigured ? null : (chosen?.url ?? null),
    hasKey: (chosen?.key ?? null) !== null,
  };
}

/** The map provider; null if this version does not recognize the name. */
function toMapName(name: string): MapProviderName | null {
  return isMapPreset(name) || name === 'own' || name === 'none' ? name : null;
}

function toGeocoderName(name: string): GeocoderName | null {
  return isGeocoderPreset(name) || name === 'own' || name === 'none' ? name : null;
}

const problemTexts = {
  'terms-not-accepted': ['accepts_terms', 'placesTermsNotAccepted'],
  'key-missing': ['key', 'placesKeyMissing'],
  'url-missing': ['url', 'placesUrlMissing'],
  'private-address': ['url', 'placesPrivateAddress'],
} as const satisfies Record<string, readonly [field: string, message: MessageKey]>;

function toApiError({ service, reason }: ProviderProblem): ApiError {
  if (reason === 'set-by-environment') {
    return fieldError('CONFLICT', service, 'placesSetByEnvironment');
  }
  const [field, messageKey] = problemTexts[reason];
  return fieldError('INVALID_INPUT', `${service}.${field}`, messageKey);
}
