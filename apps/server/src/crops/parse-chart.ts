import { Buffer } from 'node:buffer';
import { MAX_CHART_BYTES, MAX_CHART_ROWS } from '@granary/contract/crops/http';
import {
  type MoistureTable,
  type MoistureTableError,
  parseMoistureTable,
} from '@granary/domain/moisture/table';
import { parse } from 'csv-parse/sync';

/** What is wrong with chart data; `row` and `column` count from 1. */
export interface ChartProblem {
  readonly reason: MoistureTableError | FileProblem;
  readonly row: number;
  readonly column: number;
}

type FileProblem =
  | 'file-empty'
  | 'file-too-large'
  | 'file-too-many-rows'
  | 'file-unclosed-quote'
  | 'file-unreadable';

export type ParsedChart = { readonly table: MoistureTable } | ChartProblem;

/** A table has at most 200 rows and columns, and one of each for what they mean. */
const MAX_SIDE = 201;

/** Reads chart data, a CSV file or its cells. What is too large is refused before it is taken apart. */
export function parseChart(chart: string | readonly (readonly (string | number)[])[]): ParsedChart {
  if (typeof chart === 'string') return parseCsv(chart);
  if (chart.length > MAX_CHART_ROWS) return problem('file-too-many-rows');
  if (chart.length > MAX_SIDE || chart.some((row) => row.length > MAX_SIDE)) {
    return problem('table-too-large');
  }
  return parseRows(chart.map((row) => row.map(String)));
}

function parseCsv(text: string): ParsedChart {
  if (Buffer.byteLength(text) > MAX_CHART_BYTES) return problem('file-too-large');
  // No text has it; what is read is kept as numbers alone.
  if (text.includes('\0')) return problem('file-unreadable');
  const delimiter = detectDelimiter(text);
  const size = measureCsv(text, delimiter);
  if (size.rows > MAX_CHART_ROWS) return problem('file-too-many-rows');
  if (size.filled > MAX_SIDE || size.columns > MAX_SIDE) return problem('table-too-large');
  if (size.filled === 0) return problem(size.cells > MAX_SIDE ? 'table-too-large' : 'file-empty');
  try {
    return parseRows(parse(text, { bom: true, delimiter, relax_column_count: true }));
  } catch (error) {
    const isUnclosed = error instanceof Error && 'code' in error && UNCLOSED === error.code;
    return problem(isUnclosed ? 'file-unclosed-quote' : 'file-unreadable');
  }
}

const UNCLOSED = 'CSV_QUOTE_NOT_CLOSED';

const NEWLINE = 10;
const RETURN = 13;
/** Up to here signs leave no mark; beyond, so does the mark that some files begin with. */
const SPACE = 32;
const BYTE_ORDER_MARK = 0xfeff;

/** What parts the cells, by the first row: a semicolon or a tab outside of quotes, else a comma. */
function detectDelimiter(text: string): string {
  const header = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, MAX_HEADER))?.[0] ?? '';
  const bare = header.replaceAll(/"[^"]*"/g, '');
  return [';', '\t'].find((one) => bare.includes(one)) ?? ',';
}

/** In so many signs the first row of a table shows what parts its cells. */
const MAX_HEADER = 10_000;

/**
 * How many rows a text has, how many of them hold anything, and how many columns and cells the
 * longest has. Empty cells at the end are no columns.
 */
function measureCsv(text: string, delimiter: string) {
  const size = { rows: 1, filled: 0, columns: 0, cells: 0 };
  const between = delimiter.charCodeAt(0);
  let [cell, last] = [1, 0];
  for (let index = 0; index <= text.length; index++) {
    const code = index === text.length ? NEWLINE : text.charCodeAt(index);
    if (code === NEWLINE || (code === RETURN && text.charCodeAt(index + 1) !== NEWLINE)) {
      if (last > 0) size.filled++;
      size.columns = Math.max(size.columns, last);
      size.cells = Math.max(size.cells, cell);
      if (index < text.length - 1) size.rows++;
      [cell, last] = [1, 0];
    } else if (code === between) {
      cell++;
    } else if (code > SPACE && code !== BYTE_ORDER_MARK) {
      last = cell;
    }
  }
  return size;
}

function parseRows(rows: readonly (readonly string[])[]): ParsedChart {
  const parsed = parseMoistureTable(rows);
  return parsed.ok ? { table: parsed.table } : parsed;
}

function problem(reason: ChartProblem['reason']): ChartProblem {
  return { reason, row: 1, column: 1 };
}

/** A table as the rows it was read from, numbers as numbers. */
export function toChartRows({
  temperatures,
  humidities,
  cells,
}: MoistureTable): (string | number)[][] {
  return [
    ['', ...temperatures],
    ...humidities.map((humidity, row) => [humidity, ...(cells[row] ?? [])]),
  ];
}
