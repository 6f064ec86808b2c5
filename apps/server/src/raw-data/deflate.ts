import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The dictionaries frames were deflated with, by version; a stored frame names its own. Released
 * ones never change: what they deflated could not be read again.
 */
const dictionaries: Readonly<Record<number, Buffer>> = {
  1: Buffer.from(firstDictionary()),
};

/** The version new frames are deflated with. */
export const DICTIONARY = 1;

/** Deflates a frame's bytes with the current dictionary. */
export function deflateFrame(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { dictionary: dictionaryOf(DICTIONARY), level: 6, memLevel: 6 });
}

/** The bytes of a stored frame. */
export function inflateFrame(body: Buffer, dictionary: number): Buffer {
  return inflateRawSync(body, { dictionary: dictionaryOf(dictionary) });
}

function dictionaryOf(version: number): Buffer {
  const found = dictionaries[version];
  if (!found) throw new Error(`No dictionary of version ${version} is known.`);
  return found;
}

/** Values that grain shows most, then a frame's own words, which should stand nearest the end. */
function firstDictionary(): string {
  const numbers: string[] = [];
  for (let tenths = 400; tenths < 800; tenths += 3) numbers.push((tenths / 10).toFixed(1));
  for (let tenths = -100; tenths < 350; tenths++) numbers.push((tenths / 10).toFixed(1));
  return `${numbers.join(',')}${[
    '{"v":1,"kind":"hello","board_type":"main","firmware_name":"sleep","firmware_version":"2.03",',
    '"fan":"on","fan":"off","command_id":"","lockout":true,"lockout":false,"date_time":"2026-',
    '{"v":1,"bin_number":1,"date_time":"2026-10-14T14:20:00Z","temp_reading":[[',
    '-200,-200],[null,null]],"humidity_readings":[[60,61],[62,63]],"cable_ids":[1,2,3,4,5,6,7,8],',
    '"battery":100,"level_sensor":2300,"co2":460,"wind_speed":0.1,"wind_pressure":0.0,',
    '"wind_speed_plenum_2":0,"wind_pressure_plenum_2":0,"wind_temperature":10.1,',
    '"channel_8_temperature":6.2,"channel_8_humidity":65,"pressure_cables":{"X1":8,"X2":8},',
    '"any_error":0}',
  ].join('')}`;
}
