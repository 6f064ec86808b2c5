import { dailyScalarNames } from '@granary/domain/readings/scalars';
import { DAY } from '@granary/domain/units';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { day, id, instant, nullableDay, nullableNumbers, scalar, wireObject } from '../wire.ts';
import { reading } from './reading-response.ts';
import { buildScalarFields } from './scalars.ts';

const pageNo = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000));

export const getSensorReading = route('GET', 'board/getSensorReading', {
  summary: 'A reading by its record number; 0 is the latest',
  query: z.object({ bin_sensor_id: id, page_no: z._default(pageNo, 0) }),
  response: reading,
});

export const getSensorReadingByFilters = route('GET', 'board/getSensorReadingByFilters', {
  summary:
    'The latest reading at the given time or in the 24 hours before it; an empty list if there is none',
  query: z.object({ bin_sensor_id: id, dateTime: instant }),
  response: z.array(reading),
});

/** The fields of a chart record, by their names in code. */
export const chartFields = {
  at: ['date_time', instant],
  /** The farm's local day if the record is a day, otherwise null. */
  day: ['date', nullableDay],
  /**
   * The number of readings in the record. If the record merges the readings of a time span, its extremes come
   * from the newest reading in each half of the span.
   */
  readings: ['readings', z.int()],
  ...buildScalarFields(dailyScalarNames, scalar),
  averageHumidity: ['humidity_reading', scalar],
  /**
   * How full the bin was, 0 to 100, calculated from the measurement or ledger at that time with the bin's
   * current settings; null if unknown.
   */
  fillPercent: ['load_percent', scalar],
  minTemperatures: ['min_temp', nullableNumbers],
  maxTemperatures: ['max_temp', nullableNumbers],
  /** For all enabled sensors of a cable, including those above the grain. */
  minMoistures: ['min_moisture', nullableNumbers],
  maxMoistures: ['max_moisture', nullableNumbers],
  minHumidities: ['min_humidity', nullableNumbers],
  maxHumidities: ['max_humidity', nullableNumbers],
  /**
   * For the enabled sensors that were under grain at that time; empty while a day is being recalculated.
   */
  grainAverageHumidity: ['grain_humidity_reading', scalar],
  grainMinTemperatures: ['grain_min_temp', nullableNumbers],
  grainMaxTemperatures: ['grain_max_temp', nullableNumbers],
  grainMinMoistures: ['grain_min_moisture', nullableNumbers],
  grainMaxMoistures: ['grain_max_moisture', nullableNumbers],
  grainMinHumidities: ['grain_min_humidity', nullableNumbers],
  grainMaxHumidities: ['grain_max_humidity', nullableNumbers],
} as const;

/** One point of the chart: a reading, a day, or several merged readings. */
export const chartRecord = wireObject(chartFields);
export type ChartRecord = z.output<typeof chartRecord>;

export const CHART_RANGE_DAYS = [1, 7, 14, 30, 182, 365] as const;
/** The maximum number of records on a page of the chart. */
export const CHART_PAGE_SIZE = 6579;

const days = z.coerce.number().check(
  z.refine((value) => CHART_RANGE_DAYS.some((range) => range === value), {
    error: 'days must be one of 1, 7, 14, 30, 182, 365',
  }),
);

export const getChartRecords = route('GET', 'board/sensorMinMaxReading', {
  summary:
    'The chart: a record for each reading for ranges up to 30 days, otherwise for each day; newest first',
  query: z.object({
    bin_sensor_id: id,
    page_no: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
    days: z._default(days, 1),
  }),
  response: z.array(chartRecord),
});

/** The maximum number of sensors in one chart. */
export const MAX_SERIES_SENSORS = 8;
/** The maximum number of points in a series. */
export const MAX_SERIES_POINTS = 2000;
/**
 * The longest range of a series in days: with a point for each reading, and with a point for each day or
 * week.
 */
const MAX_READING_DAYS = 31;
const MAX_SERIES_DAYS = 400;

const sensorRow = wireObject({ cable: ['cable', z.int()], row: ['row', z.int()] });

const SENSOR_ROWS = /^[1-8]\.[1-9]\d?(,[1-8]\.[1-9]\d?)*$/;

