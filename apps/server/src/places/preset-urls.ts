import type { GeocoderPreset, MapPreset } from '@granary/domain/places/providers';

/** The URLs of the preset providers. `{key}` is replaced by the operator's key. */
export interface PresetUrls {
  readonly maps: Readonly<Record<MapPreset, string>>;
  readonly geocoders: Readonly<Record<GeocoderPreset, string>>;
}

/** From the providers' documentation; ADR 0023 lists the pages. */
export const presetUrls: PresetUrls = {
  maps: {
    usgs: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
    'sentinel-2': 'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg',
    esri: 'https://ibasemaps-api.arcgis.com/arcgis/rest/services/World_Imagery/MapServer/tile/{z}/{y}/{x}?token={key}',
    openstreetmap: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    geoapify: 'https://maps.geoapify.com/v1/tile/osm-bright/{z}/{x}/{y}.png?apiKey={key}',
  },
  geocoders: {
    photon: 'https://photon.komoot.io/api/',
    geoapify: 'https://api.geoapify.com/v1/geocode/autocomplete?format=geojson&apiKey={key}',
  },
};
