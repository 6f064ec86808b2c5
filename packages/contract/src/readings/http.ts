import { dailyScalarNames } from '@granary/domain/readings/scalars';
import { DAY } from '@granary/domain/units';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { day, dayOrNone, id, instant, numbers, scalar, wireObject, withFastPath } from '../wire.ts';
import { reading } from './reading-response.ts';
import { scalarFields } from './scalars.ts';

const pageNo = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000));
const count = withFastPath(z.int(), Number.isSafeInteger);

export const getSensorReading = route('GET', 'board/getSensorReading', {
  summary: 'A reading by its record number; 0 is the latest',
  query: z.object({ bin_sensor_id: id, page_no: z._default(pageNo, 0) }),
  response: reading,
});

export const getSensorReadingByFilters = route('GET', 'board/getSensorReadingByFilters', {
  summary: 'The newest reading at or before an instant, at most 24 hours older, else an empty list',
  query: z.object({ bin_sensor_id: id, dateTime: instant }),
  response: z.array(reading),
});

/** The fields of a chart's record, by what they are called inside. */
export const chartFields = {
  at: ['date_time', instant],
  /** The day on the farm where the record is one, else null. */
  day: ['date', dayOrNone],
  /** How many readings the record stands for; of a span's many, only its newest are in its extremes. */
  readings: ['readings', count],
  ...scalarFields(dailyScalarNames, scalar),
  averageHumidity: ['humidity_reading', scalar],
  /**
   * How full the bin was, 0 to 100, by what it measured or its ledger held then and its settings of
   * today; null where that is not known.
   */
  fillPercent: ['load_percent', scalar],
  minTemperatures: ['min_temp', numbers],
  maxTemperatures: ['max_temp', numbers],
  /** Of all enabled sensors of a cable, those in the air above the grain too. */
  minMoistures: ['min_moisture', numbers],
  maxMoistures: ['max_moisture', numbers],
  minHumidities: ['min_humidity', numbers],
  maxHumidities: ['max_humidity', numbers],
} as const;

/** One point of the chart: a reading, or a day, or a span of merged readings. */
export const chartRecord = wireObject(chartFields);
export type ChartRecord = z.output<typeof chartRecord>;

export const CHART_RANGES = [1, 7, 14, 30, 182, 365] as const;
/** A page of the chart holds at most this many records. */
export const CHART_PAGE = 6579;

const days = z.coerce.number().check(
  z.refine((value) => CHART_RANGES.some((range) => range === value), {
    error: 'days is one of 1, 7, 14, 30, 182, 365',
  }),
);

export const sensorMinMaxReading = route('GET', 'board/sensorMinMaxReading', {
  summary: 'The chart: one record a reading up to 30 days, one a day beyond; newest first',
  query: z.object({
    bin_sensor_id: id,
    page_no: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
    days: z._default(days, 1),
  }),
  response: z.array(chartRecord),
});

export const exportReadings = route('GET', 'board/exportReadings', {
  summary: 'All readings of a bin in a time as CSV, oldest first; heads end with their unit',
  query: z
    .object({ bin_sensor_id: id, from: instant, to: instant })
    .check(z.refine(({ from, to }) => from < to, { error: 'to is after from', path: ['to'] })),
  response: z.string(),
  mediaType: 'text/csv',
});

/** A day's extremes of every sensor: one array a cable, one value a sensor from sensor 1 on. */
export const dailyReading = wireObject({
  day: ['date', day],
  readings: ['readings', z.int()],
  minTemperatures: ['min_temp', z.array(numbers)],
  maxTemperatures: ['max_temp', z.array(numbers)],
  minHumidities: ['min_humidity', z.array(numbers)],
  maxHumidities: ['max_humidity', z.array(numbers)],
});
export type DailyReading = z.output<typeof dailyReading>;

/** So many days can be asked for at once. */
const DAYS_AT_ONCE = 400;

export const dailyReadings = route('GET', 'board/dailyReadings', {
  summary: 'Per day and sensor, the least and greatest temperature and humidity; oldest first',
  query: z.object({ bin_sensor_id: id, from: day, to: day }).check(
    // What is no day is told of by itself.
    z.refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) >= DAYS_AT_ONCE * DAY), {
      error: `from and to span ${DAYS_AT_ONCE} days at most`,
      path: ['to'],
    }),
  ),
  response: z.array(dailyReading),
});
