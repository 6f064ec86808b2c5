/** The thousands and decimal separators of a locale. */
interface Separators {
  readonly group: string;
  readonly decimal: string;
}

// Cached, because creating a locale's formats takes milliseconds.
const separatorsByLocale = new Map<string, Separators>();
const editingFormats = new Map<string, Intl.NumberFormat>();

function findSeparators(locale: string): Separators {
  let separators = separatorsByLocale.get(locale);
  if (separators === undefined) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true });
    // Seven digits, because some languages do not group four-digit numbers.
    const parts = format.formatToParts(-1_234_567.5);
    const findPartValue = (type: string) => parts.find((part) => part.type === type)?.value;
    separators = {
      group: normalizeCharacters(findPartValue('group') ?? ''),
      decimal: findPartValue('decimal') ?? '.',
    };
    separatorsByLocale.set(locale, separators);
  }
  return separators;
}

/** Replaces every kind of space, apostrophe and minus sign with the ASCII one. */
function normalizeCharacters(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/\u2212/g, '-');
}

/**
 * Parses a number as users of a locale type it: with the locale's thousands separator or spaces, and either
 * the locale's decimal separator, or a point or comma before one or two digits if that cannot be a thousands
 * separator. Null if the text is not a number or is ambiguous; hex, exponents and infinity are not numbers.
 */
export function parseNumber(text: string, locale: string): number | null {
  const { group, decimal } = findSeparators(locale);
  const match = /^([+-]?)(.*)$/.exec(normalizeCharacters(text.trim()));
  const [sign, rest] = [match?.[1], match?.[2] ?? ''];
  const decimalIndex = findDecimal(rest, { group, decimal });
  const whole = removeGrouping(decimalIndex < 0 ? rest : rest.slice(0, decimalIndex), group);
  const decimals = decimalIndex < 0 ? '' : rest.slice(decimalIndex + 1);
  if (whole === null || !/^\d*$/.test(decimals) || `${whole}${decimals}` === '') return null;
  const value = Number(`${whole}.${decimals}`);
  return sign === '-' && value !== 0 ? -value : value;
}

/** Finds the index of the decimal separator in an unsigned number; -1 if there is none. */
function findDecimal(text: string, { group, decimal }: Separators): number {
  if (text.includes(decimal)) return text.indexOf(decimal);
  const other = decimal === '.' ? ',' : '.';
  const isForeign = /^\d*[.,]\d{1,2}$/.test(text) && text.includes(other);
  return isForeign || (other !== group && /^\d*[.,]$/.test(text)) ? text.indexOf(other) : -1;
}

/** Removes the grouping from the digits before the decimal separator; null if the grouping is wrong. */
function removeGrouping(text: string, group: string): string | null {
  if (/^\d*$/.test(text)) return text;
  const separator = /^[1-9]\d{0,2}([^\d])/.exec(text)?.[1];
  if (separator === undefined || (separator !== group && separator !== ' ')) return null;
  const [firstDigits = '', ...digitGroups] = text.split(separator);
  return digitGroups.every((digits) => /^\d{3}$/.test(digits))
    ? `${firstDigits}${digitGroups.join('')}`
    : null;
}

/** Formats a number with all its digits for an input field, so that `parseNumber` can parse it. */
export function formatForEditing(value: number, locale: string): string {
  let format = editingFormats.get(locale);
  if (format === undefined) {
    const options = { numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 20 };
    format = new Intl.NumberFormat(locale, options);
    editingFormats.set(locale, format);
  }
  return format
    .format(value)
    .replace(/[\u2212\u200e\u200f]/g, (sign) => (sign === '\u2212' ? '-' : ''));
}
