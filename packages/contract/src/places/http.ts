import * as z from 'zod/mini';
import { route } from '../route.ts';

/** A place found by its name. */
export const place = z.object({ name: z.string(), lat: z.number(), lng: z.number() });
export type Place = z.infer<typeof place>;

export const searchPlaces = route('GET', 'places/search', {
  summary: 'Find places by name, with the configured provider',
  query: z.object({ text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)) }),
  response: z.array(place),
});

/** The settings of the map. */
export const mapSettings = z.object({
  /** Whether this server has a tile provider. */
  configured: z.boolean(),
  /** Whether the tile provider responds. */
  available: z.boolean(),
  attribution: z.string(),
  /** The parts of the attributions that must be links. */
  attribution_links: z.array(z.object({ text: z.string(), url: z.string() })),
  /**
   * The URL path of the tiles, with the placeholders `{z}`, `{x}` and `{y}`. The path is signed, because
   * browsers load images without the session's token; the signature changes daily and is valid for up to
   * three days.
   */
  tile_path: z.string(),
  max_zoom: z.int(),
  /** The highest zoom level with tiles; closer in, these are enlarged. */
  max_native_zoom: z.int(),
  /**
   * Differs for each provider; in tile URLs, it keeps browsers from showing another provider's cached tiles.
   */
  version: z.string(),
  /** Whether this server has a place search provider. */
  search_configured: z.boolean(),
  /** The notice that the place search provider requires next to its results. */
  search_attribution: z.string(),
});

export type MapSettings = z.infer<typeof mapSettings>;

export const getMapSettings = route('GET', 'places/map', {
  summary: 'Whether map tiles are available, and their attribution',
  response: mapSettings,
});
