import { type BinLoad, MAX_VOLUME, MIN_VOLUME } from '@granary/contract/inventory/http';
import { type Millis, millis } from '@granary/domain/units';
import { formatForEditing, parseNumber } from '../../lib/parse-number.ts';
import type { LoadInput } from './api/change-loads.ts';

/** Form values as typed. */
export interface LoadValues {
  /** `YYYY-MM-DD` and `HH:MM` in the browser's time zone. */
  readonly date: string;
  readonly time: string;
  readonly volume: string;
  readonly moisture: string;
  readonly protein: string;
}

export const fieldOrder = ['date', 'time', 'volume', 'moisture', 'protein'] as const;

export type LoadProblem = 'required' | 'date' | 'number' | 'volume' | 'percent';

/** Converts an entry to form values; a new entry gets the current time. */
export function toLoadValues(load: BinLoad | null, now: Millis, locale: string): LoadValues {
  const toText = (value: number | null) => (value === null ? '' : formatForEditing(value, locale));
  return {
    ...toDateAndTime(load?.at ?? now),
    volume: toText(load?.volume ?? null),
    moisture: toText(load?.moisture ?? null),
    protein: toText(load?.protein ?? null),
  };
}

export function validateLoad(
  values: LoadValues,
  locale: string,
): Readonly<Partial<Record<keyof LoadValues, LoadProblem>>> {
  const problems: Partial<Record<keyof LoadValues, LoadProblem>> = {};
  if (values.date === '') problems.date = 'required';
  // Date inputs accept years with more than four digits.
  else if (!/^\d{4}-/.test(values.date)) problems.date = 'date';
  else if (values.time === '' || Number.isNaN(parseDateTime(values))) problems.time = 'required';
  const volume = parseOptionalNumber(values.volume, locale);
  if (volume === null) problems.volume = 'required';
  else if (Number.isNaN(volume)) problems.volume = 'number';
  else if (volume < MIN_VOLUME || volume > MAX_VOLUME) problems.volume = 'volume';
  for (const field of ['moisture', 'protein'] as const) {
    const value = parseOptionalNumber(values[field], locale);
    if (value === null) continue;
    if (Number.isNaN(value)) problems[field] = 'number';
    else if (value < 0 || value > 100) problems[field] = 'percent';
  }
  return problems;
}

/** Converts form values to an entry's fields; invalid numbers become NaN. */
export function toLoadInput(values: LoadValues, locale: string): LoadInput {
  return {
    at: millis(parseDateTime(values)),
    volume: parseVolume(values, locale),
    moisture: parseOptionalNumber(values.moisture, locale),
    protein: parseOptionalNumber(values.protein, locale),
  };
}

/** Parses the volume; NaN if it is empty or not a number. */
export function parseVolume({ volume }: LoadValues, locale: string): number {
  return parseOptionalNumber(volume, locale) ?? Number.NaN;
}

function parseDateTime({ date, time }: LoadValues): number {
  return new Date(`${date}T${time}`).getTime();
}

/** Parses a number; null if empty, NaN if not a number. */
function parseOptionalNumber(text: string, locale: string): number | null {
  return text.trim() === '' ? null : (parseNumber(text, locale) ?? Number.NaN);
}

function toDateAndTime(at: Millis): Pick<LoadValues, 'date' | 'time'> {
  const localDate = new Date(at);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const dateParts = [
    localDate.getFullYear(),
    twoDigits(localDate.getMonth() + 1),
    twoDigits(localDate.getDate()),
  ];
  return {
    date: dateParts.join('-'),
    time: `${twoDigits(localDate.getHours())}:${twoDigits(localDate.getMinutes())}`,
  };
}
