import * as z from 'zod/mini';
import { route } from '../route.ts';
import { describe, id, instant, wireBody, wireObject } from '../wire.ts';

/** The limits of a chart data file. */
export const MAX_CHART_BYTES = 1_000_000;
export const MAX_CHART_ROWS = 10_000;

/**
 * Chart data by row: the first row has temperatures, °C; every other row has a relative humidity, %, and the
 * moisture values at that humidity, % wet basis. The top left cell is ignored.
 */
const chartRows = z.array(z.array(z.union([z.string(), z.number()])));

/** A crop that bins can hold, built-in or added. */
export const crop = wireObject({
  /** Null if no chart data was added. */
  id: ['id', z.nullable(id)],
  name: ['crop_name', z.string()],
  /** When its chart data was added. */
  addedAt: ['date_time', z.nullable(instant)],
  chartData: ['chart_data', z.nullable(chartRows)],
  isBuiltIn: ['built_in', z.boolean()],
  /** How moisture is calculated: by a constant set or by chart data; null if it is not calculated. */
  moistureSource: ['moisture_source', z.nullable(z.string())],
});
export type Crop = z.output<typeof crop>;

export const getCrops = route('GET', 'crop/getCrops', {
  summary: 'All crops that bins can hold, by name',
  response: z.array(crop),
});

export const addCrop = route('POST', 'crop/addCrop', {
  summary: 'Add a crop with its chart data, or replace the chart data of a crop from now on',
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
        'If false, a crop that is already in the list is rejected with 409',
      ),
    ],
  }),
  fileFields: ['chart_data'],
  response: crop,
});

export const deleteCrop = route('DELETE', 'crop/deleteCrop', {
  summary:
    'Delete a crop that no bin holds, or the chart data of a built-in crop; an admin can restore it within 30 days',
  body: z.strictObject({ id }),
  response: z.string(),
});
