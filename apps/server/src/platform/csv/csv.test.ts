import { formatCsvHeader, formatCsvLine } from '@granary/contract/csv';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a line of CSV', () => {
  it('parses back to the same cells', () => {
    const cell = fc
      .string({ unit: 'binary' })
      .filter((text) => !/^[=+\-@\t\r]|[;\t\r\n]"*[=+\-@]/.test(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parse(formatCsvLine(cells))).toEqual([cells]);
      }),
    );
  });

  it.each([',', ';', '\t'])(
    'has no cell that starts like a formula when lines are split at %j',
    (delimiter) => {
      const cell = fc.string({ unit: fc.constantFrom(...';,"=+-@\t\r\n x1') });
      const options = { delimiter, relaxQuotes: true, relaxColumnCount: true };
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
          // The final quote closes a quoted cell that would otherwise stay open.
          const text = `${formatCsvLine(cells)}"`;
          const records: string[][] = parse(text, { ...options, skipRecordsWithError: true });
          expect(records.flat().filter((field) => /^[=+\-@]/.test(field))).toEqual([]);
        }),
      );
    },
  );

  it('writes numbers unchanged and null as an empty cell', () => {
    expect(formatCsvLine([-5.25, null, 0, 'x'])).toBe('-5.25,,0,x\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-200', "'-200"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t1', `"'\t1"`],
    ['\r=1', `"'\r'=1"`],
    ['x;=1+1', `"x;'=1+1"`],
    ['x;"=1+1"', `"x;""'=1+1"""`],
    ['x\t@A1', `"x\t'@A1"`],
    ['x\r\n-1;+2', `"x\r\n'-1;'+2"`],
    ['x;1-1', '"x;1-1"'],
    ['=HYPERLINK("//x","y")', `"'=HYPERLINK(""//x"",""y"")"`],
    ['{"a":-1}', '"{""a"":-1}"'],
  ])('shows %j as text', (cell, expected) => {
    expect(formatCsvLine([cell])).toBe(`${expected}\r\n`);
  });
});

it('a CSV file starts with a byte order mark', () => {
  expect(formatCsvHeader(['a', 'b'])).toBe('\ufeffa,b\r\n');
});
