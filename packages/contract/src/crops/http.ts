import * as z from 'zod/mini';
import { route } from '../route.ts';
import { describe, id, instant, wireBody, wireObject } from '../wire.ts';

/** A file of chart data has at most so many bytes, and so many rows. */
export const MAX_CHART_BYTES = 1_000_000;
export const MAX_CHART_ROWS = 10_000;

/**
 * Chart data row by row: in the first temperatures, °C, then relative humidity, %, and moisture, %
 * wet basis; the corner means nothing.
 */
const chartRows = z.array(z.array(z.union([z.string(), z.number()])));

/** A crop that bins can hold: one that is known from the start, or one that was added. */
export const crop = wireObject({
  /** Null where no chart data were added. */
  id: ['id', z.nullable(id)],
  name: ['crop_name', z.string()],
  /** When its chart data were added. */
  addedAt: ['date_time', z.nullable(instant)],
  chartData: ['chart_data', z.nullable(chartRows)],
  isBuiltIn: ['built_in', z.boolean()],
  /** What turns humidity into moisture: a set of constants or chart data; null where nothing does. */
  moistureSource: ['moisture_source', z.nullable(z.string())],
});
export type Crop = z.output<typeof crop>;

export const getCrops = route('GET', 'crop/getCrops', {
  summary: 'All crops that bins can hold, by name',
  response: z.array(crop),
});

export const addCrop = route('POST', 'crop/addCrop', {
  summary: 'Add a crop with its chart data, or give a crop new ones, which count from now on',
  body: wireBody({
    name: [
      'crop_name',
      z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^\P{C}*$/u)),
    ],
    /** The text of a CSV file, or its cells. */
    chartData: ['chart_data', z.union([z.string(), chartRows])],
    replaces: [
      'replaces',
      describe(
        z.optional(z.boolean()),
        'False refuses a crop that is in the list already, with 409',
      ),
    ],
  }),
  files: ['chart_data'],
  response: crop,
});

export const deleteCrop = route('DELETE', 'crop/deleteCrop', {
  summary: 'Delete a crop that no bin holds, or the chart data of one known from the start',
  body: z.strictObject({ id }),
  response: z.string(),
});
