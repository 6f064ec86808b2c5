import { csvLine } from '@granary/contract/csv';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a line of CSV', () => {
  it('is read back cell by cell, whatever the cells hold', () => {
    const cell = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parse(csvLine(cells))).toEqual([cells]);
      }),
    );
  });

  it('leaves numbers as they are, below zero too, and nothing empty', () => {
    expect(csvLine([-5.25, null, 0, 'x'])).toBe('-5.25,,0,x\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-200', "'-200"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("//x","y")', `"'=HYPERLINK(""//x"",""y"")"`],
    ['{"a":-1}', '"{""a"":-1}"'],
  ])('shows %j as text', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });
});
