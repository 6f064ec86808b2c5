import { NEARLY_USED } from '../insights/grain-risks.ts';
import type { StorageTime } from '../insights/storage-time.ts';
import type { GetStatus } from '../readings/sensors.ts';
import type { Millis } from '../units.ts';
import { type OpenAlert, sortByRule } from './alert.ts';
import type { AlertMemory } from './memory.ts';

export interface StorageTimeContext {
  /** The start of the first day that is not closed. */
  readonly since: Millis;
  readonly getStatus: GetStatus;
}

/**
 * Updates the alert about grain that has used nearly all of its safe storage time. The alert depends on every
 * complete day since the bin was last empty, so it cannot be updated from one reading to the next. `time` is
 * null while the daily means are being calculated.
 */
export function foldStorageTime(
  memory: AlertMemory,
  time: StorageTime | null,
  context: StorageTimeContext,
): AlertMemory {
  const previous = memory.open.find(({ rule }) => rule === 'storage-time') ?? null;
  const others = memory.open.filter(({ rule }) => rule !== 'storage-time');
  const alert = evaluateStorageTime(previous, time, context);
  return { ...memory, open: sortByRule(alert === null ? others : [...others, alert]) };
}

function evaluateStorageTime(
  previous: OpenAlert | null,
  time: StorageTime | null,
  { since, getStatus }: StorageTimeContext,
): OpenAlert | null {
  if (time === null) return previous;
  if (!time.isKnown) {
    if (time.reason !== 'long-gap' && time.reason !== 'no-moisture') return null;
    // After a long gap or without moisture, the share used so far is unknown, so an open alert stays open.
    const isUnmuted = previous?.sensors.every(
      (sensor) => getStatus(sensor.cable, sensor.position) === 'unmute',
    );
    return isUnmuted ? previous : null;
  }
  // With an unknown fill level, the sum would include every crop that has ever been in the bin.
  if (!time.isFillKnown || time.used * 100 < NEARLY_USED) return null;
  const value = Math.floor(time.used * 100);
  return {
    rule: 'storage-time',
    severity: 'warning',
    since: previous?.since ?? since,
    value,
    limit: NEARLY_USED,
    sensors: [{ ...time.sensor, value }],
  };
}
