import { zoneSources } from '@granary/domain/farms/time-zones';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, scalar, wireBody, wireObject } from '../wire.ts';

/** A farm; screens also call it a system. */
export const farm = wireObject({
  id: ['farm_id', id],
  documentId: ['_id', id],
  name: ['farm_name', z.string()],
  city: ['city', z.string()],
  state: ['state', z.string()],
  country: ['country', z.string()],
  ownerId: ['user_id', id],
  lat: ['lat', z.nullable(z.number())],
  lng: ['lng', z.nullable(z.number())],
  timezone: ['timezone', z.string()],
  ambientSensorAttached: ['channel_8_sensor_attached', z.boolean()],
  ambientBinId: ['bin_id_for_channel_8_readings', z.nullable(id)],
  /** The price per kWh, in the farm's currency. */
  pricePerKwh: ['price_per_kwh', scalar],
  binCount: ['bin_count', z.int()],
  /** Incremented on every change; a write sends the version that was read. */
  version: ['version', z.int()],
});
export type Farm = z.output<typeof farm>;

export const getAllFarms = route('GET', 'farm/getAllFarms', {
  summary: "One user's farms",
  query: z.object({ user_id: id }),
  response: z.array(farm),
});

export const getFarm = route('GET', 'farm/getFarm', {
  summary: 'One farm',
  query: z.object({ farm_id: id }),
  response: farm,
});

const farmName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const placeName = z.string().check(z.trim(), z.maxLength(100));
const lat = z.nullable(z.number().check(z.minimum(-90), z.maximum(90)));
const lng = z.nullable(z.number().check(z.minimum(-180), z.maximum(180)));
const timezone = z.optional(z.string().check(z.maxLength(64)));

/** The maximum price per kWh, high enough for currencies with small units. */
export const MAX_PRICE_PER_KWH = 100_000;
const pricePerKwh = z.nullable(z.number().check(z.minimum(0), z.maximum(MAX_PRICE_PER_KWH)));

export const addFarm = route('POST', 'farm/addFarm', {
  summary: 'Add a farm for a customer',
  body: wireBody({
    name: ['farm_name', farmName],
    city: ['city', z._default(placeName, '')],
    state: ['state', z._default(placeName, '')],
    country: ['country', z._default(placeName, '')],
    ownerId: ['user_id', id],
    lat: ['lat', z._default(lat, null)],
    lng: ['lng', z._default(lng, null)],
    /**
     * By default, the proposed time zone: that of the coordinates, otherwise that of the customer's profile.
     */
    timezone: ['timezone', timezone],
  }),
  response: farm,
});

const coordinate = (max: number) =>
  z.optional(z.coerce.number().check(z.minimum(-max), z.maximum(max)));

export const getTimeZoneProposal = route('GET', 'farm/getTimeZoneProposal', {
  summary: "The time zone to propose for a customer's new farm, and its source",
  query: z.object({ user_id: id, lat: coordinate(90), lng: coordinate(180) }),
  response: z.object({ timezone: z.string(), source: z.enum(zoneSources) }),
});

export const updateFarm = route('POST', 'farm/updateFarm', {
  summary: 'Change a farm',
  body: wireBody({
    id: ['farm_id', id],
    name: ['farm_name', farmName],
    city: ['city', placeName],
    state: ['state', placeName],
    country: ['country', placeName],
    lat: ['lat', lat],
    lng: ['lng', lng],
    timezone: ['timezone', timezone],
    ambientSensorAttached: ['channel_8_sensor_attached', z.boolean()],
    ambientBinId: ['bin_id_for_channel_8_readings', z.nullable(id)],
    /** If omitted, it does not change. */
    pricePerKwh: ['price_per_kwh', z.optional(pricePerKwh)],
    version: ['version', z.optional(z.int())],
  }),
  response: farm,
});

export const deleteFarm = route('DELETE', 'farm/deleteFarm', {
  summary: 'Delete a farm with its bins; an admin can restore it within 30 days',
  body: z.strictObject({ id }),
  response: z.string(),
});
