import {
  type AttributionLink,
  geocoderPresets,
  isGeocoderPreset,
  isMapPreset,
  mapPresets,
} from '@granary/domain/places/providers';
import { DAY, type Millis, SECOND } from '@granary/domain/units';
import type { PresetUrls } from './preset-urls.ts';

/** How requests are sent to a provider. */
export interface ProviderRequest {
  /** Whether a private address is refused even as the host of the URL. */
  readonly isPublicOnly: boolean;
  readonly userAgent: string;
}

/** A provider of map images, ready for requests. */
export interface TileProvider {
  /** Identifies the provider and its settings, for example in cache keys. */
  readonly version: string;
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
  readonly maxNativeZoom: number;
  /** How long browsers cache a tile, ms. */
  readonly cachePeriod: number;
  /** Whether the server may store tiles too. */
  readonly allowsStorage: boolean;
  readonly request: ProviderRequest;
}

/** A place search provider, ready for requests; it responds with GeoJSON. */
export interface GeocoderProvider {
  readonly version: string;
  readonly url: string;
  /** The parameter with the text to search for. */
  readonly textParameter: 'q' | 'text';
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
  /** The languages that can be requested; null for any. */
  readonly languages: ReadonlySet<string> | null;
  readonly request: ProviderRequest;
}

/** A provider set in the environment or chosen by an admin: a preset, `own` or `none`. */
export interface ChosenProvider {
  readonly provider: string;
  readonly url: string | null;
  readonly key: string | null;
  readonly attribution: string;
}

/** A provider that an admin chose. */
export interface StoredProvider extends ChosenProvider {
  readonly service: Service;
  /** The email address where the provider can contact the admin. */
  readonly contact: string | null;
  /** Incremented with each change. */
  readonly version: number;
}

export const services = ['maps', 'geocoder'] as const;
export type Service = (typeof services)[number];

export interface ProviderPorts {
  /** The providers set in the environment; null if an admin chooses. */
  readonly configuredProviders: Readonly<Record<Service, ChosenProvider | null>>;
  /** The address of this server, for providers that want to contact its operator. */
  readonly publicUrl: string | null;
  readonly presetUrls: PresetUrls;
  find(): Promise<readonly StoredProvider[]>;
  now(): Millis;
}

/** The highest zoom level of maps. */
export const MAX_ZOOM = 19;
/** How soon a change made by another process is noticed, ms. */
const RELOAD_PERIOD = 10 * SECOND;
/** Photon rejects languages that it does not support; it always supports these. */
const PHOTON_LANGUAGES = new Set(['en', 'de', 'fr']);

/** The providers in use: those set in the environment, otherwise those that an admin chose. */
export class PlaceProviders {
  private providerCache: {
    readonly expiresAt: number;
    readonly storedProviders: Promise<readonly StoredProvider[]>;
  } | null = null;

  constructor(private readonly ports: ProviderPorts) {}

  /** Whether the environment sets the provider of a service. */
  isConfigured(service: Service): boolean {
    return this.ports.configuredProviders[service] !== null;
  }

  /** The chosen provider of a service; null if none was chosen. */
  async findChosenProvider(service: Service): Promise<ChosenProvider | StoredProvider | null> {
    const configured = this.ports.configuredProviders[service];
    if (configured !== null) return configured;
    const stored = await this.load();
    return stored.find((provider) => provider.service === service) ?? null;
  }

  /** The provider of map images; null if there is none. */
  async findMapProvider(): Promise<TileProvider | null> {
    const chosen = await this.findChosenProvider('maps');
    if (chosen === null) return null;
    const { provider, url, key, attribution } = chosen;
    const version = formatVersion(chosen);
    if (isMapPreset(provider)) {
      const preset = mapPresets[provider];
      return {
        version,
        url: insertKey(this.ports.presetUrls.maps[provider], key),
        attribution: preset.attribution,
        links: preset.links,
        maxNativeZoom: preset.maxNativeZoom,
        request: this.toProviderRequest(chosen, preset),
        allowsStorage: preset.allowsStorage,
        cachePeriod: preset.cacheDays * DAY,
      };
    }
    if (provider !== 'own' || url === null) return null;
    const request = this.toProviderRequest(chosen, null);
    return {
      version,
      url: insertKey(url, key),
      attribution,
      links: [],
      maxNativeZoom: MAX_ZOOM,
      allowsStorage: true,
      cachePeriod: DAY,
      request,
    };
  }

  /** The provider of place search; null if there is none. */
  async findGeocoderProvider(): Promise<GeocoderProvider | null> {
    const chosen = await this.findChosenProvider('geocoder');
    if (chosen === null) return null;
    const { provider, url, key } = chosen;
    const version = formatVersion(chosen);
    if (isGeocoderPreset(provider)) {
      const preset = geocoderPresets[provider];
      return {
        version,
        url: insertKey(this.ports.presetUrls.geocoders[provider], key),
        attribution: preset.attribution,
        links: preset.links,
        request: this.toProviderRequest(chosen, preset),
        ...(provider === 'photon'
          ? { textParameter: 'q', languages: PHOTON_LANGUAGES }
          : { textParameter: 'text', languages: null }),
      };
    }
    if (provider !== 'own' || url === null) return null;
    return {
      version,
      url: insertKey(url, key),
      textParameter: 'q',
      attribution: '',
      links: [],
      languages: PHOTON_LANGUAGES,
      request: this.toProviderRequest(chosen, null),
    };
  }

  /** Drops the cached providers after a change; the next call loads them again. */
  forget(): void {
    this.providerCache = null;
  }

  private load(): Promise<readonly StoredProvider[]> {
    const { now, find } = this.ports;
    if (this.providerCache === null || this.providerCache.expiresAt <= now()) {
      const storedProviders = find();
      const newCache = { expiresAt: now() + RELOAD_PERIOD, storedProviders };
      this.providerCache = newCache;
      // The callers that are waiting get the error, and the next caller tries again.
      storedProviders.catch(() => {
        if (this.providerCache === newCache) this.providerCache = null;
      });
    }
    return this.providerCache.storedProviders;
  }

  private toProviderRequest(
    chosen: ChosenProvider | StoredProvider,
    preset: { readonly needsContact: boolean } | null,
  ): ProviderRequest {
    const contact = this.ports.publicUrl ?? ('contact' in chosen ? chosen.contact : null);
    return {
      isPublicOnly: preset === null && 'service' in chosen,
      userAgent: preset?.needsContact && contact !== null ? `Granary (${contact})` : 'Granary',
    };
  }
}

function formatVersion(chosen: ChosenProvider | StoredProvider): string {
  return `${chosen.provider}-${'version' in chosen ? chosen.version : 'env'}`;
}

function insertKey(url: string, key: string | null): string {
  return url.replaceAll('{key}', encodeURIComponent(key ?? ''));
}
