import { sustainedFindings } from '@granary/domain/bins/sustained-findings';
import * as z from 'zod/mini';
import { id, instant, nullableNumbers, wireObject } from '../wire.ts';
import { buildScalarFields, fieldScalarNames } from './scalars.ts';

/** One array for each cable, with one value for each sensor, starting at sensor 1. */
const cells = z.array(nullableNumbers);
const scalar = z.nullable(z.number());

/** Marks a sensor without a temperature on the wire, in both directions. */
export const NO_SENSOR = -200;

/** A sensor, its cable and position from 1, and its value. */
const sensorValue = wireObject({
  cable: ['cable', z.int()],
  position: ['position', z.int()],
  value: ['value', z.number()],
});

const hotSensor = wireObject({
  cable: ['cable', z.int()],
  position: ['position', z.int()],
  /** The row, counted from 1 at the top. */
  depth: ['depth', z.int()],
  temperature: ['temperature', z.number()],
  /** °C above the median at its depth. */
  excess: ['excess', z.number()],
});

/** The risk that a reading's CO2 shows; `value` and `limit` in ppm. */
export const co2RiskFields = {
  level: ['level', z.enum(['watch', 'warning', 'critical'])],
  value: ['value', z.number()],
  limit: ['limit', z.number()],
} as const;

/** Temperatures; a missing one is -200 on the wire, null in code. */
const temperatureCells = z.codec(z.array(z.array(z.number())), z.custom<(number | null)[][]>(), {
  decode: (wire) => wire.map((cable) => cable.map((value) => (value === NO_SENSOR ? null : value))),
  encode: (cables) => cables.map((cable) => cable.map((value) => value ?? NO_SENSOR)),
});

/** A cable of a bin. `cable` counts from 1; `cableId` is its bus address, -1 if unreadable. */
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

/**
 * The sensors whose status is not the default, keyed by cable (`getStatusKey`) and then by position from 1.
 */
export const sensorsInformation = z.record(
  z.string(),
  z.record(z.string(), z.object({ sensorStatus })),
);
export type SensorsInformation = z.infer<typeof sensorsInformation>;

/**
 * The key for a cable's sensor statuses and positions: its address, or its number if the address is
 * unreadable.
 */
export function getStatusKey({ cable, cableId }: Pick<Cable, 'cable' | 'cableId'>): string {
  return cableId === -1 ? `cable-${cable}` : String(cableId);
}

export const readingFields = {
  binId: ['bin_sensor_id', id],
  at: ['date_time', instant],
  /** The number of newer readings; 0 is the latest. */
  pageNo: ['pageNo', z.int()],
  temperatures: ['temp_reading', temperatureCells],
  moistures: ['moisture_reading', cells],
  humidities: ['humidity_readings', cells],
  cables: ['cable_names', z.array(cable)],
  /** The sensor positions of each of the bin's cables, keyed as by `getStatusKey`. */
  cablesInformation: [
    'cables_information',
    z.record(z.string(), z.object({ sensor_positions: z.array(z.int()) })),
  ],
  /**
   * The addresses that the board reported, in order of cable number; -1 if unreadable, null if not reported.
   */
  cableIds: ['cable_ids', z.array(z.nullable(z.int()))],
  /** Whether the cable IDs that the board reported differ from the bin's settings. */
  cableIdsDiffer: ['cable_ids_differ', z.boolean()],
  /** The constant set or table that each cable's moisture is calculated from; null if none. */
  moistureSources: ['moisture_sources', z.array(z.nullable(z.string()))],
  ...buildScalarFields(fieldScalarNames, scalar),
  averageTemperature: ['average_temp_reading', scalar],
  averageHumidity: ['average_humidity_reading', scalar],
  averageMoisture: ['average_moisture_reading', scalar],
  /** Averages over the enabled sensors under grain; null if none has a value, as in an empty bin. */
  grainAverageTemperature: ['grain_average_temp_reading', scalar],
  grainAverageHumidity: ['grain_average_humidity_reading', scalar],
  grainAverageMoisture: ['grain_average_moisture_reading', scalar],
  grainHottest: ['grain_hottest', z.nullable(sensorValue)],
  grainWettest: ['grain_wettest', z.nullable(sensorValue)],
  /** The sensors that were much warmer than the others at their depth for an hour. */
  hotSensors: ['hot_sensors', z.readonly(z.array(hotSensor))],
  /** Null if the CO2 shows no risk. */
  co2Risk: ['co2_risk', z.nullable(wireObject(co2RiskFields))],
  /** The findings whose limits were crossed for an hour. */
  sustainedFindings: ['held_findings', z.readonly(z.array(z.enum(sustainedFindings)))],
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
  /** How full the bin is, percent; 0 if `level_known` is false. */
  fillPercent: ['load_percent', z.number()],
  isLevelKnown: ['level_known', z.boolean()],
  /** The quantity in the bin, in its `crop_unit`; null if its level or size is unknown. */
  loadQuantity: ['load_quantity', scalar],
} as const;

/**
 * A reading as a response: the values that the board sent, with moisture, averages and the cables' settings.
 * Temperatures °C, moisture % wet basis, humidity %, level mm, CO2 ppm, wind m/s, pressure Pa.
 */
export const reading = wireObject(readingFields);
export type Reading = z.output<typeof reading>;
