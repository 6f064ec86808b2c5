/** The signs by which a locale sets off thousands and decimals. */
interface Separators {
  readonly group: string;
  readonly decimal: string;
}

// Making a locale's formats takes milliseconds.
const known = new Map<string, Separators>();
const edited = new Map<string, Intl.NumberFormat>();

function findSeparators(locale: string): Separators {
  let signs = known.get(locale);
  if (signs === undefined) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true });
    // Seven digits: some languages do not set off four.
    const parts = format.formatToParts(-1_234_567.5);
    const sign = (type: string) => parts.find((part) => part.type === type)?.value;
    signs = { group: normalizeSigns(sign('group') ?? ''), decimal: sign('decimal') ?? '.' };
    known.set(locale, signs);
  }
  return signs;
}

/** Any space is a space, any apostrophe an apostrophe, any minus a hyphen. */
function normalizeSigns(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/\u2212/g, '-');
}

/**
 * Reads a number as people type it in a locale: its group sign, or a space, before three digits
 * each; its decimal sign, or the other of point and comma before one or two digits, where it cannot
 * be meant to set off thousands. Null where it is no number or may be read in two ways: hex,
 * exponents and infinity are none.
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

/** Where the decimals of an unsigned number are set off; -1 where nothing is. */
function findDecimal(text: string, { group, decimal }: Separators): number {
  if (text.includes(decimal)) return text.indexOf(decimal);
  const other = decimal === '.' ? ',' : '.';
  const isForeign = /^\d*[.,]\d{1,2}$/.test(text) && text.includes(other);
  return isForeign || (other !== group && /^\d*[.,]$/.test(text)) ? text.indexOf(other) : -1;
}

/** The digits before the decimal sign, without what sets off thousands; null where it is amiss. */
function removeGrouping(text: string, group: string): string | null {
  if (/^\d*$/.test(text)) return text;
  const between = /^[1-9]\d{0,2}([^\d])/.exec(text)?.[1];
  if (between === undefined || (between !== group && between !== ' ')) return null;
  const [first = '', ...threes] = text.split(between);
  return threes.every((three) => /^\d{3}$/.test(three)) ? `${first}${threes.join('')}` : null;
}

/** A number as `readNumber` reads it, to the last digit, for a field in which it is edited. */
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
