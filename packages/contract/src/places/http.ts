import * as z from 'zod/mini';
import { route } from '../route.ts';

/** A place that a text names. */
export const place = z.object({ name: z.string(), lat: z.number(), lng: z.number() });
export type Place = z.infer<typeof place>;

export const searchPlaces = route('GET', 'places/search', {
  summary: 'Places that a text names, through the configured provider',
  query: z.object({ text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)) }),
  response: z.array(place),
});

/** What the map shows: tiles come through `/api/places/tiles/{z}/{x}/{y}`. */
export const mapSettings = z.object({
  /** Whether this server has a provider of tiles. */
  configured: z.boolean(),
  /** Whether that answers now. */
  available: z.boolean(),
  attribution: z.string(),
  max_zoom: z.int(),
});

export const getMapSettings = route('GET', 'places/map', {
  summary: 'Whether there are tiles, and whose they are',
  response: mapSettings,
});
