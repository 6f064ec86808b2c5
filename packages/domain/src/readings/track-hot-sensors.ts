import { HOUR, MINUTE, type Millis } from '../units.ts';
import type { HotSensor } from './hot-sensors.ts';

/** A sensor that is hot, or that may become hot. Cable and position count from 1. */
export interface TrackedSensor {
  readonly cable: number;
  readonly position: number;
  readonly isHot: boolean;
  /**
   * If hot: since when its difference is below the lower limit, null while it is not. Otherwise since
   * when it is at or above the upper limit.
   */
  readonly since: Millis | null;
}

/** A hot sensor stays hot until its difference is this far, °C, below the limit. */
export const HYSTERESIS = 1;

/** A difference counts when it has held for an hour; boards' clocks vary by a few seconds. */
const HOLD_MS = HOUR - MINUTE;

/**
 * Follows the hot sensors of a bin from one reading to the next, so that none appears or disappears
 * by a single reading: a sensor becomes hot when its difference was at least `difference`, °C, for an
 * hour, and stops being hot when it was more than 1 °C below that for an hour. A bin that reports
 * less often than every hour needs two readings. `compared` are the sensors of the reading at `at`;
 * those left out have no difference.
 */
export function trackHotSensors(
  tracked: readonly TrackedSensor[],
  compared: readonly HotSensor[],
  { at, difference }: { readonly at: Millis; readonly difference: number },
): TrackedSensor[] {
  const excesses = new Map(compared.map((one) => [key(one), one.excess]));
  const known = new Set(tracked.map(key));
  const next = tracked.flatMap((sensor) =>
    trackSensor(sensor, excesses.get(key(sensor)) ?? Number.NEGATIVE_INFINITY, at, difference),
  );
  for (const { cable, position, excess } of compared) {
    if (excess < difference || known.has(key({ cable, position }))) continue;
    next.push({ cable, position, isHot: false, since: at });
  }
  return next;
}

function trackSensor(
  sensor: TrackedSensor,
  excess: number,
  at: Millis,
  difference: number,
): TrackedSensor[] {
  const since = sensor.since ?? at;
  const hasHeld = at - since >= HOLD_MS;
  if (sensor.isHot) {
    if (excess >= difference - HYSTERESIS) return [{ ...sensor, since: null }];
    return hasHeld ? [] : [{ ...sensor, since }];
  }
  if (excess < difference) return [];
  return [hasHeld ? { ...sensor, isHot: true, since: null } : sensor];
}

function key({ cable, position }: Pick<TrackedSensor, 'cable' | 'position'>): string {
  return `${cable}:${position}`;
}
