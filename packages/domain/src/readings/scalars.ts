import { toBatteryPercent } from '../boards/battery.ts';
import { MAX_SENSORS } from './reading.ts';
import { toValidHumidity, toValidTemperature } from './valid-values.ts';

/** What a scalar is measured in. */
export type ScalarUnit = '%' | 'mm' | 'ppm' | 'm/s' | 'Pa' | '°C' | 'sensors';

/**
 * The type of a scalar's column: `integer` and `smallint` round to whole numbers, `real` to 0.01;
 * `hundredths` is a `smallint` that stores hundredths.
 */
export type ScalarStorage = 'integer' | 'smallint' | 'real' | 'hundredths';

interface Scalar {
  readonly unit: ScalarUnit;
  /** Converts a reported number to a measurement; null if the sensor or the wiring is faulty. */
  readonly toMeasurement: (sent: number) => number | null;
  readonly storage: ScalarStorage;
  /** The column of `readings`, `latest` and, if daily, `days`: the name in snake case. */
  readonly column: string;
  /** Ends with the unit, except for counts of sensors. */
  readonly csvHeading: string;
  /** Whether days store the value of their newest reading, which the chart draws. */
  readonly isDaily: boolean;
  /** The position of its series in the chart's menu; null if it has none or is not daily. */
  readonly seriesOrder: number | null;
  /** Whether the bin page has a card for it; the others share one. */
  readonly hasCard: boolean;
}

/**
 * Every number that a bin reports besides the values of its cables, in the order of the exported columns. The
 * database, the API, charts and pages all use this table: see docs/how-to/add-a-measured-value.md.
 */
export const scalars = {
  /** Boards on AC power report 255, which is stored as 100. */
  battery: {
    unit: '%',
    toMeasurement: toBatteryPercent,
    storage: 'smallint',
    column: 'battery',
    csvHeading: 'battery_percent',
    isDaily: true,
    seriesOrder: 10,
    hasCard: true,
  },
  /** Distance or height, as the level sensor reports it. */
  levelMm: {
    unit: 'mm',
    toMeasurement: acceptBetween(0, 100_000),
    storage: 'integer',
    column: 'level_mm',
    csvHeading: 'level_sensor_mm',
    isDaily: true,
    seriesOrder: 80,
    hasCard: false,
  },
  co2: {
    unit: 'ppm',
    toMeasurement: acceptBetween(0, 100_000),
    storage: 'integer',
    column: 'co2',
    csvHeading: 'co2_ppm',
    isDaily: true,
    seriesOrder: 20,
    hasCard: true,
  },
  /** In the plenum, like the other wind values. */
  windSpeed: {
    unit: 'm/s',
    toMeasurement: acceptBetween(0, 200),
    storage: 'real',
    column: 'wind_speed',
    csvHeading: 'wind_speed_m_s',
    isDaily: true,
    seriesOrder: 40,
    hasCard: false,
  },
  windPressure: {
    unit: 'Pa',
    toMeasurement: acceptBetween(-100_000, 100_000),
    storage: 'real',
    column: 'wind_pressure',
    csvHeading: 'wind_pressure_pa',
    isDaily: true,
    seriesOrder: 30,
    hasCard: false,
  },
  windSpeedPlenum2: {
    unit: 'm/s',
    toMeasurement: acceptBetween(0, 200),
    storage: 'real',
    column: 'wind_speed_plenum2',
    csvHeading: 'wind_speed_plenum_2_m_s',
    isDaily: false,
    seriesOrder: null,
    hasCard: false,
  },
  windPressurePlenum2: {
    unit: 'Pa',
    toMeasurement: acceptBetween(-100_000, 100_000),
    storage: 'real',
    column: 'wind_pressure_plenum2',
    csvHeading: 'wind_pressure_plenum_2_pa',
    isDaily: false,
    seriesOrder: null,
    hasCard: false,
  },
  windTemperature: {
    unit: '°C',
    toMeasurement: toValidTemperature,
    storage: 'real',
    column: 'wind_temperature',
    csvHeading: 'wind_temperature_c',
    isDaily: true,
    seriesOrder: 50,
    hasCard: false,
  },
  /** Outdoors (channel 8); drawn beside the temperatures of the cables. */
  ambientTemperature: {
    unit: '°C',
    toMeasurement: toValidTemperature,
    storage: 'hundredths',
    column: 'ambient_temperature',
    csvHeading: 'channel_8_temperature_c',
    isDaily: true,
    seriesOrder: null,
    hasCard: false,
  },
  ambientHumidity: {
    unit: '%',
    toMeasurement: toValidHumidity,
    storage: 'hundredths',
    column: 'ambient_humidity',
    csvHeading: 'channel_8_humidity_percent',
    isDaily: true,
    seriesOrder: null,
    hasCard: false,
  },
  /** The number of sensors on pressure cable 1 that are covered by grain. */
  pressureX1: {
    unit: 'sensors',
    toMeasurement: acceptBetween(0, MAX_SENSORS),
    storage: 'smallint',
    column: 'pressure_x1',
    csvHeading: 'pressure_X1',
    isDaily: false,
    seriesOrder: null,
    hasCard: false,
  },
  pressureX2: {
    unit: 'sensors',
    toMeasurement: acceptBetween(0, MAX_SENSORS),
    storage: 'smallint',
    column: 'pressure_x2',
    csvHeading: 'pressure_X2',
    isDaily: false,
    seriesOrder: null,
    hasCard: false,
  },
} as const satisfies Readonly<Record<string, Scalar>>;

