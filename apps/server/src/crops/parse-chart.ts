import { Buffer } from 'node:buffer';
import { MAX_CHART_BYTES, MAX_CHART_ROWS } from '@granary/contract/crops/http';
import {
  type MoistureTable,
  type MoistureTableError,
  parseMoistureTable,
} from '@granary/domain/moisture/table';
import { parse } from 'csv-parse/sync';

/** A problem with chart data; `row` and `column` count from 1. */
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

/** The maximum number of rows and of columns: 200, plus one for the headings. */
const MAX_SIDE = 201;

/** Parses chart data, a CSV file or its cells. Size limits are checked before the CSV is parsed. */
export function parseChart(chart: string | readonly (readonly (string | number)[])[]): ParsedChart {
  if (typeof chart === 'string') return parseCsv(chart);
  if (chart.length > MAX_CHART_ROWS) return toProblem('file-too-many-rows');
  if (chart.length > MAX_SIDE || chart.some((row) => row.length > MAX_SIDE)) {
    return toProblem('table-too-large');
  }
  return parseRows(chart.map((row) => row.map(String)));
}

function parseCsv(text: string): ParsedChart {
  if (Buffer.byteLength(text) > MAX_CHART_BYTES) return toProblem('file-too-large');
  // Text files have no NUL bytes.
  if (text.includes('\0')) return toProblem('file-unreadable');
  const delimiter = detectDelimiter(text);
  const size = measureCsv(text, delimiter);
  if (size.rows > MAX_CHART_ROWS) return toProblem('file-too-many-rows');
  if (size.filledRows > MAX_SIDE || size.columns > MAX_SIDE) return toProblem('table-too-large');
  if (size.filledRows === 0)
    return toProblem(size.cells > MAX_SIDE ? 'table-too-large' : 'file-empty');
  try {
    return parseRows(parse(text, { bom: true, delimiter, relax_column_count: true }));
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code;
    const isUnclosed = code === 'CSV_QUOTE_NOT_CLOSED';
    return toProblem(isUnclosed ? 'file-unclosed-quote' : 'file-unreadable');
  }
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
/** Character codes up to the space are blank, and so is the byte order mark. */
const SPACE = 32;
const BYTE_ORDER_MARK = 0xfeff;

/** The delimiter: a semicolon or a tab if the first row has one outside of quotes, otherwise a comma. */
function detectDelimiter(text: string): string {
  const header = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, MAX_HEADER_LENGTH))?.[0] ?? '';
  const unquotedHeader = header.replaceAll(/"[^"]*"/g, '');
  return [';', '\t'].find((delimiter) => unquotedHeader.includes(delimiter)) ?? ',';
}

/** The number of characters of the first row that are searched for the delimiter. */
const MAX_HEADER_LENGTH = 10_000;

/**
 * Counts rows, rows that are not blank, and the columns and cells of the longest row; blank cells at
 * the end of a row are not counted as columns.
 */
function measureCsv(text: string, delimiter: string) {
  const size = { rows: 1, filledRows: 0, columns: 0, cells: 0 };
  const delimiterCode = delimiter.charCodeAt(0);
  let [cell, lastFilled] = [1, 0];
  for (let index = 0; index <= text.length; index++) {
    const code = index === text.length ? NEWLINE : text.charCodeAt(index);
    if (code === NEWLINE || (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) !== NEWLINE)) {
      if (lastFilled > 0) size.filledRows++;
      size.columns = Math.max(size.columns, lastFilled);
      size.cells = Math.max(size.cells, cell);
      if (index < text.length - 1) size.rows++;
      [cell, lastFilled] = [1, 0];
    } else if (code === delimiterCode) {
      cell++;
    } else if (code > SPACE && code !== BYTE_ORDER_MARK) {
      lastFilled = cell;
    }
  }
  return size;
}

function parseRows(rows: readonly (readonly string[])[]): ParsedChart {
  const parsed = parseMoistureTable(rows);
  return parsed.ok ? { table: parsed.table } : parsed;
}

function toProblem(reason: ChartProblem['reason']): ChartProblem {
  return { reason, row: 1, column: 1 };
}

/** Converts a table to the rows of its file, with numbers instead of text. */
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
