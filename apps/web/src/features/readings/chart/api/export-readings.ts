import { exportReadings } from '@granary/contract/readings/http';
import { HOUR, millis } from '@granary/domain/units';
import { callForStream } from '../../../../lib/api.ts';
import { now } from '../../../../lib/clock.ts';
import { type SaveOptions, saveStream } from '../../../../lib/save-stream.ts';

/** The first and last day (inclusive), formatted as `2026-10-14`, in the browser's time zone. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Saves all readings of a bin in a range of days; see `saveStream`. */
export function saveReadings(
  binId: number,
  { from, to }: DayRange,
  name: string,
  options: SaveOptions,
) {
  // Board clocks can be slightly ahead, so readings up to an hour in the future still belong to today.
  const end = Math.max(getEndOfDay(to), to === formatDay(now()) ? now() + HOUR : 0);
  const query = {
    bin_sensor_id: binId,
    from: millis(new Date(`${from}T00:00`).getTime()),
    to: millis(end),
  };
  const openStream = (signal: AbortSignal) => callForStream(exportReadings, { query }, signal);
  return saveStream(name, openStream, options);
}

function getEndOfDay(day: string): number {
  const date = new Date(`${day}T00:00`);
  return date.setDate(date.getDate() + 1);
}

/** Formats a day in the browser's time zone. */
export function formatDay(at: number): string {
  const date = new Date(at);
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-');
}
