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
  /** The copyright notice that the tile provider requires. */
  readonly attribution: string;
}

/** How long browsers cache a tile, s. */
const TILE_AGE_S = 86_400;
const TILE_NUMBER = /^(0|[1-9]\d{0,6})$/;

/** Serves map tiles and the search for places. Without a provider, both report that. */
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
  // Public, as browsers load images without the bearer token.
  app.get('/api/places/tiles/:z/:x/:y', { schema: { hide: true } }, async (request, reply) => {
    const { z = '', x = '', y = '' } = request.params as Record<string, string | undefined>;
    const areNumbers = [z, x, y].every((text) => TILE_NUMBER.test(text));
    if (!areNumbers || !isTile(Number(z), Number(x), Number(y))) {
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
