import * as z from 'zod/mini';
import { fanState } from '../fans/state.ts';
import { sensorsInformation } from '../readings/reading-response.ts';
import { route } from '../route.ts';
import { cropUnit, temperatureUnit } from '../units.ts';
import { createUnion, describe, id, instant, scalar, wireObject } from '../wire.ts';
import {
  ambient,
  boardProblems,
  fanAutomation,
  hasOpenEntry,
  hotSince,
  listedBin,
  loadMethod,
  peopleInside,
} from './http.ts';
import { finding } from './states.ts';

/** The hottest sensor under grain, and its position in the bin. */
const hottest = wireObject({
  /** The number of its cable, from 1. */
  cable: ['cable', z.int()],
  /** °C */
  temperature: ['temperature', z.number()],
  /** The crop of the cable, or of the bin. */
  crop: ['crop_name', z.nullable(z.string())],
  /** Its cable's index from the left, starting at 0; cables are sorted by sub-bin, then by number. */
  column: ['column', z.int()],
  /** The row, counted from 1 at the top, out of `rows`. */
  depth: ['depth', z.int()],
  rows: ['rows', z.int()],
  /** Whether it has been much warmer than the other sensors at its depth for an hour. */
  isHotSpot: ['is_hot_spot', z.boolean()],
});

/** The values of a reading that lists show. */
const readingSummary = wireObject({
  at: ['date_time', instant],
  /** How full the bin is, percent; 0 if `level_known` is false. */
  fillPercent: ['load_percent', z.number()],
  isLevelKnown: ['level_known', z.boolean()],
  /** ppm */
  co2: ['co2', scalar],
  /** Average temperature of the grain, °C. */
  averageTemperature: ['temperature', scalar],
  /** The grain's average moisture, % wet basis; null if humidity is shown or there is no grain. */
  moisture: ['moisture', scalar],
  /** The grain's average relative humidity, %; null if moisture is shown. */
  humidity: ['humidity', scalar],
  /** The highest grain moisture, % wet basis; null if humidity is shown. */
  highestMoisture: ['highest_moisture', scalar],
  hottest: ['hottest', z.nullable(hottest)],
  /** The number of disabled sensors, which are left out of all values. */
  disabledSensorCount: ['sensors_off', z.int()],
});
export type ReadingSummary = z.output<typeof readingSummary>;

const summaryCable = wireObject({
  cable: ['cable', z.int()],
  name: ['cable_name', z.string()],
  /** Null if the cable has the bin's crop. */
  crop: ['crop_name', z.nullable(z.string())],
});

/** The bin data that lists, cards, maps and totals show, without sensor values. */
export const binSummary = wireObject({
  id: ['id', id],
  name: ['bin_name', z.string()],
  crop: ['crop_name', z.nullable(z.string())],
  cropUnit: ['crop_unit', cropUnit],
  size: ['bin_size', scalar],
  /** The quantity now, in `crop_unit`; null while the level is unknown. */
  volume: ['volume', scalar],
  lat: ['lat', scalar],
  lng: ['lng', scalar],
  mainBoardId: ['bin_topic', z.string()],
  temperatureUnit: ['temp_unit', temperatureUnit],
  showsHumidity: ['read_humidty', z.boolean()],
  loadMethod: ['bin_load_manual', loadMethod],
  differenceAlertC: ['temperature_difference', scalar],
  farmId: ['farm_id', id],
  farm: ['farms', wireObject({ name: ['farm_name', z.string()] })],
  ownerId: ['user_id', id],
  ambient: ['ambient', z.nullable(ambient)],
  fan: ['fan_state', fanState],
  fanMode: ['fan_mode', fanAutomation],
  sensorsInformation: ['sensors_information', sensorsInformation],
  usualIntervalS: ['usual_interval_s', z.number()],
  cables: ['cable_names', z.array(summaryCable)],
  /** The newest reading; null before the first. */
  latest: ['latest_reading', z.nullable(readingSummary)],
  /** The findings at the time of the response, worst first. */
  findings: ['findings', z.array(finding)],
  hotSince: ['hot_since', hotSince],
  boardProblems: ['board_problems', boardProblems],
  hasOpenEntry: ['entry_open', hasOpenEntry],
  peopleInside: ['people_inside', peopleInside],
  /**
   * The highest grain temperature, °C, on each of the last eight days that have readings, oldest first, and
   * the number of days from the first to the last; null if there are fewer than two.
   */
  trend: ['trend', z.nullable(z.object({ days: z.int(), values: z.array(z.number()) }))],
  version: ['version', z.int()],
});
export type BinSummary = z.output<typeof binSummary>;

const summaries = z.array(binSummary);

/** Bins with all their values, or bin summaries. */
const bins = createUnion(z.array(listedBin), summaries, (value) => {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof first !== 'object' || first === null) return false;
  return 'findings' in first;
});

const fields = z.optional(
  describe(z.enum(['summary']), '`summary` returns summaries of the bins, without sensor values'),
);

export const getAllBins = route('GET', 'farm/getAllBins', {
  summary: "A farm's bins, or only the first N by name",
  query: z.object({
    farm_id: id,
    first: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
    fields,
  }),
  response: bins,
});

export const getUserBins = route('GET', 'board/getAllBinForAUser', {
  summary: "The caller's own bins; for a distributor, the customers' bins; for an admin, none",
  query: z.object({ fields }),
  response: bins,
});

/** `getAllBins` and `getAllBinForAUser` with `fields=summary`. */
export const getFarmBinSummaries = { ...getAllBins, response: summaries };
export const getOwnBinSummaries = { ...getUserBins, response: summaries };

/** `getAllBinForAUser` without `fields`. */
export const getOwnBins = { ...getUserBins, response: z.array(listedBin) };
