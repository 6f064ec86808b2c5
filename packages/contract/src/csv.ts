/** A cell that a spreadsheet would take for a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
/** Where a spreadsheet that splits by other than commas lets a cell with a formula begin. */
const FORMULA_INSIDE = /[;\t\r\n]"*(?=[=+\-@])/g;
const QUOTED = /[",;\t\r\n]/;

/** Spreadsheets take a file without this mark for another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** The first line of a file of CSV, which names its columns. */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(names);
}

/**
 * One line of CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe before
 * it, which shows it as text; numbers are written as they are, null as an empty cell. In most
 * languages spreadsheets split lines by semicolons, inside quotes that begin after a comma, too.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string | number | null): string {
  if (text === null) return '';
  if (typeof text === 'number') return String(text);
  const inside = text.replace(FORMULA_INSIDE, "$&'");
  const shown = FORMULA.test(text) ? `'${inside}` : inside;
  return QUOTED.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
