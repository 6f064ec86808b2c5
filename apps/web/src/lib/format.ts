import { WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import {
  DAY,
  differenceToFahrenheit,
  HOUR,
  MINUTE,
  type Millis,
  millis,
  SECOND,
  type TemperatureUnit,
  toFahrenheit,
} from '@granary/domain/units';

/** The no-break space between a number and its unit. */
const NBSP = '\u00a0';
const MINUS = '\u2212';

/** Formats numbers, dates and times for a locale. */
export interface Formats {
  readonly locale: string;
  number(value: number, digits?: number): string;
  /** Degrees in the bin's unit: one decimal in °C, whole degrees in °F; without the unit. */
  degrees(celsius: number, unit: TemperatureUnit): string;
  /** Like `degrees`, with the unit. */
  temperature(celsius: number, unit: TemperatureUnit): string;
  /** One decimal in both units, none if it is 0: '28 °C', '82.4 °F'. */
  limit(celsius: number, unit: TemperatureUnit): string;
  /** A signed temperature difference: '+6.2°'. */
  change(celsius: number, unit: TemperatureUnit): string;
  /** A difference without a sign: '11.3°'. */
  difference(celsius: number, unit: TemperatureUnit): string;
  percent(value: number, digits?: number): string;
  time(at: Millis): string;
  /** 'Wed, 14 Oct, 14:20' in the order of the locale; with the year if it is not the current one. */
  dateTime(at: Millis, now: Millis): string;
  /** Like `dateTime`, to the second. */
  dateTimeSeconds(at: Millis, now: Millis): string;
  /** 'Wed, 14 Oct 2026, 14:20 CDT': with year and time zone, for printouts. */
  fullTime(at: Millis): string;
  /** 'Wed, 14 October 2026' */
  date(at: Millis): string;
  /** A calendar day, `YYYY-MM-DD`: weekday and date, with the year if it is not the current one. */
  day(day: string, now: Millis): string;
  weekday(weekday: Weekday): string;
  /** '8:30 AM' for 510, the minutes since midnight. */
  minuteOfDay(minutes: number): string;
  /** 'November 2026' for '2026-11'. */
  month(month: string): string;
  /** For today, the time; for the last six days, weekday and time; otherwise the date. */
  since(at: Millis, now: Millis): string;
  /** '2 min ago', long: '2 minutes ago'; 'now' within the last minute. */
  ago(at: Millis, now: Millis, style?: 'short' | 'long'): string;
  /** '1 hr 59 min', '2 days 23 hr': the largest unit; from one hour up, the two largest. */
  duration(ms: number): string;
  /** '1 day 2 hr 3 min': all units that are not 0. */
  elapsed(ms: number): string;
  /** '14 hours', '74 days': whole days, or hours below one day; in full, for sentences. */
  longDuration(ms: number): string;
}

/** Returns the symbol of a temperature unit. */
export function getUnitSymbol(unit: TemperatureUnit): string {
  return unit === 'c' ? '°C' : '°F';
}

/** Returns the number of decimals of a limit: one, or none if the decimal would be 0. */
export function countLimitDigits(value: number): 0 | 1 {
  return Number.isInteger(Math.round(value * 10) / 10) ? 0 : 1;
}

/** Makes the formats for a locale, by default in the browser's time zone. */
export function makeFormats(locale: string, timeZone?: string): Formats {
  return {
    locale,
    ...makeQuantityFormats(locale),
    ...makeTimeFormats(locale, timeZone),
    ...makeDurationFormats(locale),
  };
}

/** Makes a function that formats numbers; it caches one format for each number of digits. */
function makeNumberFormat(locale: string): Formats['number'] {
  const formats = new Map<number, Intl.NumberFormat>();
  return (value, digits = 0) => {
    let format = formats.get(digits);
    if (format === undefined) {
      const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      format = new Intl.NumberFormat(locale, { ...fraction, signDisplay: 'negative' });
      formats.set(digits, format);
    }
    return format.format(value).replace('-', MINUS);
  };
}

function makeQuantityFormats(locale: string) {
  const number = makeNumberFormat(locale);
  const degrees = (celsius: number, unit: TemperatureUnit) =>
    unit === 'c' ? number(celsius, 1) : number(toFahrenheit(celsius));
  const formatDifference = (celsius: number, unit: TemperatureUnit) =>
    unit === 'c' ? number(celsius, 1) : number(differenceToFahrenheit(celsius));
  return {
    number,
    degrees,
    temperature: (celsius, unit) => `${degrees(celsius, unit)}${NBSP}${getUnitSymbol(unit)}`,
    limit: (celsius, unit) => {
      const value = unit === 'c' ? celsius : toFahrenheit(celsius);
      return `${number(value, countLimitDigits(value))}${NBSP}${getUnitSymbol(unit)}`;
    },
    change: (celsius, unit) => {
      const text = formatDifference(celsius, unit);
      const isPositive = celsius > 0 && /[1-9]/.test(text);
      return `${isPositive ? '+' : ''}${text}°`;
    },
    difference: (celsius, unit) => `${formatDifference(Math.abs(celsius), unit)}°`,
    percent: (value, digits = 1) => `${number(value, digits)}${NBSP}%`,
  } satisfies Partial<Formats>;
}

const minuteParts = { hour: 'numeric', minute: '2-digit' } as const;
const secondParts = { ...minuteParts, second: '2-digit' } as const;
const dayMonthParts = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** Makes a format when it is first used: each takes milliseconds on a slow phone. */
function lazy<Format>(make: () => Format): () => Format {
  let format: Format | null = null;
  return () => {
    format ??= make();
    return format;
  };
}

const FIRST_MONDAY = Date.UTC(1970, 0, 5);

function makeTimeFormats(locale: string, timeZone: string | undefined) {
  const zone = timeZone === undefined ? {} : { timeZone };
  const makeDateFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = lazy(() => new Intl.DateTimeFormat(locale, { ...zone, ...options }));
    return (at: Millis) => format().format(at);
  };
  const time = makeDateFormat(minuteParts);
  const weekdayTime = makeDateFormat({ weekday: 'short', ...minuteParts });
  const dayMonth = makeDateFormat(dayMonthParts);
  const dayMonthYear = makeDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
  const dayMonthTime = makeDateFormat({ ...dayMonthParts, ...minuteParts });
  const yearTime = makeDateFormat({ ...dayMonthParts, year: 'numeric', ...minuteParts });
  const zonedTime = makeDateFormat({
    ...dayMonthParts,
    year: 'numeric',
    ...minuteParts,
    timeZoneName: 'short',
  });
  const dayMonthSecond = makeDateFormat({ ...dayMonthParts, ...secondParts });
  const yearSecond = makeDateFormat({ ...dayMonthParts, year: 'numeric', ...secondParts });
  const fullDate = makeDateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const plainDay = makeDateFormat({ ...dayMonthParts, timeZone: 'UTC' });
  const plainDayOfYear = makeDateFormat({ ...dayMonthParts, year: 'numeric', timeZone: 'UTC' });
  const weekdayName = makeDateFormat({ weekday: 'long', timeZone: 'UTC' });
  const plainTime = makeDateFormat({ ...minuteParts, timeZone: 'UTC' });
  const monthYear = makeDateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
  const calendar = lazy(() => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone }));
  const toCalendarDay = (at: Millis) => calendar().format(at);
  const isThisYear = (at: Millis, now: Millis) =>
    toCalendarDay(at).slice(0, 4) === toCalendarDay(now).slice(0, 4);
  return {
    time,
    dateTimeSeconds: (at, now) => (isThisYear(at, now) ? dayMonthSecond : yearSecond)(at),
    dateTime: (at, now) => (isThisYear(at, now) ? dayMonthTime : yearTime)(at),
    fullTime: zonedTime,
    date: fullDate,
    day: (day, now) => {
      const at = millis(Date.parse(`${day}T00:00:00Z`));
      const isCurrentYear = day.startsWith(toCalendarDay(now).slice(0, 4));
      return (isCurrentYear ? plainDay : plainDayOfYear)(at);
    },
    weekday: (weekday) => weekdayName(millis(FIRST_MONDAY + WEEKDAYS.indexOf(weekday) * DAY)),
    minuteOfDay: (minutes) => plainTime(millis(minutes * MINUTE)),
    month: (month) => monthYear(millis(Date.parse(`${month}-01T00:00:00Z`))),
    since: (at, now) => {
      if (toCalendarDay(at) === toCalendarDay(now)) return time(at);
      if (now - at < 6 * DAY) return weekdayTime(at);
      return (isThisYear(at, now) ? dayMonth : dayMonthYear)(at);
    },
  } satisfies Partial<Formats>;
}

