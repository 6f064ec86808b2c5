import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findUrlProblem,
  geocoderPresets,
  isGeocoderPreset,
  isMapPreset,
  mapPresets,
  PROPOSED_GEOCODER,
  proposeMapPreset,
  TILE_PLACEHOLDERS,
} from './providers.ts';

describe('the presets', () => {
  it('have terms at an https URL, and an attribution that contains the text of each link', () => {
    const presets = [...Object.values(mapPresets), ...Object.values(geocoderPresets)];
    for (const { termsUrl, attribution, links } of presets) {
      expect(attribution.length).toBeGreaterThan(10);
      for (const { text } of links) expect(attribution).toContain(text);
      for (const url of [termsUrl, ...links.map((link) => link.url)]) {
        expect(new URL(url).protocol).toBe('https:');
      }
    }
  });

  it.each(['usgs', 'none', 'own', '__proto__', 'toString', ''])(
    'are found only by their own names: %j',
    (name) => {
      expect(isMapPreset(name)).toBe(name === 'usgs');
      expect(isGeocoderPreset(name)).toBe(false);
    },
  );
});

describe('the proposed provider', () => {
  it.each([
    ['America/Chicago', 'usgs'],
    ['America/North_Dakota/Center', 'usgs'],
    ['US/Central', 'usgs'],
    ['America/Winnipeg', 'sentinel-2'],
    ['America/Regina', 'sentinel-2'],
    ['America/Indiana', 'sentinel-2'],
    ['Europe/Berlin', 'sentinel-2'],
    ['', 'sentinel-2'],
  ])('in %s is %s', (timeZone, preset) => {
    expect(proposeMapPreset(timeZone)).toBe(preset);
  });

  it('shows satellite images and needs no key, in any time zone', () => {
    const zones = fc.oneof(fc.string(), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
    fc.assert(
      fc.property(zones, (zone) => {
        const { kind, needsKey, needsContact } = mapPresets[proposeMapPreset(zone)];
        return kind === 'satellite' && !needsKey && !needsContact;
      }),
    );
    expect(geocoderPresets[PROPOSED_GEOCODER].needsKey).toBe(false);
  });
});

describe('the URL of a service', () => {
  it.each([
    'https://tiles.example/{z}/{x}/{y}.png',
    'http://tiles.example:8000/tile?z={z}&y={y}&x={x}&key={key}',
    'HTTPS://tiles.example/{key}/{z}/{y}/{x}',
  ])('may be %s', (url) => {
    expect(findUrlProblem(url, TILE_PLACEHOLDERS)).toBeNull();
  });

  it.each([
    ['https://tiles.example/tiles', 'placeholders'],
    ['https://tiles.example/{z}/{x}', 'placeholders'],
    ['https://tiles.example/{z}/{x}/{y}/{y}', 'placeholders'],
    ['https://tiles.example/{z}/{x}/{y}?a={key}&b={key}', 'placeholders'],
    ['https://{s}.tiles.example/{z}/{x}/{y}', 'placeholders'],
    ['https://{z}.example/{x}/{y}', 'placeholders'],
    ['https://{key}.example/{z}/{x}/{y}', 'placeholders'],
    ['https://user:secret@tiles.example/{z}/{x}/{y}', 'with-credentials'],
    ['file:///tiles/{z}/{x}/{y}', 'not-http'],
    ['tiles.example/{z}/{x}/{y}', 'not-http'],
    ['https:///{z}/{x}/{y}', 'not-http'],
    ['https:\\\\tiles.example\\{z}/{x}/{y}', 'not-http'],
    ['https://tiles.example/{z}/{x}/{y} ', 'not-http'],
  ])('%s is refused: %s', (url, problem) => {
    expect(findUrlProblem(url, TILE_PLACEHOLDERS)).toBe(problem);
  });
});
