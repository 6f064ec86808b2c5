import { HOUR, type Millis, millis } from '../units.ts';

/** What a board reported about a run of its fan. */
export interface ReportedRun {
  readonly onAt: Millis;
  /** When the fan was first reported off again; null if it was not. */
  readonly offAt: Millis | null;
  /** Whether it was reported off after a restart of the board: it stopped earlier, at the power outage. */
  readonly endedByPowerOutage: boolean;
  /** The last report from the board, or from the bin before a power outage. */
  readonly lastReportAt: Millis;
}

/** A run with the time that is counted as running. */
export interface FanRun {
  readonly onAt: Millis;
  /** Null if the end was not reported, or a power outage ended it. */
  readonly offAt: Millis | null;
  readonly endedByPowerOutage: boolean;
  /** The end of the time that is counted as running. */
  readonly countedUntil: Millis;
  readonly isRunning: boolean;
}

/**
 * The run with the time that is counted as running: to its reported end; to `now` while the newest report
 * is that the fan is on; otherwise to the board's last report, because it is unknown how long the fan ran
 * after that.
 */
export function resolveRun(
  { onAt, offAt, endedByPowerOutage, lastReportAt }: ReportedRun,
  isFanReportedOn: boolean,
  now: Millis,
): FanRun {
  if (offAt !== null && !endedByPowerOutage) {
    return { onAt, offAt, endedByPowerOutage, countedUntil: offAt, isRunning: false };
  }
  const isRunning = offAt === null && isFanReportedOn;
  const countedUntil = millis(Math.max(onAt, isRunning ? now : lastReportAt));
  return { onAt, offAt: null, endedByPowerOutage, countedUntil, isRunning };
}

/** How long a fan ran between two times, ms. */
export function sumRunTime(
  runs: readonly FanRun[],
  { from, to }: { readonly from: Millis; readonly to: Millis },
): number {
  return runs.reduce(
    (sum, { onAt, countedUntil }) =>
      sum + Math.max(0, Math.min(countedUntil, to) - Math.max(onAt, from)),
    0,
  );
}

export interface EnergySettings {
  /** The power of the fan; null if it is not set. */
  readonly powerKw: number | null;
  /** The price of a kWh in the farm's currency; null if it is not set. */
  readonly pricePerKwh: number | null;
}

/**
 * The energy that a fan used in this run time, power × time, and its cost; each is null if a setting that it
 * needs is missing.
 */
export function calculateEnergyAndCost(
  runTimeMs: number,
  { powerKw, pricePerKwh }: EnergySettings,
): { readonly energyKwh: number | null; readonly cost: number | null } {
  if (powerKw === null) return { energyKwh: null, cost: null };
  const energyKwh = (powerKw * runTimeMs) / HOUR;
  return { energyKwh, cost: pricePerKwh === null ? null : energyKwh * pricePerKwh };
}
