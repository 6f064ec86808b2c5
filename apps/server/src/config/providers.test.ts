import { describe, expect, it } from 'vitest';
import { deriveConfig } from './config.ts';
import { readEnv } from './env.ts';

const toConfig = (env: Record<string, string>) =>
  deriveConfig(readEnv({ HOST: '127.0.0.1', ...env }));

describe("the map's providers", () => {
  it('are left to the admin by default', () => {
    const { maps, geocoder } = toConfig({});
    expect([maps, geocoder]).toEqual([null, null]);
  });

  it.each([
    ['TILE_URL', 'https://tiles.example/{z}/{x}/{y}.png'],
    ['TILE_URL', 'http://127.0.0.1:8000/tile?z={z}&y={y}&x={x}&key=a'],
    ['GEOCODER_URL', 'https://photon.example/api'],
    ['GEOCODER_URL', 'http://[::1]:2322/api?key=a'],
  ])('%s accepts %s', (name, value) => {
    const { maps, geocoder } = toConfig({ [name]: value, TILE_ATTRIBUTION: '© us' });
    expect(name === 'TILE_URL' ? maps : geocoder).toEqual({
      provider: 'own',
      url: value,
      key: null,
      attribution: name === 'TILE_URL' ? '© us' : '',
    });
  });

  it.each([
    [{ MAP_PROVIDER: 'usgs' }, { provider: 'usgs', key: null }],
    [{ MAP_PROVIDER: 'none' }, { provider: 'none', key: null }],
    [
      { MAP_PROVIDER: 'usgs', MAP_KEY: 'unused' },
      { provider: 'usgs', key: null },
    ],
    [
      { MAP_PROVIDER: 'esri', MAP_KEY: 'k' },
      { provider: 'esri', key: 'k' },
    ],
    [
      { MAP_PROVIDER: 'openstreetmap', PUBLIC_URL: 'https://granary.example' },
      { provider: 'openstreetmap', key: null },
    ],
    [
      { TILE_URL: 'https://a.example/{z}/{x}/{y}?k={key}', MAP_KEY: 'k' },
      { provider: 'own', key: 'k' },
    ],
  ])('%j selects the map image provider', (env, maps) => {
    expect(toConfig(env).maps).toMatchObject(maps);
    expect(toConfig(env).geocoder).toBeNull();
  });

  it.each([
    [{ GEOCODER: 'photon' }, { provider: 'photon', key: null }],
    [{ GEOCODER: 'none' }, { provider: 'none', key: null }],
    [
      { GEOCODER: 'geoapify', GEOCODER_KEY: 'k' },
      { provider: 'geoapify', key: 'k' },
    ],
  ])('%j selects the place search provider', (env, geocoder) => {
    expect(toConfig(env).geocoder).toMatchObject(geocoder);
    expect(toConfig(env).maps).toBeNull();
  });

  it.each([
    ['TILE_URL', 'https://tiles.example/tiles'],
    ['TILE_URL', 'https://user:secret@tiles.example/{z}/{x}/{y}'],
    ['TILE_URL', 'https://tiles.example:99999/{z}/{x}/{y}'],
    ['TILE_ATTRIBUTION', 'x'.repeat(301)],
    ['GEOCODER_URL', 'photon.example'],
    ['GEOCODER_URL', 'ftp://photon.example/api'],
    ['MAP_PROVIDER', 'google'],
    ['MAP_PROVIDER', 'own'],
    ['GEOCODER', 'usgs'],
  ])('%s rejects %s', (name, value) => {
    expect(() => toConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*\\.$`));
  });

  it.each([
    [{ MAP_PROVIDER: 'esri' }, 'MAP_PROVIDER=esri requires MAP_KEY.'],
    [{ GEOCODER: 'geoapify' }, 'GEOCODER=geoapify requires GEOCODER_KEY.'],
    [
      { TILE_URL: 'https://a.example/{z}/{x}/{y}?k={key}' },
      'TILE_URL with {key} requires MAP_KEY.',
    ],
    [
      { MAP_PROVIDER: 'usgs', TILE_URL: 'https://a.example/{z}/{x}/{y}' },
      'MAP_PROVIDER and TILE_URL cannot be set together.',
    ],
    [
      { GEOCODER: 'photon', GEOCODER_URL: 'https://a.example/api' },
      'GEOCODER and GEOCODER_URL cannot be set together.',
    ],
    [
      { MAP_PROVIDER: 'openstreetmap' },
      'MAP_PROVIDER=openstreetmap requires PUBLIC_URL, so that its operators can contact you.',
    ],
  ])('%j prevents startup: %s', (env, message) => {
    expect(() => toConfig(env)).toThrow(message);
  });
});
