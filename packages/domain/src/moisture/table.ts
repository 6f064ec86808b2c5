import { TEMPERATURE_MAX, TEMPERATURE_MIN } from '../readings/valid-values.ts';

/**
 * Chart data of a crop: equilibrium moisture, % wet basis, by relative humidity (rows) and
 * temperature (columns). Both axes rise and have two entries or more; `cells[row][column]`.
 */
export interface MoistureTable {
  /** °C */
  readonly temperatures: readonly number[];
  /** % */
  readonly humidities: readonly number[];
  readonly cells: readonly (readonly number[])[];
}

/** Why rows are not a moisture table; the key of a message. */
export type MoistureTableError =
  | 'table-too-small'
  | 'table-too-large'
  | 'table-row-length'
  | 'table-not-a-number'
  | 'table-temperature-out-of-range'
  | 'table-humidity-out-of-range'
  | 'table-humidity-as-fraction'
  | 'table-moisture-out-of-range'
  | 'table-temperatures-not-rising'
  | 'table-humidities-not-rising'
  | 'table-moisture-falls';

/** `row` and `column` count from 1, as in a spreadsheet, and point at the first invalid cell. */
export type ParsedMoistureTable =
  | { readonly ok: true; readonly table: MoistureTable }
  | {
      readonly ok: false;
      readonly reason: MoistureTableError;
      readonly row: number;
      readonly column: number;
    };

/**
 * Bilinear lookup: moisture, % wet basis, at `temperatureC` and `humidityPct`, or NaN outside the
 * table. NaN instead of null avoids an allocation for each sensor during ingest.
 */
export function lookUpMoisture(
  table: MoistureTable,
  temperatureC: number,
  humidityPct: number,
): number {
  const column = findLowerIndex(table.temperatures, temperatureC);
  const row = findLowerIndex(table.humidities, humidityPct);
  if (column < 0 || row < 0) return Number.NaN;
  const lowerRow = table.cells[row] as readonly number[];
  const upperRow = table.cells[row + 1] as readonly number[];
  const columnFraction = calculateFraction(table.temperatures, column, temperatureC);
  const rowFraction = calculateFraction(table.humidities, row, humidityPct);
  return lerp(
    interpolate(lowerRow, column, columnFraction),
    interpolate(upperRow, column, columnFraction),
    rowFraction,
  );
}

/** The index i with axis[i] <= value <= axis[i + 1], or -1 outside the axis. */
function findLowerIndex(axis: readonly number[], value: number): number {
  let low = 0;
  let high = axis.length - 1;
  if (!(value >= (axis[low] as number) && value <= (axis[high] as number))) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((axis[middle] as number) <= value) low = middle;
    else high = middle;
  }
  return low;
}

function calculateFraction(axis: readonly number[], index: number, value: number): number {
  const low = axis[index] as number;
  return (value - low) / ((axis[index + 1] as number) - low);
}

function interpolate(cells: readonly number[], index: number, fraction: number): number {
  return lerp(cells[index] as number, cells[index + 1] as number, fraction);
}

function lerp(from: number, to: number, fraction: number): number {
  return from * (1 - fraction) + to * fraction;
}

/** A table has at most this many rows and columns of values. */
const MAX_SIDE = 200;

/**
 * Reads chart data: the first row contains temperatures in °C, the first column relative humidity in %, the
 * cells moisture in % wet basis; the corner is ignored. Blank rows and trailing blank cells are removed, and
 * a decimal comma is read as a point.
 */
export function parseMoistureTable(rows: readonly (readonly string[])[]): ParsedMoistureTable {
  const lines = rows
    .map((cells, index) => ({ number: index + 1, cells: trimTrailingBlanks(cells) }))
    .filter((line) => line.cells.length > 0);
  const header = lines[0];
  const width = header?.cells.length ?? 0;
  if (header === undefined || width < 3 || lines.length < 3)
    return toError('table-too-small', 1, 1);
  if (width > MAX_SIDE + 1 || lines.length > MAX_SIDE + 1) return toError('table-too-large', 1, 1);

  const humidities: number[] = [];
  const cells: number[][] = [];
  let temperatures: number[] = [];
  for (const line of lines) {
    const isHeader = line === header;
    if (line.cells.length !== width) {
      return toError('table-row-length', line.number, Math.min(line.cells.length, width) + 1);
    }
    const values = line.cells.map((text, index) => (isHeader && index === 0 ? 0 : toNumber(text)));
    const invalidColumn = values.findIndex((value) => Number.isNaN(value));
    if (invalidColumn >= 0) return toError('table-not-a-number', line.number, invalidColumn + 1);
    if (isHeader) {
      temperatures = values.slice(1);
    } else {
      humidities.push(values[0] as number);
      cells.push(values.slice(1));
    }
  }
  const lineNumbers = lines.slice(1).map((line) => line.number);
  return checkTable({ temperatures, humidities, cells }, header.number, lineNumbers);
}

function checkTable(
  table: MoistureTable,
  headerNumber: number,
  lineNumbers: readonly number[],
): ParsedMoistureTable {
  const { temperatures, humidities, cells } = table;
  const getLineNumber = (index: number) => lineNumbers[index] ?? headerNumber;

  const outOfRangeColumn = temperatures.findIndex(
    (t) => t < TEMPERATURE_MIN || t > TEMPERATURE_MAX,
  );
  if (outOfRangeColumn >= 0)
    return toError('table-temperature-out-of-range', headerNumber, outOfRangeColumn + 2);
  const unsortedColumn = findFirstUnsorted(temperatures);
  if (unsortedColumn >= 0) {
    return toError('table-temperatures-not-rising', headerNumber, unsortedColumn + 2);
  }

  const outOfRangeRow = humidities.findIndex((humidity) => humidity < 0 || humidity > 100);
  if (outOfRangeRow >= 0)
    return toError('table-humidity-out-of-range', getLineNumber(outOfRangeRow), 1);
  const unsortedRow = findFirstUnsorted(humidities);
  if (unsortedRow >= 0)
    return toError('table-humidities-not-rising', getLineNumber(unsortedRow), 1);
  if (humidities.every((humidity) => humidity <= 1)) {
    return toError('table-humidity-as-fraction', getLineNumber(0), 1);
  }

  for (const [row, values] of cells.entries()) {
    const column = values.findIndex((moisture) => moisture < 0 || moisture >= 100);
    if (column >= 0) return toError('table-moisture-out-of-range', getLineNumber(row), column + 2);
  }
  // Moisture never falls with rising humidity. If it does, rows and columns are usually swapped,
  // because warmer grain at the same humidity is drier.
  for (const [row, values] of cells.entries()) {
    const previousRow = cells[row - 1] ?? values;
    const column = values.findIndex((moisture, index) => moisture < (previousRow[index] as number));
    if (column >= 0) return toError('table-moisture-falls', getLineNumber(row), column + 2);
  }
  return { ok: true, table };
}

function toError(reason: MoistureTableError, row: number, column: number): ParsedMoistureTable {
  return { ok: false, reason, row, column };
}

function trimTrailingBlanks(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function toNumber(text: string): number {
  const trimmed = text.trim().replace(',', '.');
  return /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

function findFirstUnsorted(axis: readonly number[]): number {
  return axis.findIndex((value, index) => index > 0 && value <= (axis[index - 1] as number));
}
