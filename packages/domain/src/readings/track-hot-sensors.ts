import type { Millis } from '../units.ts';
import type { ComparedSensor } from './hot-sensors.ts';
import { type TrackedCondition, trackCondition } from './tracked-condition.ts';

/** A sensor that is hot (`isHeld`), or that might become hot. Cable and position count from 1. */
export interface TrackedSensor extends TrackedCondition {
  readonly cable: number;
  readonly position: number;
}

/** A hot sensor stays hot until its difference is this far, °C, below the limit. */
export const HYSTERESIS = 1;

/**
 * Tracks the hot sensors of a bin from one reading to the next: a sensor becomes hot when its difference has
 * been at least `difference`, °C, for an hour, and stops being hot when it has been more than 1 °C below that
 * for an hour. `comparedSensors` are the sensors of the reading at `at`; a sensor that is missing there is
 * treated as no warmer than the others.
 */
export function trackHotSensors(
  trackedSensors: readonly TrackedSensor[],
  comparedSensors: readonly ComparedSensor[],
  { at, difference }: { readonly at: Millis; readonly difference: number },
): TrackedSensor[] {
  const excesses = new Map(comparedSensors.map((sensor) => [toKey(sensor), sensor.localExcess]));
  const trackedKeys = new Set(trackedSensors.map(toKey));
  const candidates = comparedSensors.filter(
    (sensor) => sensor.localExcess >= difference && !trackedKeys.has(toKey(sensor)),
  );
  const trackSensor = (
    { cable, position }: ComparedSensor | TrackedSensor,
    previous: TrackedCondition | null,
  ) => {
    const excess = excesses.get(toKey({ cable, position })) ?? Number.NEGATIVE_INFINITY;
    const limits = {
      passesStartLimit: excess >= difference,
      passesEndLimit: excess >= difference - HYSTERESIS,
    };
    const condition = trackCondition(previous, limits, at);
    return condition === null
      ? []
      : [{ cable, position, isHeld: condition.isHeld, since: condition.since }];
  };
  return [
    ...trackedSensors.flatMap((sensor) => trackSensor(sensor, sensor)),
    ...candidates.flatMap((sensor) => trackSensor(sensor, null)),
  ];
}

function toKey({ cable, position }: Pick<TrackedSensor, 'cable' | 'position'>): string {
  return `${cable}:${position}`;
}
