import { DAY, MINUTE, type Millis, millis } from '@granary/domain/units';

const ISO_LIKE =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2}|UTC|GMT)?$/i;

/**
 * Parses a date and time in ISO format (`2015-04-03 11:10:02`, `2015/4/3T11:10`, `2015-04-03`, with or
 * without an offset); null when the text is not a date. Without an offset it is local time in `zone`: the
 * earlier of two when clocks go back, and moved past the gap when they go forward.
 */
export function parseTime(text: string, zone: Zone): Millis | null {
  const parts = ISO_LIKE.exec(text.trim());
  if (parts === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = parts;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const local = Date.UTC(y, mo - 1, d, h, mi, s, milliseconds);
  const normalized = new Date(local);
  // Date.UTC turns April 31 into May 1: a date that changes is invalid.
  if (
    normalized.getUTCMonth() !== mo - 1 ||
    normalized.getUTCDate() !== d ||
    h > 23 ||
    mi > 59 ||
    s > 59
  ) {
    return null;
  }
  if (offset !== undefined) return millis(local - parseOffset(offset));
  return millis(zone.toTimestamp(local));
}

function parseOffset(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/[^\d]/g, '');
  if (digits === '') return 0;
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * MINUTE;
}

/** A time zone by its IANA name; the constructor throws RangeError for an unknown one. */
export class Zone {
  readonly #formatter: Intl.DateTimeFormat;

  constructor(name: string) {
    this.#formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /** Converts the zone's local time `local`, given in ms as if it were UTC, to a timestamp in ms. */
  toTimestamp(local: number): number {
    const timestampBefore = local - this.#offset(local - DAY);
    if (timestampBefore + this.#offset(timestampBefore) === local) return timestampBefore;
    const timestampAfter = local - this.#offset(local + DAY);
    // In the gap of a clock change, neither offset fits; the one from before moves the time past the gap.
    return timestampAfter + this.#offset(timestampAfter) === local
      ? timestampAfter
      : timestampBefore;
  }

  /** The zone's offset from UTC at the given time, ms. */
  #offset(at: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of this.#formatter.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const localTime = Date.UTC(year, month - 1, day, hour, minute, second);
    return localTime - Math.floor(at / 1000) * 1000;
  }
}
