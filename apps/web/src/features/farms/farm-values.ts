import { addFarm, type Farm, MAX_PRICE_PER_KWH, updateFarm } from '@granary/contract/farms/http';
import type { RouteRequest } from '../../lib/api.ts';
import { MAX_LATITUDE, MAX_LONGITUDE, parseDegrees, parsePosition } from '../../lib/coordinates.ts';
import { formatForEditing, parseNumber } from '../../lib/parse-number.ts';

/** The form values, as entered. */
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
  readonly pricePerKwh: string;
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
  pricePerKwh: '',
};

/** Form fields keyed by wire name, in form order. */
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
  price_per_kwh: 'pricePerKwh',
};

export const fieldOrder: readonly FarmField[] = Object.values(fieldByWireName);

/** Converts a farm to form values, formatted for a locale. */
export function toFarmValues(farm: Farm, locale: string): FarmValues {
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
    pricePerKwh: farm.pricePerKwh === null ? '' : formatForEditing(farm.pricePerKwh, locale),
  };
}

/** Validates the coordinates: both can be empty, but not just one. */
export function validateCoordinates(values: Pick<FarmValues, 'lat' | 'lng'>): {
  readonly lat: 'invalid' | 'incomplete' | null;
  readonly lng: 'invalid' | 'incomplete' | null;
} {
  const findProblem = (text: string, other: string, max: number) => {
    if (text.trim() === '') return other.trim() === '' ? null : 'incomplete';
    return parseDegrees(text, max) === null ? 'invalid' : null;
  };
  const { lat, lng } = values;
  return { lat: findProblem(lat, lng, MAX_LATITUDE), lng: findProblem(lng, lat, MAX_LONGITUDE) };
}

/** Whether the outdoor sensor is enabled but no bin is chosen for it. */
export function lacksAmbientBin(
  values: Pick<FarmValues, 'ambientBinId' | 'ambientSensor'>,
): boolean {
  return values.ambientSensor === 'enabled' && values.ambientBinId === '';
}

/** Parses a price per kWh; null if it is not a number in range. */
export function parsePrice(text: string, locale: string): number | null {
  const price = parseNumber(text, locale);
  return price !== null && price >= 0 && price <= MAX_PRICE_PER_KWH ? price : null;
}

/**
 * Builds the request for a new farm. If no time zone is chosen, the farm gets the zone proposed for its
 * coordinates; if the proposal has not loaded, the server chooses the zone.
 */
export function toNewFarm(
  values: FarmValues,
  ownerId: number,
  proposal: { readonly timezone: string } | undefined,
  proposedFor: Pick<FarmValues, 'lat' | 'lng'>,
): NewFarm {
  const isCurrent = values.lat === proposedFor.lat && values.lng === proposedFor.lng;
  const timezone = values.timezone || (isCurrent && proposal?.timezone) || '';
  return { ...toNameAndLocation(values), ownerId, ...(timezone !== '' && { timezone }) };
}

/** Builds the request for a farm edit from valid values in a locale's format. */
export function toFarmEdit(values: FarmValues, { id, version }: Farm, locale: string): FarmEdit {
  return {
    ...toNameAndLocation(values),
    id,
    version,
    timezone: values.timezone,
    ambientBinId: values.ambientBinId === '' ? null : Number(values.ambientBinId),
    ambientSensorAttached: values.ambientSensor === 'enabled',
    pricePerKwh: values.pricePerKwh.trim() === '' ? null : parsePrice(values.pricePerKwh, locale),
  };
}

function toNameAndLocation(values: FarmValues) {
  const { name, city, state, country } = values;
  return { name, city, state, country, ...(parsePosition(values) ?? { lat: null, lng: null }) };
}