/** Selected sensors as `cable.row`: `3.11,3.6`. */
const sensorRows = z.codec(
  z.string().check(
    z.regex(SENSOR_ROWS),
    z.refine((text) => text.split(',').length <= MAX_SERIES_SENSORS),
  ),
  z.custom<readonly { readonly cable: number; readonly row: number }[]>(Array.isArray),
  {
    decode: (text) =>
      text.split(',').map((sensor) => {
        const [cable, row] = sensor.split('.').map(Number);
        return { cable: cable ?? 0, row: row ?? 0 };
      }),
    encode: (sensors) => sensors.map(({ cable, row }) => `${cable}.${row}`).join(','),
  },
);

/** The time span of one point in a series. */
export const SERIES_STEPS = ['reading', 'day', 'week'] as const;
export type SeriesStep = (typeof SERIES_STEPS)[number];

/**
 * Temperatures of selected sensors over time; a point for a day or week holds each sensor's highest value in
 * that time. Temperatures in °C; null where the sensor was above the grain.
 */
const sensorSeries = wireObject({
  /** The IANA time zone of the days and weeks. */
  timezone: ['timezone', z.string()],
  sensors: ['sensors', z.array(sensorRow)],
  /** Whether readings were left out because there were too many. */
  isThinned: ['thinned', z.boolean()],
  /** Oldest first. */
  points: [
    'points',
    z.array(
      wireObject({
        at: ['date_time', instant],
        /** The farm's local day, or the Monday of the week; null for a reading. */
        day: ['date', nullableDay],
        /** One value for each sensor, in the order of `sensors`. */
        temperatures: ['temp', nullableNumbers],
        /** For each sensor, the median of the other cables' sensors in its row. */
        medians: ['row_median', nullableNumbers],
      }),
    ),
  ],
});
export type SensorSeries = z.output<typeof sensorSeries>;

export const getSensorSeries = route('GET', 'board/sensorSeries', {
  summary:
    'Temperatures of selected sensors under grain over time, with the medians of their rows; oldest first',
  query: z
    .object({
      bin_sensor_id: id,
      sensors: sensorRows,
      from: instant,
      to: instant,
      step: z._default(z.enum(SERIES_STEPS), 'reading'),
    })
    .check(
      z.refine(({ from, to }) => from < to, { error: 'to must be after from', path: ['to'] }),
      z.refine(
        ({ from, to, step }) =>
          to - from <= (step === 'reading' ? MAX_READING_DAYS : MAX_SERIES_DAYS) * DAY,
        {
          error: `from and to may span at most ${MAX_READING_DAYS} days if step is 'reading', otherwise ${MAX_SERIES_DAYS} days`,
          path: ['to'],
        },
      ),
    ),
  response: sensorSeries,
});

export const exportReadings = route('GET', 'board/exportReadings', {
  summary:
    "All readings of a bin in a time range as CSV, oldest first; column headings end with the unit; times are in the farm's time zone, with the UTC offset",
  query: z
    .object({ bin_sensor_id: id, from: instant, to: instant })
    .check(z.refine(({ from, to }) => from < to, { error: 'to must be after from', path: ['to'] })),
  response: z.string(),
  mediaType: 'text/csv',
});

/**
 * A day's extremes for all sensors: an array for each cable, with a value for each sensor, starting with
 * sensor 1.
 */
export const dailyReading = wireObject({
  day: ['date', day],
  readings: ['readings', z.int()],
  minTemperatures: ['min_temp', z.array(nullableNumbers)],
  maxTemperatures: ['max_temp', z.array(nullableNumbers)],
  minHumidities: ['min_humidity', z.array(nullableNumbers)],
  maxHumidities: ['max_humidity', z.array(nullableNumbers)],
});
export type DailyReading = z.output<typeof dailyReading>;

/** The maximum number of days in one request. */
const MAX_DAYS = 400;

export const getDailyReadings = route('GET', 'board/dailyReadings', {
  summary: 'Minimum and maximum temperature and humidity for each sensor and day, oldest first',
  query: z.object({ bin_sensor_id: id, from: day, to: day }).check(
    // An invalid day has its own error.
    z.refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY), {
      error: `from and to may span at most ${MAX_DAYS} days`,
      path: ['to'],
    }),
  ),
  response: z.array(dailyReading),
});
