export const riskKinds = ['humidity', 'co2', 'storage-time', 'warming'] as const;

export type RiskKind = (typeof riskKinds)[number];

/** Worst first; `unknown` without data, `off` if the bin's settings turn the risk off. */
export const riskStates = ['critical', 'warning', 'watch', 'ok', 'unknown', 'off'] as const;

export type RiskState = (typeof riskStates)[number];

const assessedReasons = [
  'humidity-safe',
  'humidity-damp',
  'humidity-wet',
  'humidity-wet-cold',
  'co2-normal',
  'co2-trend',
  'co2-rising',
  'co2-sustained',
  'co2-critical',
  'time-left',
  'time-half-used',
  'time-nearly-used',
  'time-used',
  'warming-none',
  'warming-sensor',
  'warming-hot-spot',
] as const;

const unassessedReasons = [
  'off',
  'no-reading',
  'no-data',
  'empty',
  'no-humidity',
  'no-co2',
  'calculating',
  'no-days',
  'no-storage-table',
  'canola',
  'no-moisture',
  'long-gap',
  'no-week',
  'after-load',
] as const;

export const riskReasons = [...assessedReasons, ...unassessedReasons] as const;

export type RiskReason = (typeof riskReasons)[number];

type AssessedReason = (typeof assessedReasons)[number];

/** Whether a reason is of a risk that was assessed: only then there is something to do. */
export function isAssessed(reason: RiskReason): reason is AssessedReason {
  return assessedReasons.some((one) => one === reason);
}