function makeDurationFormats(locale: string) {
  const nowFormat = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const relative = {
    short: lazy(() => new Intl.RelativeTimeFormat(locale, { style: 'short' })),
    long: lazy(() => new Intl.RelativeTimeFormat(locale, { style: 'long' })),
  };
  const formatPart = ([amount, unit]: DurationPart, unitDisplay: 'short' | 'long' = 'short') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(amount);
  /** Leaves out parts that are 0, except in a duration of a single unit. */
  const formatParts = (parts: readonly DurationPart[]) =>
    parts
      .filter(([amount]) => amount > 0 || parts.length === 1)
      .map((part) => formatPart(part))
      .join(' ');
  return {
    ago: (at, now, style = 'short') => {
      const [amount, unit] = toLargestUnit(Math.max(0, now - at));
      return unit === 'second'
        ? nowFormat().format(0, unit)
        : relative[style]().format(-amount, unit);
    },
    duration: (ms) => {
      const parts = splitDuration(ms);
      return ms < HOUR
        ? formatParts([toLargestUnit(ms)])
        : formatParts(ms < DAY ? parts : parts.slice(0, 2));
    },
    elapsed: (ms) => formatParts(ms < HOUR ? [toLargestUnit(ms)] : splitDuration(ms)),
    longDuration: (ms) =>
      formatPart(
        ms < DAY ? [Math.floor(ms / HOUR), 'hour'] : [Math.floor(ms / DAY), 'day'],
        'long',
      ),
  } satisfies Partial<Formats>;
}

type DurationUnit = 'second' | 'minute' | 'hour' | 'day';
type DurationPart = [amount: number, unit: DurationUnit];

/** Splits a duration, ms, into whole days, hours and minutes. */
function splitDuration(ms: number): DurationPart[] {
  return [
    [Math.floor(ms / DAY), 'day'],
    [Math.floor((ms % DAY) / HOUR), 'hour'],
    [Math.floor((ms % HOUR) / MINUTE), 'minute'],
  ];
}

/**
 * Converts a duration, ms, to seconds below a minute, minutes below an hour, hours below two days, otherwise
 * days.
 */
export function toLargestUnit(ms: number): DurationPart {
  if (ms < MINUTE) return [Math.floor(ms / SECOND), 'second'];
  if (ms < HOUR) return [Math.floor(ms / MINUTE), 'minute'];
  if (ms < 2 * DAY) return [Math.floor(ms / HOUR), 'hour'];
  return [Math.floor(ms / DAY), 'day'];
}
