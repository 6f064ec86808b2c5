/** A spreadsheet treats a cell that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Where a formula cell can start in a spreadsheet that uses another delimiter. */
const FORMULA_INSIDE = /[;\t\r\n]"*(?=[=+\-@])/g;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Without this mark, spreadsheets assume an encoding other than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Formats the header line of a CSV file. */
export function formatCsvHeader(names: readonly string[]): string {
  return BYTE_ORDER_MARK + formatCsvLine(names);
}

/**
 * Formats one line of CSV (RFC 4180). An apostrophe before a formula makes a spreadsheet show it as text.
 * Numbers are written unchanged, null as an empty cell. In many locales, spreadsheets split lines at
 * semicolons, even inside a quoted cell that follows a comma.
 */
export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(escapeCell).join(',')}\r\n`;
}

function escapeCell(text: string | number | null): string {
  if (text === null) return '';
  if (typeof text === 'number') return String(text);
  const escaped = text.replace(FORMULA_INSIDE, "$&'");
  const cell = FORMULA.test(text) ? `'${escaped}` : escaped;
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
