import { type PlaceProviders, setPlaceProviders } from '@granary/contract/places/providers';
import { geocoderPresetNames, mapPresetNames } from '@granary/domain/places/providers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  acceptsNewTerms,
  findProviderProblems,
  type ProviderValues,
  toProviderValues,
  toRequestedProviders,
} from './provider-values.ts';

const unsetProvider = {
  setBy: 'nobody',
  provider: null,
  url: null,
  hasKey: false,
  isAvailable: false,
};
const unsetProviders = {
  maps: { ...unsetProvider, attribution: '' },
  geocoder: unsetProvider,
} as PlaceProviders;
const proposedValues = toProviderValues(unsetProviders, 'America/Winnipeg');

function createProviders(maps: object, geocoder: object = {}): PlaceProviders {
  return {
    maps: { ...unsetProviders.maps, setBy: 'admin', ...maps },
    geocoder: { ...unsetProviders.geocoder, ...geocoder },
  };
}

describe('the provider form', () => {
  it('suggests satellite imagery and a place search that need no key', () => {
    expect([proposedValues.maps, proposedValues.geocoder]).toEqual(['sentinel-2', 'photon']);
    expect(toProviderValues(unsetProviders, 'America/Chicago').maps).toBe('usgs');
    expect(findProviderProblems(proposedValues, unsetProviders)).toEqual({});
    expect(acceptsNewTerms(proposedValues, unsetProviders)).toBe(true);
    expect(toRequestedProviders(proposedValues, unsetProviders)).toEqual({
      maps: { provider: 'sentinel-2', acceptsTerms: true },
      geocoder: { provider: 'photon', acceptsTerms: true },
    });
  });

  it('sends values that the server accepts, for every choice', () => {
    const typed = { mapKey: ' k ', geocoderKey: 'k', mapAttribution: '© us' };
    const urls = {
      mapUrl: 'https://tiles.example/{z}/{x}/{y}?k={key}',
      geocoderUrl: 'https://a.example',
    };
    for (const maps of [...mapPresetNames, 'own', 'none'] as const) {
      for (const geocoder of [...geocoderPresetNames, 'own', 'none'] as const) {
        const values: ProviderValues = { ...typed, ...urls, maps, geocoder };
        expect(findProviderProblems(values, unsetProviders)).toEqual({});
        const body = z.encode(setPlaceProviders.body, toRequestedProviders(values, unsetProviders));
        expect(z.decode(setPlaceProviders.body, body).maps?.provider).toBe(maps);
      }
    }
  });

  it.each([
    [{ maps: 'esri' }, { mapKey: 'key' }],
    [{ maps: 'esri', mapKey: ' ' }, { mapKey: 'key' }],
    [{ geocoder: 'geoapify' }, { geocoderKey: 'key' }],
    [{ maps: 'own', mapUrl: 'https://tiles.example/' }, { mapUrl: 'url' }],
    [{ maps: 'own', mapUrl: 'https://t.example/{z}/{x}/{y}?{key}' }, { mapKey: 'key' }],
    [{ geocoder: 'own', geocoderUrl: 'photon' }, { geocoderUrl: 'url' }],
    [{ maps: 'none', mapUrl: 'https://t.example/{key}' }, {}],
  ] as const)('checks %j', (values, problems) => {
    expect(findProviderProblems({ ...proposedValues, ...values }, unsetProviders)).toEqual(
      problems,
    );
  });

  it('does not need a new key for the same provider and host', () => {
    const url = 'https://tiles.example/{z}/{x}/{y}?k={key}';
    const esri = createProviders({ provider: 'esri', hasKey: true });
    expect(findProviderProblems({ ...proposedValues, maps: 'esri' }, esri)).toEqual({});
    const own = createProviders({ provider: 'own', url, hasKey: true });
    const values: ProviderValues = { ...proposedValues, maps: 'own', mapUrl: `${url}&v=2` };
    expect(findProviderProblems(values, own)).toEqual({});
    const otherHostValues = { ...values, mapUrl: url.replace('tiles', 'other') };
    expect(findProviderProblems(otherHostValues, own)).toEqual({ mapKey: 'key' });
  });

  it('does not send providers that are set by environment variables', () => {
    const environmentProviders = createProviders({ setBy: 'environment', provider: 'own' });
    const values: ProviderValues = { ...proposedValues, maps: 'own' };
    expect(findProviderProblems(values, environmentProviders)).toEqual({});
    expect(toRequestedProviders(values, environmentProviders)).toEqual({
      geocoder: { provider: 'photon', acceptsTerms: true },
    });
  });

  it('accepts terms only for new providers', () => {
    const usgs = createProviders(
      { provider: 'usgs' },
      { setBy: 'admin', provider: 'photon', isAvailable: true },
    );
    const savedValues = toProviderValues(usgs, 'Europe/Berlin');
    expect(acceptsNewTerms(savedValues, usgs)).toBe(false);
    expect(acceptsNewTerms({ ...savedValues, maps: 'none' }, usgs)).toBe(false);
    expect(acceptsNewTerms({ ...savedValues, maps: 'openstreetmap' }, usgs)).toBe(true);
  });
});
