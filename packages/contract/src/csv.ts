/** A cell that a spreadsheet would take for a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * One line of CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe before
 * it, which shows it as text; numbers are written as they are, null as an empty cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string | number | null): string {
  if (text === null) return '';
  if (typeof text === 'number') return String(text);
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
