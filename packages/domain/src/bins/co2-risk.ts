import { CO2_END_RATIO, CO2_RISK_ENDS_AFTER } from '../alerts/alert-end.ts';
import {
  type LimitComparison,
  type TrackedCondition,
  trackCondition,
} from '../readings/tracked-condition.ts';
import { DAY, HOUR, type Millis } from '../units.ts';

/*
 * CO2 in the air in the bin, ppm. 600 and rising: early activity; above 1,500: act quickly (Iowa State,
 * Shouse and TeBockhorst 2021). About 1,000 sustained: a problem may be occurring (The Andersons). A risk
 * begins once the level has lasted for an hour, and ends once CO2 has been 10 % below the limit for a day: a
 * fan blows CO2 out of the grain for hours, but the source is still there. The risk of rising CO2 also ends
 * once CO2 has hardly risen for a day.
 */
const RISING_LIMIT_PPM = 600;
const SUSTAINED_LIMIT_PPM = 1_000;
const CRITICAL_LIMIT_PPM = 1_500;
/**
 * CO2 is considered to be rising if the mean of the later half of a day's values is at least this many ppm
 * above the mean of the earlier half: 30 ppm a day over the 12 hours between them. CO2 from mold rises by 24
 * to 60 ppm a day (Purdue); means are compared so that sensor noise is not mistaken for a rise.
 */
const MIN_RISE = 15;
const RISE_ENDS_AT = 5;
/** A rise needs this many values. */
const MIN_SAMPLES = 6;
/** Values of at least this many ppm are stored, so that a rise is detected as soon as CO2 passes 600 ppm. */
const MIN_SAMPLE_PPM = 500;
const SAMPLE_INTERVAL = 2 * HOUR;

export interface Co2Risk {
  readonly level: 'watch' | 'warning' | 'critical';
  /** ppm */
  readonly value: number;
  readonly limit: number;
}

/** What the next assessment of CO2 needs to know about earlier readings; null if there is nothing. */
export interface TrackedCo2 {
  readonly rising: TrackedCondition | null;
  readonly sustained: TrackedCondition | null;
  readonly critical: TrackedCondition | null;
  /** The last day's values, two hours or more apart, oldest first: time and ppm. */
  readonly samples: readonly (readonly [at: number, ppm: number])[];
}

/** Tracks the CO2 of a bin from one reading to the next; a reading without CO2 changes nothing. */
export function trackCo2(
  tracked: TrackedCo2 | null,
  ppm: number | null,
  at: Millis,
): TrackedCo2 | null {
  if (ppm === null) return tracked;
  const recentSamples = (tracked?.samples ?? []).filter(([sampleAt]) => at - sampleAt <= DAY);
  const rise = calculateRise([...recentSamples.map(([, value]) => value), ppm]);
  const track = (condition: TrackedCondition | null | undefined, limits: LimitComparison) =>
    trackCondition(condition ?? null, limits, at, CO2_RISK_ENDS_AFTER);
  const compareWith = (limit: number) => ({
    passesStartLimit: ppm >= limit,
    passesEndLimit: ppm >= limit * CO2_END_RATIO,
  });
  const next = {
    rising: track(tracked?.rising, {
      passesStartLimit: ppm >= RISING_LIMIT_PPM && rise >= MIN_RISE,
      passesEndLimit: ppm >= RISING_LIMIT_PPM * CO2_END_RATIO && rise >= RISE_ENDS_AT,
    }),
    sustained: track(tracked?.sustained, compareWith(SUSTAINED_LIMIT_PPM)),
    critical: track(tracked?.critical, compareWith(CRITICAL_LIMIT_PPM)),
    samples:
      ppm < MIN_SAMPLE_PPM || isRecent(recentSamples.at(-1), at)
        ? recentSamples
        : [...recentSamples, [at, ppm] as const],
  };
  const hasEnded = next.rising === null && next.sustained === null && next.critical === null;
  return hasEnded && next.samples.length === 0 ? null : next;
}

/** How far the mean of the later half of values, oldest first, is above that of the earlier half. */
function calculateRise(values: readonly number[]): number {
  if (values.length < MIN_SAMPLES) return 0;
  const middle = Math.floor(values.length / 2);
  const mean = (part: readonly number[]) =>
    part.reduce((sum, value) => sum + value, 0) / part.length;
  return mean(values.slice(middle)) - mean(values.slice(0, middle));
}

function isRecent(sample: readonly [at: number, ppm: number] | undefined, at: Millis): boolean {
  return sample !== undefined && at - sample[0] < SAMPLE_INTERVAL;
}

/** The risk that a reading's CO2 indicates; `tracked` includes the reading. Null if there is none. */
export function assessCo2(tracked: TrackedCo2 | null, ppm: number | null): Co2Risk | null {
  if (tracked === null || ppm === null) return null;
  if (tracked.critical?.isHeld) return { level: 'critical', value: ppm, limit: CRITICAL_LIMIT_PPM };
  if (tracked.sustained?.isHeld)
    return { level: 'warning', value: ppm, limit: SUSTAINED_LIMIT_PPM };
  if (tracked.rising?.isHeld) return { level: 'watch', value: ppm, limit: RISING_LIMIT_PPM };
  return null;
}
