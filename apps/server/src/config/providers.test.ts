import { describe, expect, it } from 'vitest';
import { deriveConfig } from './config.ts';
import { readEnv } from './env.ts';

const config = (env: Record<string, string>) =>
  deriveConfig(readEnv({ HOST: '127.0.0.1', ...env }));

describe("the map's providers", () => {
  it('are not set by default', () => {
    const { tileUrl, tileAttribution, geocoderUrl } = config({});
    expect([tileUrl, tileAttribution, geocoderUrl]).toEqual([null, '', null]);
  });

  it.each([
    ['TILE_URL', 'https://tiles.example/{z}/{x}/{y}.png'],
    ['TILE_URL', 'http://127.0.0.1:8000/tile?z={z}&y={y}&x={x}&key=a'],
    ['GEOCODER_URL', 'https://photon.example/api'],
    ['GEOCODER_URL', 'http://[::1]:2322/api?key=a'],
  ])('%s accepts %s', (name, value) => {
    const { tileUrl, geocoderUrl } = config({ [name]: value });
    expect(name === 'TILE_URL' ? tileUrl : geocoderUrl).toBe(value);
  });

  it.each([
    ['TILE_URL', 'https://tiles.example/tiles'],
    ['TILE_URL', 'https://tiles.example/{z}/{x}'],
    ['TILE_URL', 'https://{s}.tiles.example/{z}/{x}/{y}'],
    ['TILE_URL', 'https://tiles.example/{z}/{x}/{y}/{y}'],
    ['TILE_URL', 'https://{z}.example/{x}/{y}'],
    ['TILE_URL', 'file:///tiles/{z}/{x}/{y}'],
    ['TILE_URL', 'https://user:secret@tiles.example/{z}/{x}/{y}'],
    ['TILE_ATTRIBUTION', 'x'.repeat(301)],
    ['GEOCODER_URL', 'photon.example'],
    ['GEOCODER_URL', 'ftp://photon.example/api'],
    ['GEOCODER_URL', 'https://user@photon.example/api'],
  ])('%s rejects %s', (name, value) => {
    expect(() => config({ [name]: value })).toThrow(new RegExp(`^${name} must be .*\\.$`));
  });
});
