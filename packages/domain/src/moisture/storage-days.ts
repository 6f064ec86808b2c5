import { toFahrenheit } from '../units.ts';
import { getCropGrain } from './crops.ts';
import { toDryBasis } from './emc-equations.ts';

/** The crops whose allowable storage time is published. */
export type StorageCrop = 'cereal' | 'corn' | 'soybean';

/** The kind of crop whose storage time applies to a crop; null if none is published. */
export function findStorageCrop(crop: string | null): StorageCrop | null {
  switch (crop === null ? null : getCropGrain(crop)) {
    case 'wheat-hard':
    case 'wheat-durum':
    case 'barley':
    case 'oats':
    case 'sorghum':
      return 'cereal';
    case 'corn':
      return 'corn';
    case 'soybean':
      return 'soybean';
    default:
      return null;
  }
}

/**
 * How many days grain at this temperature, °C, and moisture, % wet basis, can be stored before it loses
 * quality. For corn, it is the shorter of the times from the published table and the formula, because below
 * 16 % moisture the formula gives up to 39 % more time than the table.
 */
export function calculateStorageDays(
  crop: StorageCrop,
  temperatureC: number,
  moisture: number,
): number {
  const fahrenheit = toFahrenheit(temperatureC);
  switch (crop) {
    case 'cereal':
      return lookUpDays(cerealTable, fahrenheit, moisture);
    case 'soybean':
      return lookUpDays(cerealTable, fahrenheit, moisture + SOYBEAN_OFFSET);
    case 'corn':
      return Math.min(
        lookUpDays(cornTable, fahrenheit, moisture),
        calculateCornDays(temperatureC, moisture),
      );
  }
}

/** Days by moisture, % wet basis (rows), and temperature, every 10 °F from `firstF` on (columns). */
interface DaysTable {
  readonly firstF: number;
  readonly rows: readonly { readonly moisture: number; readonly logDays: readonly number[] }[];
}

/** Soybeans keep as long as a cereal whose moisture is this many percentage points higher (NDSU). */
const SOYBEAN_OFFSET = 3;
/** An empty cell in the cereal table means longer than this. */
const EMPTY_CELL_DAYS = 300;
/** Storage time doubles for every 10 °F drop in grain temperature (NDSU), even beyond the tables. */
const LOG_RATIO_COLDER = Math.LN2;
/**
 * The logarithm of the factor for each percentage point of moisture beyond a table, derived from the
 * shorter times in its driest and wettest rows.
 */
const LOG_RATIO_DRIER = Math.log(1.6);
const LOG_RATIO_WETTER = Math.log(1.5);

/** Cereal grains at 30 to 80 °F; a cell missing at the start of a row means more than 300 days (NDSU). */
const cerealTable = toTable(30, 6, [
  [14, 200, 140],
  [15, 240, 125, 70],
  [16, 230, 120, 70, 40],
  [17, 280, 130, 75, 45, 20],
  [18, 200, 90, 50, 30, 15],
  [19, 140, 70, 35, 20, 10],
  [20, 90, 50, 25, 14, 7],
  [22, 190, 60, 30, 15, 8, 3],
  [24, 130, 40, 15, 10, 6, 2],
  [26, 90, 35, 12, 8, 5, 2],
  [28, 70, 30, 10, 7, 4, 2],
  [30, 60, 25, 5, 5, 3, 1],
]);

/**
 * Shelled corn at 40 to 80 °F (Midwest Agsystems). Five values at 13 and 14 % that the source does not
 * give are the geometric means of their neighbors, as are two at 15 %.
 */
const cornTable = toTable(40, 5, [
  [13, 4_500, 2_519, 1_410, 796, 450],
  [14, 1_793, 1_020, 580, 330, 188],
  [15, 864, 441, 225, 125, 69],
  [16, 763, 339, 151, 85, 47],
  [18, 291, 130, 58, 32, 18],
  [20, 144, 64, 29, 16, 9],
  [28, 33, 15, 7, 4, 3],
]);

