import type { PlaceProviders } from '@granary/contract/places/providers';
import {
  findUrlProblem,
  type GeocoderName,
  geocoderPresets,
  isGeocoderPreset,
  isMapPreset,
  type MapProviderName,
  mapPresets,
  PROPOSED_GEOCODER,
  type PresetDefinition,
  proposeMapPreset,
  TILE_PLACEHOLDERS,
} from '@granary/domain/places/providers';
import type { RequestedProviders } from './api/providers.ts';

/** The form's values, as entered. */
export interface ProviderValues {
  readonly maps: MapProviderName;
  readonly mapUrl: string;
  readonly mapAttribution: string;
  readonly mapKey: string;
  readonly geocoder: GeocoderName;
  readonly geocoderUrl: string;
  readonly geocoderKey: string;
}

export type ProviderField = keyof ProviderValues;

/** The form fields in order, keyed by their paths in the server's errors. */
export const providerFields: Readonly<Record<string, ProviderField>> = {
  'maps.provider': 'maps',
  'maps.url': 'mapUrl',
  'maps.attribution': 'mapAttribution',
  'maps.key': 'mapKey',
  'geocoder.provider': 'geocoder',
  'geocoder.url': 'geocoderUrl',
  'geocoder.key': 'geocoderKey',
};

export const providerFieldOrder: readonly ProviderField[] = Object.values(providerFields);

/** The form's values for the providers in use, or for the proposed providers if none are chosen. */
export function toProviderValues(
  { maps, geocoder }: PlaceProviders,
  timeZone: string,
): ProviderValues {
  return {
    maps: maps.provider ?? proposeMapPreset(timeZone),
    mapUrl: maps.url ?? '',
    mapAttribution: maps.provider === 'own' ? maps.attribution : '',
    mapKey: '',
    geocoder: geocoder.provider ?? PROPOSED_GEOCODER,
    geocoderUrl: geocoder.url ?? '',
    geocoderKey: '',
  };
}

/** The preset for map images; null for a custom server or no provider. */
export function findMapPreset(name: MapProviderName): PresetDefinition | null {
  return isMapPreset(name) ? mapPresets[name] : null;
}

/** The preset for place search; null for a custom server or no provider. */
export function findGeocoderPreset(name: GeocoderName): PresetDefinition | null {
  return isGeocoderPreset(name) ? geocoderPresets[name] : null;
}

/** Whether a choice needs a key. */
export function needsKey(preset: PresetDefinition | null, url: string): boolean {
  return preset === null ? url.includes('{key}') : preset.needsKey;
}

/** Whether the stored key can be reused because it belongs to the same provider and origin. */
export function hasUsableKey(
  storedProvider: {
    readonly provider: string | null;
    readonly url: string | null;
    readonly hasKey: boolean;
  },
  provider: string,
  url: string,
): boolean {
  if (!storedProvider.hasKey || storedProvider.provider !== provider) return false;
  return provider !== 'own' || parseOrigin(storedProvider.url ?? '') === parseOrigin(url);
}

function parseOrigin(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

export type ProviderProblem = 'url' | 'key';

/** The form's invalid fields; fields that the environment sets are not checked. */
export function findProviderProblems(
  values: ProviderValues,
  providers: PlaceProviders,
): Partial<Record<ProviderField, ProviderProblem>> {
  const problems: Partial<Record<ProviderField, ProviderProblem>> = {};
  const { maps, geocoder } = providers;
  if (maps.setBy !== 'environment') {
    const { maps: name, mapUrl } = values;
    if (name === 'own' && !isServiceUrl(mapUrl, TILE_PLACEHOLDERS)) problems.mapUrl = 'url';
    const lacksKey = values.mapKey.trim() === '' && !hasUsableKey(maps, name, mapUrl);
    if (isKeyUsed(findMapPreset(name), name, mapUrl) && lacksKey) problems.mapKey = 'key';
  }
  if (geocoder.setBy !== 'environment') {
    const { geocoder: name, geocoderUrl } = values;
    if (name === 'own' && !isServiceUrl(geocoderUrl, [])) problems.geocoderUrl = 'url';
    const lacksKey = values.geocoderKey.trim() === '' && !hasUsableKey(geocoder, name, geocoderUrl);
    if (isKeyUsed(findGeocoderPreset(name), name, geocoderUrl) && lacksKey) {
      problems.geocoderKey = 'key';
    }
  }
  return problems;
}

function isKeyUsed(preset: PresetDefinition | null, name: string, url: string): boolean {
  return name !== 'none' && needsKey(preset, url);
}

function isServiceUrl(url: string, placeholders: readonly string[]): boolean {
  return URL.canParse(url) && findUrlProblem(url.trim(), placeholders) === null;
}

/** Builds the request from the form's values; saving accepts the terms of presets. */
export function toRequestedProviders(
  values: ProviderValues,
  { maps, geocoder }: PlaceProviders,
): RequestedProviders {
  return {
    ...(maps.setBy !== 'environment' && {
      maps: {
        provider: values.maps,
        ...toTermsOrUrl(findMapPreset(values.maps), values.maps, values.mapUrl),
        ...(values.maps === 'own' && { attribution: values.mapAttribution }),
        ...toKey(values.mapKey),
      },
    }),
    ...(geocoder.setBy !== 'environment' && {
      geocoder: {
        provider: values.geocoder,
        ...toTermsOrUrl(findGeocoderPreset(values.geocoder), values.geocoder, values.geocoderUrl),
        ...toKey(values.geocoderKey),
      },
    }),
  };
}

function toTermsOrUrl(preset: PresetDefinition | null, name: string, url: string) {
  if (preset !== null) return { acceptsTerms: true };
  return name === 'own' ? { url: url.trim() } : {};
}

function toKey(key: string) {
  return key.trim() === '' ? {} : { key: key.trim() };
}

/** Whether saving accepts terms that were not accepted before. */
export function acceptsNewTerms(
  values: ProviderValues,
  { maps, geocoder }: PlaceProviders,
): boolean {
  const isNewMap = maps.setBy !== 'environment' && maps.provider !== values.maps;
  const isNewSearch = geocoder.setBy !== 'environment' && geocoder.provider !== values.geocoder;
  return (
    (isNewMap && findMapPreset(values.maps) !== null) ||
    (isNewSearch && findGeocoderPreset(values.geocoder) !== null)
  );
}
