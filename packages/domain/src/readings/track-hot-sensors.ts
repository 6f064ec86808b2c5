import type { Millis } from '../units.ts';
import { type Held, hold } from './hold.ts';
import type { ComparedSensor } from './hot-sensors.ts';

/** A sensor that is hot (held), or that may become hot. Cable and position count from 1. */
export interface TrackedSensor extends Held {
  readonly cable: number;
  readonly position: number;
}

/** A hot sensor stays hot until its difference is this far, °C, below the limit. */
export const HYSTERESIS = 1;

/**
 * Tracks the hot sensors of a bin from one reading to the next: a sensor becomes hot when its difference has
 * been at least `difference`, °C, for an hour, and stops being hot when it has been more than 1 °C below that
 * for an hour. `compared` are the sensors of the reading at `at`; those left out have no difference.
 */
export function trackHotSensors(
  tracked: readonly TrackedSensor[],
  compared: readonly ComparedSensor[],
  { at, difference }: { readonly at: Millis; readonly difference: number },
): TrackedSensor[] {
  const excesses = new Map(compared.map((one) => [key(one), one.localExcess]));
  const known = new Set(tracked.map(key));
  const candidates = compared.filter(
    (one) => one.localExcess >= difference && !known.has(key(one)),
  );
  const follow = ({ cable, position }: ComparedSensor | TrackedSensor, before: Held | null) => {
    const excess = excesses.get(key({ cable, position })) ?? Number.NEGATIVE_INFINITY;
    const limits = { isAbove: excess >= difference, isNear: excess >= difference - HYSTERESIS };
    const held = hold(before, limits, at);
    return held === null ? [] : [{ cable, position, isHeld: held.isHeld, since: held.since }];
  };
  return [
    ...tracked.flatMap((sensor) => follow(sensor, sensor)),
    ...candidates.flatMap((sensor) => follow(sensor, null)),
  ];
}

function key({ cable, position }: Pick<TrackedSensor, 'cable' | 'position'>): string {
  return `${cable}:${position}`;
}