export type ScalarName = keyof typeof scalars;

/** The scalars of a reading; null for those without a valid value. */
export type Scalars = Readonly<Record<ScalarName, number | null>>;

/** The scalars whose `Property` is `Value`. */
type ScalarsWhere<Property extends keyof Scalar, Value> = {
  [Name in ScalarName]: (typeof scalars)[Name][Property] extends Value ? Name : never;
}[ScalarName];

export type DailyScalarName = ScalarsWhere<'isDaily', true>;
export type SeriesScalarName = ScalarsWhere<'seriesOrder', number>;
export type CardScalarName = ScalarsWhere<'hasCard', true>;

// The names are the keys of the table above. Each filter tests the same property as its type guard.
export const scalarNames = Object.keys(scalars) as readonly ScalarName[];
export const dailyScalarNames = scalarNames.filter(
  (name): name is DailyScalarName => scalars[name].isDaily,
);
export const seriesScalarNames = scalarNames.filter(
  (name): name is SeriesScalarName => scalars[name].seriesOrder !== null,
);
export const cardScalarNames = scalarNames.filter(
  (name): name is CardScalarName => scalars[name].hasCard,
);

/** Whether a scalar is rounded to a whole number before it is stored. */
export function isStoredAsInteger(name: ScalarName): boolean {
  const { storage } = scalars[name];
  return storage === 'integer' || storage === 'smallint';
}

const conversions = scalarNames.map((name) => ({
  name,
  toMeasurement: scalars[name].toMeasurement,
  factor: isStoredAsInteger(name) ? 1 : 100,
}));

/**
 * The scalars of a reading: each valid reported number, rounded the way it is stored. `getReported` returns
 * the number that a board sent for a scalar, or none.
 */
export function toScalars(getReported: (name: ScalarName) => number | null | undefined): Scalars {
  const measurements: Partial<Record<ScalarName, number | null>> = {};
  for (const { name, toMeasurement, factor } of conversions) {
    const value = getReported(name);
    const measurement = value === null || value === undefined ? null : toMeasurement(value);
    measurements[name] = measurement === null ? null : Math.round(measurement * factor) / factor;
  }
  // The loop sets a value for every name.
  return measurements as Scalars;
}

function acceptBetween(min: number, max: number): (sent: number) => number | null {
  return (sent) => (sent >= min && sent <= max ? sent : null);
}
