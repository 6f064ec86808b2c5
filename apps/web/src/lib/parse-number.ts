/** The thousands and decimal separators of a locale. */
interface Separators {
  readonly group: string;
  readonly decimal: string;
}

// Making the formats of a locale takes milliseconds.
const known = new Map<string, Separators>();
const edited = new Map<string, Intl.NumberFormat>();

function findSeparators(locale: string): Separators {
  let signs = known.get(locale);
  if (signs === undefined) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true });
    // Seven digits: some languages do not group four.
    const parts = format.formatToParts(-1_234_567.5);
    const sign = (type: string) => parts.find((part) => part.type === type)?.value;
    signs = { group: normalizeSigns(sign('group') ?? ''), decimal: sign('decimal') ?? '.' };
    known.set(locale, signs);
  }
  return signs;
}

/** Replaces every kind of space, apostrophe and minus sign with the ASCII one. */
function normalizeSigns(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/\u2212/g, '-');
}

/**
 * Parses a number as people type it in a locale: with its thousands separator or spaces, and its
 * decimal separator, otherwise a point or comma before one or two digits if it cannot be a thousands
 * separator. Null if it is not a number or is ambiguous; hex, exponents and infinity are not
 * numbers.
 */
export function parseNumber(text: string, locale: string): number | null {
  const { group, decimal } = findSeparators(locale);
  const typed = /^([+-]?)(.*)$/.exec(normalizeSigns(text.trim()));
  const [sign, rest] = [typed?.[1], typed?.[2] ?? ''];
  const at = findDecimal(rest, { group, decimal });
  const whole = removeGrouping(at < 0 ? rest : rest.slice(0, at), group);
  const part = at < 0 ? '' : rest.slice(at + 1);
  if (whole === null || !/^\d*$/.test(part) || `${whole}${part}` === '') return null;
  const value = Number(`${whole}.${part}`);
  return sign === '-' && value !== 0 ? -value : value;
}

/** The index of the decimal separator of an unsigned number; -1 without one. */
function findDecimal(text: string, { group, decimal }: Separators): number {
  if (text.includes(decimal)) return text.indexOf(decimal);
  const other = decimal === '.' ? ',' : '.';
  const isForeign = /^\d*[.,]\d{1,2}$/.test(text) && text.includes(other);
  return isForeign || (other !== group && /^\d*[.,]$/.test(text)) ? text.indexOf(other) : -1;
}

/** The digits before the decimal separator, without grouping; null if the grouping is wrong. */
function removeGrouping(text: string, group: string): string | null {
  if (/^\d*$/.test(text)) return text;
  const between = /^[1-9]\d{0,2}([^\d])/.exec(text)?.[1];
  if (between === undefined || (between !== group && between !== ' ')) return null;
  const [first = '', ...digitGroups] = text.split(between);
  return digitGroups.every((digits) => /^\d{3}$/.test(digits))
    ? `${first}${digitGroups.join('')}`
    : null;
}

/** Formats a number with all its digits for an input field, so that `parseNumber` can parse it. */
export function formatForEditing(value: number, locale: string): string {
  let format = edited.get(locale);
  if (format === undefined) {
    const options = { numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 20 };
    format = new Intl.NumberFormat(locale, options);
    edited.set(locale, format);
  }
  return format
    .format(value)
    .replace(/[\u2212\u200e\u200f]/g, (sign) => (sign === '\u2212' ? '-' : ''));
}
