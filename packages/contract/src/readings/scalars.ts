import { type ScalarName, type Scalars, scalarNames } from '@granary/domain/readings/scalars';
import type * as z from 'zod/mini';

/** The name of each scalar on the wire: a field, or an object and a field in it. */
export const scalarWireNames = {
  battery: 'battery',
  levelMm: 'level_sensor',
  co2: 'co2',
  windSpeed: 'wind_speed',
  windPressure: 'wind_pressure',
  windSpeedPlenum2: 'wind_speed_plenum_2',
  windPressurePlenum2: 'wind_pressure_plenum_2',
  windTemperature: 'wind_temperature',
  ambientTemperature: 'channel_8_temperature',
  ambientHumidity: 'channel_8_humidity',
  pressureX1: ['pressure_cables', 'X1'],
  pressureX2: ['pressure_cables', 'X2'],
} as const satisfies Readonly<
  Record<ScalarName, string | readonly [object: string, field: string]>
>;

type WireNames = typeof scalarWireNames;

/** The scalars that are single fields on the wire. */
export type FieldScalarName = {
  [Name in ScalarName]: WireNames[Name] extends string ? Name : never;
}[ScalarName];

export const fieldScalarNames = scalarNames.filter(
  (name): name is FieldScalarName => typeof scalarWireNames[name] === 'string',
);

/** Builds the `wireObject` fields for these scalars, all with the same schema. */
export function buildScalarFields<Name extends FieldScalarName, Schema extends z.ZodMiniType>(
  names: readonly Name[],
  schema: Schema,
) {
  const fields = names.map((name) => [name, [scalarWireNames[name], schema]]);
  // `fromEntries` loses the type of the names.
  return Object.fromEntries(fields) as {
    readonly [Each in Name]: readonly [wireName: WireNames[Each], schema: Schema];
  };
}

/** Picks a reading's scalars that are single fields on the wire. */
export function pickFieldScalars(
  reading: Pick<Scalars, FieldScalarName>,
): Pick<Scalars, FieldScalarName> {
  const pickedScalars: Partial<Record<FieldScalarName, number | null>> = {};
  for (const name of fieldScalarNames) pickedScalars[name] = reading[name];
  // The loop has set every name.
  return pickedScalars as Pick<Scalars, FieldScalarName>;
}

/** Converts a reading's scalars to the fields of its response. */
export function serializeScalars(scalars: Scalars) {
  return {
    ...pickFieldScalars(scalars),
    pressureCables: { X1: scalars.pressureX1, X2: scalars.pressureX2 },
  };
}
