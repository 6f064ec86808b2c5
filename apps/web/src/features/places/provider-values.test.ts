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

const unset = { setBy: 'nobody', provider: null, url: null, hasKey: false, isAvailable: false };
const undecided = {
  maps: { ...unset, attribution: '' },
  geocoder: unset,
} as PlaceProviders;
const proposed = toProviderValues(undecided, 'America/Winnipeg');

function chosen(maps: object, geocoder: object = {}): PlaceProviders {
  return {
    maps: { ...undecided.maps, setBy: 'admin', ...maps },
    geocoder: { ...undecided.geocoder, ...geocoder },
  };
}

describe('the form of the providers', () => {
  it('proposes satellite images and a place search that need no key', () => {
    expect([proposed.maps, proposed.geocoder]).toEqual(['sentinel-2', 'photon']);
    expect(toProviderValues(undecided, 'America/Chicago').maps).toBe('usgs');
    expect(findProviderProblems(proposed, undecided)).toEqual({});
    expect(acceptsNewTerms(proposed, undecided)).toBe(true);
    expect(toRequestedProviders(proposed, undecided)).toEqual({
      maps: { provider: 'sentinel-2', acceptsTerms: true },
      geocoder: { provider: 'photon', acceptsTerms: true },
    });
  });

  it('sends what the server accepts, for every choice', () => {
    const typed = { mapKey: ' k ', geocoderKey: 'k', mapAttribution: '© us' };
    const urls = {
      mapUrl: 'https://tiles.example/{z}/{x}/{y}?k={key}',
      geocoderUrl: 'https://a.example',
    };
    for (const maps of [...mapPresetNames, 'own', 'none'] as const) {
      for (const geocoder of [...geocoderPresetNames, 'own', 'none'] as const) {
        const values: ProviderValues = { ...typed, ...urls, maps, geocoder };
        expect(findProviderProblems(values, undecided)).toEqual({});
        const body = z.encode(setPlaceProviders.body, toRequestedProviders(values, undecided));
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
    expect(findProviderProblems({ ...proposed, ...values }, undecided)).toEqual(problems);
  });

  it('does not need a new key for the same provider and host', () => {
    const url = 'https://tiles.example/{z}/{x}/{y}?k={key}';
    const esri = chosen({ provider: 'esri', hasKey: true });
    expect(findProviderProblems({ ...proposed, maps: 'esri' }, esri)).toEqual({});
    const own = chosen({ provider: 'own', url, hasKey: true });
    const values: ProviderValues = { ...proposed, maps: 'own', mapUrl: `${url}&v=2` };
    expect(findProviderProblems(values, own)).toEqual({});
    const elsewhere = { ...values, mapUrl: url.replace('tiles', 'other') };
    expect(findProviderProblems(elsewhere, own)).toEqual({ mapKey: 'key' });
  });

  it('leaves alone what the environment sets', () => {
    const set = chosen({ setBy: 'environment', provider: 'own' });
    const values: ProviderValues = { ...proposed, maps: 'own' };
    expect(findProviderProblems(values, set)).toEqual({});
    expect(toRequestedProviders(values, set)).toEqual({
      geocoder: { provider: 'photon', acceptsTerms: true },
    });
  });

  it('accepts terms only for new providers', () => {
    const usgs = chosen(
      { provider: 'usgs' },
      { setBy: 'admin', provider: 'photon', isAvailable: true },
    );
    const saved = toProviderValues(usgs, 'Europe/Berlin');
    expect(acceptsNewTerms(saved, usgs)).toBe(false);
    expect(acceptsNewTerms({ ...saved, maps: 'none' }, usgs)).toBe(false);
    expect(acceptsNewTerms({ ...saved, maps: 'openstreetmap' }, usgs)).toBe(true);
  });
});
