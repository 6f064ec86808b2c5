import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, wireObject } from '../wire.ts';

/** A farm, which the screens also call a system. */
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
  binCount: ['bin_count', z.int()],
});
export type Farm = z.output<typeof farm>;

export const getAllFarms = route('GET', 'farm/getAllFarms', {
  summary: "One user's farms",
  query: z.object({ user_id: id }),
  answer: z.array(farm),
});

export const getFarm = route('GET', 'farm/getFarm', {
  summary: 'One farm',
  query: z.object({ farm_id: id }),
  answer: farm,
});
