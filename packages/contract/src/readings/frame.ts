import { MAX_CABLES, MAX_SENSORS } from '@granary/domain/readings/reading';
import * as z from 'zod/mini';
import { binNumber, boardInstant, version } from '../boards/frame.ts';
import { wireObject } from '../wire.ts';
import { buildScalarFields, fieldScalarNames } from './scalars.ts';

/** A cable's values, checked together: a schema for each value would take up most of the decoding time. */
const cableValues = z.custom<(number | null)[]>(
  (value) =>
    Array.isArray(value) &&
    value.length <= MAX_SENSORS &&
    value.every((each) => each === null || Number.isFinite(each)),
  { error: `a cable's values are at most ${MAX_SENSORS} numbers or nulls` },
);
const sensorValues = z.array(cableValues).check(z.maxLength(MAX_CABLES));
const scalar = z.optional(z.nullable(z.number()));
const count = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_SENSORS))));

/**
 * `up/temp-data`: one report from a bin. Everything except the version, bin and time is optional.
 * Numbers are as sent; the domain decides which of them are valid.
 */
export const readingFrame = wireObject({
  version: ['v', version],
  binNumber: ['bin_number', binNumber],
  sentAt: ['date_time', boardInstant],
  temperatures: ['temp_reading', z.optional(sensorValues)],
  humidities: ['humidity_readings', z.optional(sensorValues)],
  cableIds: [
    'cable_ids',
    z.optional(
      z.array(z.int().check(z.minimum(-1), z.maximum(254))).check(z.maxLength(MAX_CABLES)),
    ),
  ],
  ...buildScalarFields(fieldScalarNames, scalar),
  pressureCables: ['pressure_cables', z.optional(z.nullable(z.object({ X1: count, X2: count })))],
  /** The request that this reading answers. */
  commandId: ['command_id', z.optional(z.string().check(z.maxLength(64)))],
  anyError: ['any_error', z.optional(z.nullable(z.union([z.literal(0), z.literal(1)])))],
});
