import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The dictionaries for deflating frames, keyed by version; each stored frame records its version. Never
 * change a released dictionary: its frames could no longer be inflated.
 */
const dictionaries: Readonly<Record<number, Buffer>> = {
  1: Buffer.from(createDictionary1()),
};

/** Frames are small: larger windows and tables take time and save nothing. */
const SETTINGS = { level: 3, windowBits: 13, memLevel: 6, chunkSize: 2048 } as const;

/** The version for new frames. */
export const DICTIONARY_VERSION = 1;

/** Deflates a frame's bytes with the current dictionary. */
export function deflateFrame(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { dictionary: findDictionary(DICTIONARY_VERSION), ...SETTINGS });
}

/** The bytes of a stored frame. */
export function inflateFrame(body: Buffer, dictionary: number): Buffer {
  return inflateRawSync(body, { dictionary: findDictionary(dictionary) });
}

function findDictionary(version: number): Buffer {
  const found = dictionaries[version];
  if (!found) throw new Error(`There is no dictionary version ${version}.`);
  return found;
}

/** Sample text from all kinds of frames; text from readings, the most frequent kind, comes last. */
function createDictionary1(): string {
  return [
    '{"v":1,"kind":"hello","board_type":"main","firmware_name":"sleep","firmware_version":"2.03",',
    '"fan":"on","fan":"off","command_id":"","lockout":true,"lockout":false,"date_time":"2026-',
    '{"v":1,"bin_number":1,"date_time":"2026-10-14T14:20:00.000Z","temp_reading":[[13.5,14.2,15.1,',
    '16.4,17.3,18.6],[-200,-200],[null,null]],"humidity_readings":[[60,61,62,63,64,65],[58,59]],',
    '"cable_ids":[1,2,3,4,5,6,7,8],"battery":87,"level_sensor":2150,"co2":520,"wind_speed":3.4,',
    '"wind_pressure":742,"wind_speed_plenum_2":3.6,"wind_pressure_plenum_2":738,',
    '"wind_temperature":12.5,"channel_8_temperature":11.5,"channel_8_humidity":63.1,',
    '"pressure_cables":{"X1":8,"X2":8},"any_error":0}',
  ].join('');
}
