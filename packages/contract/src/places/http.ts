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

/** The settings of the map; its tiles are at `/api/places/tiles/{z}/{x}/{y}`. */
export const mapSettings = z.object({
  /** Whether this server has a tile provider. */
  configured: z.boolean(),
  /** Whether the tile provider responds. */
  available: z.boolean(),
  attribution: z.string(),
  max_zoom: z.int(),
});

export const getMapSettings = route('GET', 'places/map', {
  summary: 'Whether map tiles are available, and their attribution',
  response: mapSettings,
});
