import { getMapSettings, searchPlaces } from '@granary/contract/places/http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { preferredLanguage } from '../platform/http/error-message.ts';
import { ApiError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Geocoder } from './geocoder.ts';
import { isTile, MAX_ZOOM, type TileCache } from './tiles.ts';

export interface PlacePorts {
  readonly guard: Guard<Caller>;
  readonly geocoder: Geocoder;
  readonly tiles: TileCache;
  /** Whose the tiles are, as their provider wants it said. */
  readonly attribution: string;
}

/** For so long a browser need not ask for a tile again. */
const TILE_AGE_S = 86_400;
const WHOLE = /^(0|[1-9]\d{0,6})$/;

/** The map's pictures, and places by name. Without a provider pages work, and say so. */
export function placeRoutes(
  app: FastifyInstance,
  { guard, geocoder, tiles, attribution }: PlacePorts,
): void {
  serve(app, guard, searchPlaces, async ({ query, request }) => {
    const language = preferredLanguage(request.headers['accept-language']);
    const outcome = await geocoder.search(query.text, language);
    switch (outcome.kind) {
      case 'found':
        return [...outcome.places];
      case 'unavailable':
        throw new ApiError('UNAVAILABLE', 'placesUnavailable');
      case 'busy':
        throw tooManyRequestsError(outcome.seconds);
    }
  });

  serve(app, guard, getMapSettings, async () => ({
    configured: tiles.isConfigured,
    available: await tiles.isReachable(),
    attribution,
    max_zoom: MAX_ZOOM,
  }));

  tileRoute(app, tiles);
}

function tileRoute(app: FastifyInstance, tiles: TileCache): void {
  // Browsers ask for pictures without a bearer, so that this is open to anyone.
  app.get('/api/places/tiles/:z/:x/:y', { schema: { hide: true } }, async (request, reply) => {
    const { z = '', x = '', y = '' } = request.params as Record<string, string | undefined>;
    const isPlace = [z, x, y].every((text) => WHOLE.test(text));
    if (!isPlace || !isTile(Number(z), Number(x), Number(y))) {
      throw new ApiError('NOT_FOUND', 'notFound');
    }
    const outcome = await tiles.find(Number(z), Number(x), Number(y));
    switch (outcome.kind) {
      case 'tile':
        void reply.header('cache-control', `public, max-age=${TILE_AGE_S}`);
        return reply.type(outcome.type).send(outcome.body);
      case 'missing':
        throw new ApiError('NOT_FOUND', 'notFound');
      case 'unavailable':
        throw new ApiError('UNAVAILABLE', 'placesUnavailable');
    }
  });
}
