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
  /** Differs for each provider. */
  readonly version: string;
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
  readonly maxNativeZoom: number;
  /** How long browsers cache a tile, ms. */
  readonly cachePeriod: number;
  /** Whether the server may store tiles too. */
  readonly isStorable: boolean;
  readonly request: ProviderRequest;
}

/** A provider of place search, ready for requests; it answers with GeoJSON. */
export interface GeocoderProvider {
  readonly version: string;
  readonly url: string;
  /** The parameter with the text to search for. */
  readonly textParameter: 'q' | 'text';
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
  /** The languages that it may be asked for; null: any. */
  readonly languages: ReadonlySet<string> | null;
  readonly request: ProviderRequest;
}

/** A provider as the environment or an admin chose it: a preset, `own` or `none`. */
export interface ChosenProvider {
  readonly provider: string;
  readonly url: string | null;
  readonly key: string | null;
  readonly attribution: string;
}

/** What an admin chose. */
export interface StoredProvider extends ChosenProvider {
  readonly service: Service;
  /** Whom the provider can contact. */
  readonly contact: string | null;
  /** Incremented with each change. */
  readonly version: number;
}

export const services = ['maps', 'geocoder'] as const;
export type Service = (typeof services)[number];

export interface ProviderPorts {
  /** The providers that the environment sets; null: an admin chooses. */
  readonly configured: Readonly<Record<Service, ChosenProvider | null>>;
  /** The address of this server, for providers that want to contact its operator. */
  readonly publicUrl: string | null;
  readonly presetUrls: PresetUrls;
  find(): Promise<readonly StoredProvider[]>;
  now(): Millis;
}

/** The closest zoom of maps. */
export const MAX_ZOOM = 19;
/** How soon a change in another process is noticed. */
const RELOAD_PERIOD = 10 * SECOND;
/** Photon rejects languages that it does not support; it always supports these. */
const PHOTON_LANGUAGES = new Set(['en', 'de', 'fr']);

/** The providers in use: those in the environment, otherwise those that an admin chose. */
export class PlaceProviders {
  private loaded: {
    readonly until: number;
    readonly stored: Promise<readonly StoredProvider[]>;
  } | null = null;

  constructor(private readonly ports: ProviderPorts) {}

  /** Whether the environment sets the provider of a service. */
  isConfigured(service: Service): boolean {
    return this.ports.configured[service] !== null;
  }

  /** What was chosen; null if nobody has chosen. */
  async findChosen(service: Service): Promise<ChosenProvider | StoredProvider | null> {
    const configured = this.ports.configured[service];
    if (configured !== null) return configured;
    const stored = await this.load();
    return stored.find((one) => one.service === service) ?? null;
  }

  /** The provider of map images; null if there is none. */
  async findMaps(): Promise<TileProvider | null> {
    const chosen = await this.findChosen('maps');
    if (chosen === null) return null;
    const { provider, url, key, attribution } = chosen;
    const version = formatVersion(chosen);
    if (isMapPreset(provider)) {
      const facts = mapPresets[provider];
      return {
        version,
        url: insertKey(this.ports.presetUrls.maps[provider], key),
        attribution: facts.attribution,
        links: facts.links,
        maxNativeZoom: facts.maxNativeZoom,
        request: this.toProviderRequest(chosen, facts),
        isStorable: facts.isStorable,
        cachePeriod: facts.cacheDays * DAY,
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
      isStorable: true,
      cachePeriod: DAY,
      request,
    };
  }

  /** The provider of place search; null if there is none. */
  async findGeocoder(): Promise<GeocoderProvider | null> {
    const chosen = await this.findChosen('geocoder');
    if (chosen === null) return null;
    const { provider, url, key } = chosen;
    const version = formatVersion(chosen);
    if (isGeocoderPreset(provider)) {
      const facts = geocoderPresets[provider];
      return {
        version,
        url: insertKey(this.ports.presetUrls.geocoders[provider], key),
        attribution: facts.attribution,
        links: facts.links,
        request: this.toProviderRequest(chosen, facts),
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
    this.loaded = null;
  }

  private load(): Promise<readonly StoredProvider[]> {
    const { now, find } = this.ports;
    if (this.loaded === null || this.loaded.until <= now()) {
      const stored = find();
      const loaded = { until: now() + RELOAD_PERIOD, stored };
      this.loaded = loaded;
      // The callers that are waiting get the error, and the next caller tries again.
      stored.catch(() => {
        if (this.loaded === loaded) this.loaded = null;
      });
    }
    return this.loaded.stored;
  }

  private toProviderRequest(
    chosen: ChosenProvider | StoredProvider,
    facts: { readonly needsContact: boolean } | null,
  ): ProviderRequest {
    const contact = this.ports.publicUrl ?? ('contact' in chosen ? chosen.contact : null);
    return {
      isPublicOnly: facts === null && 'service' in chosen,
      userAgent: facts?.needsContact && contact !== null ? `Granary (${contact})` : 'Granary',
    };
  }
}

function formatVersion(chosen: ChosenProvider | StoredProvider): string {
  return `${chosen.provider}-${'version' in chosen ? chosen.version : 'env'}`;
}

function insertKey(url: string, key: string | null): string {
  return url.replaceAll('{key}', encodeURIComponent(key ?? ''));
}
