import type { Millis } from '../units.ts';

/** Cached by zone: creating a formatter takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time in an IANA time zone as ISO 8601 with its offset from UTC: '2026-11-23T05:10:00-06:00'; with
 * milliseconds only if they are not 0. Uses UTC if this machine does not support the zone.
 */
export function formatLocalTime(at: Millis, timeZone: string): string {
  const parts = new Map<string, string>();
  for (const { type, value } of getFormat(timeZone).formatToParts(at)) parts.set(type, value);
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const date = `${get('year').padStart(4, '0')}-${get('month')}-${get('day')}`;
  const ms = get('fractionalSecond');
  const time = `${get('hour')}:${get('minute')}:${get('second')}${ms === '000' ? '' : `.${ms}`}`;
  // 'GMT-06:00', or 'GMT' without an offset.
  const offset = get('timeZoneName').replace('GMT', '') || '+00:00';
  return `${date}T${time}${offset}`;
}

function getFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = makeFormat(timeZone);
    formats.set(timeZone, format);
  }
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const twoDigits = '2-digit';
  const options = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
}
