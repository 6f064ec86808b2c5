import { addFarm, type Farm, updateFarm } from '@granary/contract/farms/http';
import type { RouteRequest } from '../../lib/api.ts';

/** The form values, all as typed. */
export interface FarmValues {
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly lat: string;
  readonly lng: string;
  readonly timezone: string;
  readonly ambientBinId: string;
  readonly ambientSensor: 'enabled' | 'disabled';
}

export type FarmField = keyof FarmValues;

type NewFarm = RouteRequest<typeof addFarm>['body'];
type FarmEdit = RouteRequest<typeof updateFarm>['body'];

export const emptyFarm: FarmValues = {
  name: '',
  city: '',
  state: '',
  country: '',
  lat: '',
  lng: '',
  timezone: '',
  ambientBinId: '',
  ambientSensor: 'disabled',
};

/** Form fields by wire name, in the order of the form. */
export const fieldByWireName: Readonly<Record<string, FarmField>> = {
  farm_name: 'name',
  city: 'city',
  state: 'state',
  country: 'country',
  lat: 'lat',
  lng: 'lng',
  timezone: 'timezone',
  bin_id_for_channel_8_readings: 'ambientBinId',
  channel_8_sensor_attached: 'ambientSensor',
};

export const fieldOrder: readonly FarmField[] = Object.values(fieldByWireName);

export function toFarmValues(farm: Farm): FarmValues {
  const { name, city, state, country, lat, lng, timezone } = farm;
  return {
    name,
    city,
    state,
    country,
    timezone,
    lat: lat === null ? '' : String(lat),
    lng: lng === null ? '' : String(lng),
    ambientBinId: farm.ambientBinId === null ? '' : String(farm.ambientBinId),
    ambientSensor: farm.ambientSensorAttached ? 'enabled' : 'disabled',
  };
}

/** Parses typed degrees, with a comma or a point; null if invalid or out of range. */
export function parseDegrees(text: string, max: number): number | null {
  const plain = text.trim().replace('\u2212', '-').replace(',', '.');
  if (!/^[+-]?\d+(\.\d*)?$/.test(plain)) return null;
  const value = Number(plain);
  return Math.abs(value) <= max ? value : null;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

/** The position in the form; null while incomplete. */
export function parsePosition({ lat, lng }: Pick<FarmValues, 'lat' | 'lng'>) {
  const [north, east] = [parseDegrees(lat, MAX_LATITUDE), parseDegrees(lng, MAX_LONGITUDE)];
  return north === null || east === null ? null : { lat: north, lng: east };
}

/** Validates the coordinates: both may be empty, but not only one. */
export function validateCoordinates(values: Pick<FarmValues, 'lat' | 'lng'>): {
  readonly lat: 'invalid' | 'half' | null;
  readonly lng: 'invalid' | 'half' | null;
} {
  const problem = (text: string, other: string, max: number) => {
    if (text.trim() === '') return other.trim() === '' ? null : 'half';
    return parseDegrees(text, max) === null ? 'invalid' : null;
  };
  const { lat, lng } = values;
  return { lat: problem(lat, lng, MAX_LATITUDE), lng: problem(lng, lat, MAX_LONGITUDE) };
}

/** Whether the outdoor sensor is enabled without a bin it is wired to. */
export function lacksAmbientBin(
  values: Pick<FarmValues, 'ambientBinId' | 'ambientSensor'>,
): boolean {
  return values.ambientSensor === 'enabled' && values.ambientBinId === '';
}

/** Parses two coordinates copied from a map: "49.6761, -97.9934". */
export function parsePastedPosition(
  text: string,
): { readonly lat: string; readonly lng: string } | null {
  const [, lat, lng] = /^\s*([-\d.]+)\s*[,;\s]\s*([-\d.]+)\s*$/.exec(text) ?? [];
  if (lat === undefined || lng === undefined) return null;
  return parsePosition({ lat, lng }) === null ? null : { lat, lng };
}

export function toNewFarm(values: FarmValues, ownerId: number): NewFarm {
  const { timezone } = values;
  // Without a time zone the server uses the owner's, which the caller may not see.
  return { ...toPlace(values), ownerId, ...(timezone !== '' && { timezone }) };
}

export function toFarmEdit(values: FarmValues, { id, version }: Farm): FarmEdit {
  return {
    ...toPlace(values),
    id,
    version,
    timezone: values.timezone,
    ambientBinId: values.ambientBinId === '' ? null : Number(values.ambientBinId),
    ambientSensorAttached: values.ambientSensor === 'enabled',
  };
}

function toPlace(values: FarmValues) {
  const { name, city, state, country } = values;
  return { name, city, state, country, ...(parsePosition(values) ?? { lat: null, lng: null }) };
}