function toTable(firstF: number, columns: number, rows: readonly number[][]): DaysTable {
  return {
    firstF,
    rows: rows.map(([moisture = 0, ...days]) => {
      const cells = [...days];
      while (cells.length < columns) cells.unshift(Math.max(EMPTY_CELL_DAYS, 2 * (cells[0] ?? 0)));
      return { moisture, logDays: cells.map(Math.log) };
    }),
  };
}

/** Logarithms of days are interpolated linearly in temperature and moisture. */
function lookUpDays({ firstF, rows }: DaysTable, fahrenheit: number, moisture: number): number {
  const column = (fahrenheit - firstF) / 10;
  const interpolateRow = ({ logDays }: DaysTable['rows'][number]) => interpolate(logDays, column);
  const upperIndex = rows.findIndex((row) => row.moisture >= moisture);
  const [lower, upper] = [rows[upperIndex - 1], rows[upperIndex]];
  if (upper === undefined) {
    const wettestRow = rows.at(-1);
    return wettestRow
      ? Math.exp(interpolateRow(wettestRow) - (moisture - wettestRow.moisture) * LOG_RATIO_WETTER)
      : 0;
  }
  if (lower === undefined)
    return Math.exp(interpolateRow(upper) + (upper.moisture - moisture) * LOG_RATIO_DRIER);
  const fraction = (moisture - lower.moisture) / (upper.moisture - lower.moisture);
  return Math.exp(interpolateRow(lower) * (1 - fraction) + interpolateRow(upper) * fraction);
}

function interpolate(logDays: readonly number[], column: number): number {
  const lastColumn = logDays.length - 1;
  const clampedColumn = Math.min(Math.max(column, 0), lastColumn);
  const lowerColumn = Math.min(Math.floor(clampedColumn), lastColumn - 1);
  const [from = 0, to = 0] = [logDays[lowerColumn], logDays[lowerColumn + 1]];
  return (
    from + (to - from) * (clampedColumn - lowerColumn) + (clampedColumn - column) * LOG_RATIO_COLDER
  );
}

/** Mechanical damage to the kernels, %, in the published table. */
const DAMAGE = 30;
/** Hours until corn at 25 % moisture and 60 °F has lost 0.5 % of its dry matter. */
const REFERENCE_HOURS = 230;

/** Days until shelled corn has lost 0.5 % of its dry matter (ASAE D535, Steele and Saul). */
function calculateCornDays(temperatureC: number, moisture: number): number {
  const dryBasis = Math.max(toDryBasis(moisture), 1);
  const moistureMultiplier =
    0.103 * (Math.exp(455 / dryBasis ** 1.53) - 0.00845 * dryBasis + 1.558);
  const damageMultiplier = 2.08 * Math.exp(-0.0239 * DAMAGE);
  const product =
    calculateTemperatureMultiplier(toFahrenheit(temperatureC), moisture) * moistureMultiplier;
  return (REFERENCE_HOURS * product * damageMultiplier) / 24;
}

function calculateTemperatureMultiplier(f: number, moisture: number): number {
  // The branches meet at 60 and 80 °F, which the standard rounds to 15.6 and 26.7 °C.
  if (f < 60) return 128.389 * Math.exp((-4.86 * f) / 60);
  const dryMultiplier = 32.3 * Math.exp((-3.48 * f) / 60);
  if (moisture <= 19) return dryMultiplier;
  const heatingFactor = Math.exp((0.61 * (f - 60)) / 60);
  if (f >= 80)
    return dryMultiplier + (moisture < 28 ? (moisture - 19) / 100 : 0.09) * heatingFactor;
  return moisture < 28
    ? Math.exp(-0.00493277 + (0.05 * f - 3) * Math.log(0.0795012 + 0.012315 * moisture))
    : Math.exp(2.56683 - 0.0428628 * f);
}
