import { DAY, HOUR, MINUTE, type Millis } from '../units.ts';

/*
 * CO2 of the air in the bin, ppm. 600 and rising: early activity; above 1,500: act quickly (Iowa
 * State, Shouse and TeBockhorst 2021). About 1,000 sustained: a problem may be occurring (The
 * Andersons). A level counts when it has held for an hour, and ends 10 % below its limit.
 */
const RISING_FROM = 600;
const SUSTAINED_FROM = 1_000;
const CRITICAL_FROM = 1_500;
const ENDS_AT = 0.9;
/** Boards' clocks vary by a few seconds. */
const HOLD_MS = HOUR - MINUTE;
/** It rises if it is this much, ppm, above the value of a day ago: the slope of a mold source (Purdue). */
const RISE_PER_DAY = 24;

export interface Co2Risk {
  readonly level: 'watch' | 'warning' | 'critical';
  /** ppm */
  readonly value: number;
  readonly limit: number;
}

/** What the next assessment of CO2 needs to know of the readings before; null below all limits. */
export interface TrackedCo2 {
  /** Since when it is at each limit; null where it is not. */
  readonly rising: Millis;
  readonly sustained: Millis | null;
  readonly critical: Millis | null;
  /** An hour or more apart, oldest first, of the last day: instant and ppm. */
  readonly samples: readonly (readonly [at: number, ppm: number])[];
}

/** Follows the CO2 of a bin from one reading to the next; a reading without CO2 changes nothing. */
export function trackCo2(
  tracked: TrackedCo2 | null,
  ppm: number | null,
  at: Millis,
): TrackedCo2 | null {
  if (ppm === null) return tracked;
  const since = (limit: number, before: Millis | null) => {
    if (ppm >= limit) return before ?? at;
    return ppm < limit * ENDS_AT ? null : before;
  };
  const rising = since(RISING_FROM, tracked?.rising ?? null);
  if (rising === null) return null;
  const recent = (tracked?.samples ?? []).filter(([sampleAt]) => at - sampleAt <= DAY);
  const last = recent.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  return {
    rising,
    sustained: since(SUSTAINED_FROM, tracked?.sustained ?? null),
    critical: since(CRITICAL_FROM, tracked?.critical ?? null),
    samples: at - last >= HOLD_MS ? [...recent, [at, ppm]] : recent,
  };
}

/** The risk that a reading's CO2 shows; `tracked` includes the reading. Null if there is none. */
export function assessCo2(
  tracked: TrackedCo2 | null,
  ppm: number | null,
  at: Millis,
): Co2Risk | null {
  if (tracked === null || ppm === null) return null;
  const hasHeld = (since: Millis | null) => since !== null && at - since >= HOLD_MS;
  if (hasHeld(tracked.critical)) return { level: 'critical', value: ppm, limit: CRITICAL_FROM };
  if (hasHeld(tracked.sustained)) return { level: 'warning', value: ppm, limit: SUSTAINED_FROM };
  if (!hasHeld(tracked.rising)) return null;
  const [, before = 0] = tracked.samples[0] ?? [];
  const isNew = at - tracked.rising < DAY;
  if (!isNew && ppm < before + RISE_PER_DAY) return null;
  return { level: 'watch', value: ppm, limit: RISING_FROM };
}
