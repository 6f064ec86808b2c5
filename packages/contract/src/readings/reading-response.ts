import * as z from 'zod/mini';
import { id, instant, numbers, wireObject } from '../wire.ts';
import { fieldScalarNames, scalarFields } from './scalars.ts';

/** One array a cable, one value a sensor, from sensor 1 on. */
const cells = z.array(numbers);
const scalar = z.nullable(z.number());

/** Marks a sensor that gave no temperature, on the wire both ways. */
export const NO_SENSOR = -200;

/** Temperatures on the wire: no sensor is -200, inside it is null. */
const temperatureCells = z.codec(z.array(z.array(z.number())), z.custom<(number | null)[][]>(), {
  decode: (wire) => wire.map((cable) => cable.map((value) => (value === NO_SENSOR ? null : value))),
  encode: (cables) => cables.map((cable) => cable.map((value) => value ?? NO_SENSOR)),
});

/** A cable of a bin. `cable` counts from 1; `cableId` is its bus address, -1 where unreadable. */
export const cable = wireObject({
  cable: ['cable', z.int()],
  name: ['cable_name', z.string()],
  cableId: ['cable_id', z.int()],
  subBin: ['bin', z.int()],
  flip: ['flip', z.boolean()],
  crop: ['crop_name', z.nullable(z.string())],
});
export type Cable = z.output<typeof cable>;

export const sensorStatus = z.enum(['unmute', 'mute', 'disable']);

/** Per cable, by `statusKey`, the sensors whose status is not the default, by position from 1. */
export const sensorsInformation = z.record(
  z.string(),
  z.record(z.string(), z.object({ sensorStatus })),
);
export type SensorsInformation = z.infer<typeof sensorsInformation>;

/** Where a cable's statuses and sensors stand: at its address, or at its number where that is unreadable. */
export function statusKey({ cable, cableId }: Pick<Cable, 'cable' | 'cableId'>): string {
  return cableId === -1 ? `cable-${cable}` : String(cableId);
}

export const readingFields = {
  binId: ['bin_sensor_id', id],
  at: ['date_time', instant],
  /** Records newer than this one; 0 is the latest. */
  pageNo: ['pageNo', z.int()],
  temperatures: ['temp_reading', temperatureCells],
  moistures: ['moisture_reading', cells],
  humidities: ['humidity_readings', cells],
  cables: ['cable_names', z.array(cable)],
  /** The sensors of each cable of the bin, by its `statusKey`. */
  cablesInformation: [
    'cables_information',
    z.record(z.string(), z.object({ sensor_positions: z.array(z.int()) })),
  ],
  /** The addresses that the board itself named, by cable number: -1 unreadable, null not named. */
  cableIds: ['cable_ids', z.array(z.nullable(z.int()))],
  /** Where the board's own list of cable ids differs from the bin's settings. */
  cableIdsDiffer: ['cable_ids_differ', z.boolean()],
  /** Which constants or table made the moisture, per cable; null where there is none. */
  moistureSources: ['moisture_sources', z.array(z.nullable(z.string()))],
  ...scalarFields(fieldScalarNames, scalar),
  averageTemperature: ['average_temp_reading', scalar],
  averageHumidity: ['average_humidity_reading', scalar],
  averageMoisture: ['average_moisture_reading', scalar],
  /** The EMC of the outdoor air for the bin's crop. */
  ambientMoisture: ['channel_8_humidity_converted', scalar],
  anyError: [
    'any_error',
    z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
      decode: (wire) => wire === 1,
      encode: (inner) => (inner ? 1 : 0),
    }),
  ],
  clockWrong: ['clock_wrong', z.boolean()],
  pressureCables: ['pressure_cables', z.object({ X1: scalar, X2: scalar })],
  /** Percent of the bin that is full; 0 where `level_known` is false. */
  fillPercent: ['load_percent', z.number()],
  levelKnown: ['level_known', z.boolean()],
  /** What the bin held, in its `crop_unit`; null where its level or its size is not known. */
  loadQuantity: ['load_quantity', scalar],
} as const;

/**
 * A reading as served: what the board sent, with moisture, averages and the cables' settings.
 * Temperatures °C, moisture % wet basis, humidity %, level mm, CO2 ppm, wind m/s, pressure Pa.
 */
export const reading = wireObject(readingFields);
export type Reading = z.output<typeof reading>;
