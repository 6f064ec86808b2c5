import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUpMoisture, type MoistureTable, parseMoistureTable } from './table.ts';

const rows = [
  ['RH \\ °C', '0', '10', '20'],
  ['40', '11.0', '10', '9'],
  ['60', '13', '12', '11'],
];

function parse(csvRows: string[][]): ReturnType<typeof parseMoistureTable> {
  return parseMoistureTable(csvRows);
}

function parseTable(text: string[][]): MoistureTable {
  const result = parse(text);
  if (!result.ok) throw new Error(result.reason);
  return result.table;
}

/** The rows with one cell replaced; row and column as a spreadsheet counts them. */
function replaceCell(row: number, column: number, text: string): string[][] {
  return rows.map((cells, r) =>
    cells.map((cell, c) => (r === row - 1 && c === column - 1 ? text : cell)),
  );
}

test('reads temperatures, humidities and cells', () => {
  expect(parseTable(rows)).toEqual({
    temperatures: [0, 10, 20],
    humidities: [40, 60],
    cells: [
      [11, 10, 9],
      [13, 12, 11],
    ],
  });
});

test('accepts trailing blanks, blank rows and decimal commas', () => {
  const looseRows = [
    ['', ' 0', '10 ', '20', ''],
    ['', ''],
    ['40', '11,0', '10', '9', ' '],
    rows[2] ?? [],
  ];
  expect(parseTable(looseRows)).toEqual(parseTable(rows));
});

test.each([
  ['an empty file', [], 'table-too-small', 1, 1],
  ['one temperature', rows.map((row) => row.slice(0, 2)), 'table-too-small', 1, 1],
  ['one humidity', rows.slice(0, 2), 'table-too-small', 1, 1],
  ['a missing cell', [...rows.slice(0, 2), ['60', '13', '12']], 'table-row-length', 3, 4],
  [
    'an extra cell',
    [...rows.slice(0, 2), ['60', '13', '12', '11', '10']],
    'table-row-length',
    3,
    5,
  ],
  ['text', replaceCell(3, 2, 'n/a'), 'table-not-a-number', 3, 2],
  ['a blank among numbers', replaceCell(2, 3, ' '), 'table-not-a-number', 2, 3],
  ['a blank humidity', replaceCell(2, 1, ''), 'table-not-a-number', 2, 1],
  ['Fahrenheit', replaceCell(1, 4, '100'), 'table-temperature-out-of-range', 1, 4],
  ['falling temperatures', replaceCell(1, 3, '-1'), 'table-temperatures-not-rising', 1, 3],
  ['humidity above 100', replaceCell(3, 1, '101'), 'table-humidity-out-of-range', 3, 1],
  ['equal humidities', replaceCell(3, 1, '40'), 'table-humidities-not-rising', 3, 1],
  [
    'humidity as a fraction',
    [rows[0] ?? [], ['0.4', '1', '1', '1'], ['0.6', '1', '1', '1']],
    'table-humidity-as-fraction',
    2,
    1,
  ],
  ['moisture that falls as humidity rises', replaceCell(3, 3, '9.9'), 'table-moisture-falls', 3, 3],
  [
    'swapped humidities and temperatures',
    (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? '')),
    'table-moisture-falls',
    3,
    2,
  ],
  ['moisture of 100', replaceCell(2, 4, '100'), 'table-moisture-out-of-range', 2, 4],
])('rejects %s and names the cell', (_what, invalidRows, reason, row, column) => {
  expect(parse(invalidRows)).toEqual({ ok: false, reason, row, column });
});

test('rejects more than 200 temperatures or humidities', () => {
  const wideRows = [0, 1, 2].map((row) => Array.from({ length: 202 }, (_, i) => `${row + i}`));
  expect(parse(wideRows)).toMatchObject({ ok: false, reason: 'table-too-large' });
});

test('names the row of the file even after blank rows', () => {
  const spacedRows = [rows[0] ?? [], [''], rows[1] ?? [], ['60', '13', 'x', '11']];
  expect(parse(spacedRows)).toEqual({ ok: false, reason: 'table-not-a-number', row: 4, column: 3 });
});

test('interpolates between four cells', () => {
  expect(lookUpMoisture(parseTable(rows), 5, 50)).toBeCloseTo(11.5, 12);
  expect(lookUpMoisture(parseTable(rows), 12.5, 45)).toBeCloseTo(10.25, 12);
});

test('returns the cells themselves at the corners of the table', () => {
  expect(lookUpMoisture(parseTable(rows), 0, 40)).toBe(11);
  expect(lookUpMoisture(parseTable(rows), 20, 60)).toBe(11);
  expect(lookUpMoisture(parseTable(rows), 10, 60)).toBe(12);
});

test('returns no value outside the table', () => {
  const table = parseTable(rows);
  for (const [t, rh] of [
    [-0.1, 50],
    [20.1, 50],
    [10, 39.9],
    [10, 60.1],
  ] as const) {
    expect(lookUpMoisture(table, t, rh)).toBeNaN();
  }
});

test('stays within the range of the surrounding cells', () => {
  const axis = (min: number, max: number) =>
    fc
      .uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 12 })
      .map((values) => values.sort((a, b) => a - b));
  const anyTable = fc
    .record({ temperatures: axis(-40, 80), humidities: axis(0, 100) })
    .chain(({ temperatures, humidities }) =>
      fc
        .array(
          fc.array(fc.double({ min: 0, max: 40, noNaN: true }), {
            minLength: temperatures.length,
            maxLength: temperatures.length,
          }),
          { minLength: humidities.length, maxLength: humidities.length },
        )
        .map((cells): MoistureTable => ({ temperatures, humidities, cells })),
    );
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(anyTable, part, part, (table, along, up) => {
      const span = (values: readonly number[], share: number) => {
        const first = values[0] ?? 0;
        const last = values.at(-1) ?? 0;
        return Math.min(last, first + share * (last - first));
      };
      const all = table.cells.flat();
      const moisture = lookUpMoisture(
        table,
        span(table.temperatures, along),
        span(table.humidities, up),
      );
      expect(moisture).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
      expect(moisture).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
    }),
  );
});
