import { addFarm, type Farm, MAX_PRICE_PER_KWH, updateFarm } from '@granary/contract/farms/http';
import type { RouteRequest } from '../../lib/api.ts';
import { MAX_LATITUDE, MAX_LONGITUDE, parseDegrees, parsePosition } from '../../lib/coordinates.ts';
import { formatForEditing, parseNumber } from '../../lib/parse-number.ts';

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
  price_per_kwh: 'pricePerKwh',
};

export const fieldOrder: readonly FarmField[] = Object.values(fieldByWireName);

/** Fills the form with a farm, for editing in a locale. */
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

/** The typed price per kWh; null if it is not a number in range. */
export function parsePrice(text: string, locale: string): number | null {
  const price = parseNumber(text, locale);
  return price !== null && price >= 0 && price <= MAX_PRICE_PER_KWH ? price : null;
}

/**
 * The farm to add. Without a chosen time zone it gets the one that was proposed for its coordinates; if
 * that has not loaded, the server proposes it.
 */
export function toNewFarm(
  values: FarmValues,
  ownerId: number,
  proposal: { readonly timezone: string } | undefined,
  proposedFor: Pick<FarmValues, 'lat' | 'lng'>,
): NewFarm {
  const isCurrent = values.lat === proposedFor.lat && values.lng === proposedFor.lng;
  const timezone = values.timezone || (isCurrent && proposal?.timezone) || '';
  return { ...toPlace(values), ownerId, ...(timezone !== '' && { timezone }) };
}

/** The edit of a farm from valid values that were typed in a locale. */
export function toFarmEdit(values: FarmValues, { id, version }: Farm, locale: string): FarmEdit {
  return {
    ...toPlace(values),
    id,
    version,
    timezone: values.timezone,
    ambientBinId: values.ambientBinId === '' ? null : Number(values.ambientBinId),
    ambientSensorAttached: values.ambientSensor === 'enabled',
    pricePerKwh: values.pricePerKwh.trim() === '' ? null : parsePrice(values.pricePerKwh, locale),
  };
}

function toPlace(values: FarmValues) {
  const { name, city, state, country } = values;
  return { name, city, state, country, ...(parsePosition(values) ?? { lat: null, lng: null }) };
}
