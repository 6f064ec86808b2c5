/** A part of an attribution that must be a link. */
export interface AttributionLink {
  readonly text: string;
  readonly url: string;
}

/** The properties of a provider; ADR 0023 lists the sources. */
export interface PresetDefinition {
  /** Whether requests need a key from an account with the provider. */
  readonly needsKey: boolean;
  /** Whether requests must include contact information. */
  readonly needsContact: boolean;
  readonly termsUrl: string;
  /** The notice that the provider's terms require on each map. */
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
}

const OPENSTREETMAP: AttributionLink = {
  text: '© OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
};
const GEOAPIFY: AttributionLink = {
  text: 'Powered by Geoapify',
  url: 'https://www.geoapify.com/',
};

export interface MapPresetDefinition extends PresetDefinition {
  readonly kind: 'satellite' | 'street';
  /** The highest zoom level with images; above it, images are enlarged. */
  readonly maxNativeZoom: number;
  /** Whether the terms allow the server to store tiles. */
  readonly allowsStorage: boolean;
  /** How long browsers, and the server if the terms allow it, cache a tile. */
  readonly cacheDays: number;
}

/** Providers of map images, by name. */
export const mapPresets = {
  usgs: {
    kind: 'satellite',
    needsKey: false,
    needsContact: false,
    termsUrl: 'https://www.usgs.gov/information-policies-and-instructions/copyrights-and-credits',
    attribution: 'USDA, USGS The National Map: Orthoimagery',
    links: [],
    maxNativeZoom: 16,
    allowsStorage: true,
    cacheDays: 1,
  },
  'sentinel-2': {
    kind: 'satellite',
    needsKey: false,
    needsContact: false,
    termsUrl: 'https://creativecommons.org/licenses/by/4.0/',
    attribution:
      'Sentinel-2 cloudless by EOX IT Services GmbH (Contains modified Copernicus Sentinel data 2016 & 2017), CC BY 4.0',
    links: [
      { text: 'Sentinel-2 cloudless', url: 'https://s2maps.eu' },
      { text: 'EOX IT Services GmbH', url: 'https://eox.at' },
      { text: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    ],
    maxNativeZoom: 14,
    allowsStorage: true,
    cacheDays: 1,
  },
  esri: {
    kind: 'satellite',
    needsKey: true,
    needsContact: false,
    termsUrl: 'https://www.esri.com/en-us/legal/terms/full-master-agreement',
    attribution: 'Powered by Esri. Esri, Maxar, Earthstar Geographics and the GIS User Community',
    links: [{ text: 'Powered by Esri', url: 'https://www.esri.com' }],
    maxNativeZoom: 19,
    // The master agreement does not allow copies of the images on servers.
    allowsStorage: false,
    cacheDays: 1,
  },
  openstreetmap: {
    kind: 'street',
    needsKey: false,
    needsContact: true,
    termsUrl: 'https://operations.osmfoundation.org/policies/tiles/',
    attribution: OPENSTREETMAP.text,
    links: [OPENSTREETMAP],
    maxNativeZoom: 19,
    allowsStorage: true,
    // The tile usage policy asks for a week.
    cacheDays: 7,
  },
  geoapify: {
    kind: 'street',
    needsKey: true,
    needsContact: false,
    termsUrl: 'https://www.geoapify.com/terms-and-conditions/',
    attribution: `${GEOAPIFY.text}. © OpenMapTiles ${OPENSTREETMAP.text}`,
    links: [GEOAPIFY, OPENSTREETMAP],
    maxNativeZoom: 19,
    allowsStorage: true,
    cacheDays: 1,
  },
} as const satisfies Readonly<Record<string, MapPresetDefinition>>;

export type MapPreset = keyof typeof mapPresets;

/** Providers of place search, by name. */
export const geocoderPresets = {
  photon: {
    needsKey: false,
    needsContact: false,
    termsUrl: 'https://photon.komoot.io/',
    attribution: OPENSTREETMAP.text,
    links: [OPENSTREETMAP],
  },
  geoapify: {
    needsKey: true,
    needsContact: false,
    termsUrl: 'https://www.geoapify.com/terms-and-conditions/',
    attribution: `${GEOAPIFY.text}. ${OPENSTREETMAP.text}`,
    links: [GEOAPIFY, OPENSTREETMAP],
  },
} as const satisfies Readonly<Record<string, PresetDefinition>>;

export type GeocoderPreset = keyof typeof geocoderPresets;

// Safe casts: both objects have only the keys declared above.
export const mapPresetNames = Object.keys(mapPresets) as readonly MapPreset[];
export const geocoderPresetNames = Object.keys(geocoderPresets) as readonly GeocoderPreset[];

/** A preset, a custom URL, or none. */
export type MapProviderName = MapPreset | 'own' | 'none';
export type GeocoderName = GeocoderPreset | 'own' | 'none';

/** Whether `name` is the name of a map preset. */
export function isMapPreset(name: string): name is MapPreset {
  return Object.hasOwn(mapPresets, name);
}

/** Whether `name` is the name of a geocoder preset. */
export function isGeocoderPreset(name: string): name is GeocoderPreset {
  return Object.hasOwn(geocoderPresets, name);
}

/** U.S. time zones, where USGS imagery is suggested. */
const US_ZONES =
  /^(US|America\/(Indiana|Kentucky|North_Dakota))\/|^America\/(New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak)$|^Pacific\/Honolulu$/;

/**
 * Returns the satellite preset to suggest for an IANA time zone: the sharpest imagery there that is free
 * and needs no key.
 */
export function proposeMapPreset(timeZone: string): MapPreset {
  return US_ZONES.test(timeZone) ? 'usgs' : 'sentinel-2';
}

/** The place search to propose. */
export const PROPOSED_GEOCODER: GeocoderPreset = 'photon';

export type UrlProblem = 'not-http' | 'with-credentials' | 'placeholders';

/**
 * Finds what is wrong with a service URL; null if nothing is. It must use http or https, have no user name or
 * password, and contain each required placeholder once in its path or query; `{key}` may appear once.
 */
export function findUrlProblem(url: string, requiredNames: readonly string[]): UrlProblem | null {
  const host = /^https?:\/\/([^/?#\\\s]+)[^\s]*$/i.exec(url)?.[1];
  if (host === undefined) return 'not-http';
  if (host.includes('@')) return 'with-credentials';
  const urlPlaceholders = (url.match(/\{[^}]*\}/g) ?? []).filter((name) => name !== '{key}');
  const keyCount = url.split('{key}').length - 1;
  const requiredPlaceholders = requiredNames.map((name) => `{${name}}`);
  const hasExpectedNames = urlPlaceholders.sort().join() === requiredPlaceholders.sort().join();
  return hasExpectedNames && keyCount <= 1 && !host.includes('{') ? null : 'placeholders';
}

/** The placeholders that a tile URL must contain. */
export const TILE_PLACEHOLDERS = ['z', 'x', 'y'] as const;
