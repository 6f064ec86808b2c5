import {
  findUrlProblem,
  type GeocoderName,
  geocoderPresetNames,
  type MapProviderName,
  mapPresetNames,
  TILE_PLACEHOLDERS,
} from '@granary/domain/places/providers';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { describe, wireBody, wireObject } from '../wire.ts';

/** Who chose a provider; the server's environment takes precedence. */
const setBy = z.enum(['environment', 'admin', 'nobody']);

const mapProvider = z.enum<readonly MapProviderName[]>([...mapPresetNames, 'own', 'none']);
const geocoder = z.enum<readonly GeocoderName[]>([...geocoderPresetNames, 'own', 'none']);

const chosenFields = {
  setBy: ['set_by', setBy],
  /** The operator's own URL; null for a preset, or if it is set in the environment. */
  url: ['url', z.nullable(z.string())],
  /** Whether a key is stored; keys are never sent back. */
  hasKey: ['has_key', z.boolean()],
  /** Whether the provider responds. */
  isAvailable: ['available', z.boolean()],
} as const;

const chosenMapProvider = wireObject({
  ...chosenFields,
  /** Null until someone chooses a provider. */
  provider: ['provider', z.nullable(mapProvider)],
  /** The notice on each map. */
  attribution: ['attribution', z.string()],
});

const chosenGeocoder = wireObject({
  ...chosenFields,
  provider: ['provider', z.nullable(geocoder)],
});

/** The map image and place search providers. */
export const placeProviders = wireObject({
  maps: ['maps', chosenMapProvider],
  geocoder: ['geocoder', chosenGeocoder],
});
export type PlaceProviders = z.output<typeof placeProviders>;

export const getPlaceProviders = route('GET', 'places/providers', {
  summary: 'The providers of map images and place search',
  response: placeProviders,
});

const key = describe(
  z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(/^\P{C}*$/u))),
  'The API key from the provider. If omitted, the stored key is used if the provider stays the same',
);
const acceptsTerms = describe(
  z.optional(z.boolean()),
  "Must be true to choose a preset: it accepts the provider's terms",
);
const serviceUrl = z.url().check(z.maxLength(500));

const requestedMapProvider = wireBody({
  provider: ['provider', mapProvider],
  acceptsTerms: ['accepts_terms', acceptsTerms],
  url: [
    'url',
    describe(
      z.optional(
        serviceUrl.check(z.refine((url) => findUrlProblem(url, TILE_PLACEHOLDERS) === null)),
      ),
      'For `own`: a public address with {z}, {x} and {y}, and {key} where the key goes',
    ),
  ],
  attribution: [
    'attribution',
    z.optional(z.string().check(z.trim(), z.maxLength(300), z.regex(/^\P{C}*$/u))),
  ],
  key: ['key', key],
});
export type RequestedMapProvider = z.output<typeof requestedMapProvider>;

const requestedGeocoder = wireBody({
  provider: ['provider', geocoder],
  acceptsTerms: ['accepts_terms', acceptsTerms],
  url: [
    'url',
    describe(
      z.optional(serviceUrl.check(z.refine((url) => findUrlProblem(url, []) === null))),
      'For `own`: the public address of a Photon place search, with {key} where the key goes',
    ),
  ],
  key: ['key', key],
});
export type RequestedGeocoder = z.output<typeof requestedGeocoder>;

export const setPlaceProviders = route('PUT', 'places/providers', {
  summary: 'Choose the providers of map images and place search; omitted fields do not change',
  body: wireBody({
    maps: ['maps', z.optional(requestedMapProvider)],
    geocoder: ['geocoder', z.optional(requestedGeocoder)],
  }),
  response: placeProviders,
});
