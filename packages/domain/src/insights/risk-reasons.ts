export const riskKinds = ['humidity', 'co2', 'storage-time', 'warming'] as const;

export type RiskKind = (typeof riskKinds)[number];

/** Worst first; `unknown` without data, `off` if the bin's settings turn the risk off. */
export const riskStates = ['critical', 'warning', 'watch', 'ok', 'unknown', 'off'] as const;

export type RiskState = (typeof riskStates)[number];

/** Why a risk is OK. */
const okReasons = ['humidity-safe', 'co2-normal', 'time-left', 'warming-none'] as const;

const actionableReasons = [
  'humidity-damp',
  'humidity-wet',
  'humidity-wet-cold',
  'co2-trend',
  'co2-rising',
  'co2-sustained',
  'co2-critical',
  'time-half-used',
  'time-nearly-used',
  'time-used',
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

export const riskReasons = [...okReasons, ...actionableReasons, ...unassessedReasons] as const;

export type RiskReason = (typeof riskReasons)[number];

type OkReason = (typeof okReasons)[number];
type ActionableReason = (typeof actionableReasons)[number];

/** Whether a reason belongs to a risk that was assessed. */
export function isAssessed(reason: RiskReason): reason is OkReason | ActionableReason {
  return okReasons.some((okReason) => okReason === reason) || isActionable(reason);
}

/** Whether there is something to do about a risk with this reason. */
export function isActionable(reason: RiskReason): reason is ActionableReason {
  return actionableReasons.some((actionableReason) => actionableReason === reason);
}
