import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import type { AlertRule, AlertSummary, OpenAlert } from './alert.ts';
import { ENTRY_CO2_ENDS_AFTER, ENTRY_CO2_ENDS_BELOW } from './alert-end.ts';
import type { AlertReading } from './reading-rules.ts';
import type { AlertSettings } from './settings.ts';
import type { ProvenLevel } from './track-level.ts';

/** The rules that forbid entering a bin. They have no switch. */
export const entryRules = ['entry-co2', 'entry-unload'] as const;

export type EntryRule = (typeof entryRules)[number];

export function isEntryRule(rule: string): rule is EntryRule {
  return entryRules.some((one) => one === rule);
}

/**
 * The rules of the open alerts that keep people out of the bin: those that forbid entering, CO2 far above its
 * limit, and CO2 that has stayed high, which is a sign of spoiling grain.
 */
export function findEntryDangers(
  alerts: readonly Pick<AlertSummary, 'rule' | 'severity'>[],
): AlertRule[] {
  return alerts
    .filter(
      ({ rule, severity }) =>
        isEntryRule(rule) ||
        (rule === 'co2' && severity === 'critical') ||
        (rule === 'co2-risk' && severity !== 'watch'),
    )
    .map(({ rule }) => rule);
}

/** The limit of a workday, ppm (OSHA 29 CFR 1910.1000, table Z-1). */
export const ENTRY_CO2_LIMIT = 5_000;
/** Boards' clocks vary by a few seconds. */
const TOLERANCE = MINUTE;
/**
 * A gap of up to an hour between readings counts in full. A longer one counts as this, so that missing data
 * does not end the alert, but four readings in a row do for a board that rarely reports.
 */
const LONG_GAP_CREDIT = 20 * MINUTE;

/** The known CO2 of a bin that must not be entered. */
export interface TrackedEntryCo2 {
  /** The newest reading with CO2; one that is not newer cannot end it. */
  readonly at: Millis;
  /** When readings fell below the limit that ends it, and how much of the time since they prove, ms. */
  readonly below: { readonly from: Millis; readonly proven: number } | null;
}

/** Tracks the CO2 of a bin that must not be entered; null if it may end. */
export function trackEntryCo2(
  tracked: TrackedEntryCo2 | null,
  ppm: number | null,
  at: Millis,
): TrackedEntryCo2 | null {
  if (ppm === null) return tracked;
  if (tracked === null) return ppm >= ENTRY_CO2_LIMIT ? { at, below: null } : null;
  const { below } = tracked;
  if (ppm >= ENTRY_CO2_ENDS_BELOW) {
    // An earlier reading is known already, or changes nothing.
    if (below !== null && at < below.from) return tracked;
    return { at: millis(Math.max(at, tracked.at)), below: null };
  }
  if (at <= tracked.at) return tracked;
  if (below === null) return { at, below: { from: at, proven: 0 } };
  const gap = at - tracked.at;
  const proven = below.proven + (gap <= ENTRY_CO2_ENDS_AFTER + TOLERANCE ? gap : LONG_GAP_CREDIT);
  return proven >= ENTRY_CO2_ENDS_AFTER - TOLERANCE
    ? null
    : { at, below: { from: below.from, proven } };
}

/** Recent levels, to compare with the level before an unload was recorded. */
export type LevelSamples = readonly (readonly [at: number, percent: number, since?: number])[];

/** The known state of a bin whose level did not fall by the unloads that were recorded. */
export interface TrackedUnload {
  /** The level before, %, and when it was measured. */
  readonly from: Millis;
  readonly level: number;
}

const SAMPLE_INTERVAL = 2 * HOUR;
/** Grain is moved for some hours, and its unload is recorded before or after that. */
const AROUND = 6 * HOUR;
/** How long after an unload is recorded the level must have moved, in the two readings that prove it. */
const MOVE_DEADLINE = HOUR;
/** Unloads that were recorded this long ago or less count. */
const RECENT = DAY + MOVE_DEADLINE;
/** Peaks and funnels at the sensor can hide smaller unloads, points of the fill level. */
const MIN_UNLOAD = 5;
/** The level does not move if it falls by less than this fraction of what was recorded. */
const UNMOVED_RATIO = 0.2;
/** It ends when the level has fallen by this fraction of what was recorded. */
const MOVED_RATIO = 0.5;

/**
 * Keeps a level every two hours, as long as unloads may be compared with it: however rarely a board
 * reports, there is one from before the oldest of them.
 */
export function sampleLevels(samples: LevelSamples, level: ProvenLevel | null): LevelSamples {
  if (level === null || level.at - (samples.at(-1)?.[0] ?? 0) < SAMPLE_INTERVAL) return samples;
  const before = level.at - RECENT - AROUND;
  const newestBefore = samples.findLastIndex(([at]) => at <= before);
  const kept = samples.slice(Math.max(0, newestBefore));
  return [...kept, [level.at, level.percent, level.since]];
}

/** A bin's level, and the entries of its ledger. */
export interface UnloadInputs extends Pick<AlertSettings, 'unloads' | 'loadedAt'> {
  readonly level: ProvenLevel | null;
  readonly samples: LevelSamples;
}

/**
 * Tracks a bin whose level did not fall by what was unloaded according to its ledger: grain may have formed a
 * bridge over a hollow. Nothing is decided while grain was loaded too, because the level then shows neither.
 * It ends when the level has fallen, or the entries are corrected.
 */
export function trackUnload(
  tracked: TrackedUnload | null,
  inputs: UnloadInputs,
): TrackedUnload | null {
  const { level } = inputs;
  if (level === null) return tracked;
  const before = tracked ?? findLevelBefore(inputs, level.at);
  if (before === null) return null;
  const unloaded = sumUnloads(inputs.unloads, before.from, level.at);
  const needed = unloaded * (tracked === null ? UNMOVED_RATIO : MOVED_RATIO);
  return unloaded >= MIN_UNLOAD && before.level - level.percent < needed ? before : null;
}

/** The level before the first recent unload; null without one. */
function findLevelBefore(
  { unloads, loadedAt, samples }: UnloadInputs,
  at: Millis,
): TrackedUnload | null {
  const recent = unloads.filter((one) => at - one.at <= RECENT && at - one.at >= MOVE_DEADLINE);
  const first = Math.min(...recent.map((one) => one.at));
  const sample = samples.findLast(([sampleAt]) => sampleAt <= first - AROUND) ?? samples[0];
  if (sample === undefined || sample[0] > first) return null;
  const [from, level, since = from] = sample;
  const windowStart = Math.min(from - AROUND, since);
  if (loadedAt.some((loaded) => loaded >= windowStart && loaded <= at)) return null;
  return { from: millis(from), level };
}

/** The unloads since `from` that the level at `at` must show, points of the level. */
function sumUnloads(unloads: UnloadInputs['unloads'], from: Millis, at: Millis): number {
  return unloads
    .filter((one) => one.at >= from && at - one.at >= MOVE_DEADLINE)
    .reduce((sum, { percent }) => sum + percent, 0);
}

/** The alerts that forbid entering the bin after a reading; the memory includes it. */
export function evaluateEntry(
  find: (rule: EntryRule) => OpenAlert | null,
  { reading }: AlertReading,
  memory: { readonly entryCo2: TrackedEntryCo2 | null; readonly entryUnload: TrackedUnload | null },
  inputs: UnloadInputs,
): OpenAlert[] {
  const { entryCo2, entryUnload } = memory;
  const toAlert = (rule: EntryRule, value: number | null, limit: number): OpenAlert => {
    const known = find(rule);
    const since = known?.since ?? reading.at;
    return {
      rule,
      severity: 'critical',
      since,
      value: value ?? known?.value ?? null,
      limit,
      sensors: [],
    };
  };
  const alerts: OpenAlert[] = [];
  if (entryCo2 !== null) alerts.push(toAlert('entry-co2', reading.scalars.co2, ENTRY_CO2_LIMIT));
  if (entryUnload !== null) {
    const { level, unloads } = inputs;
    const drop = level === null ? null : Math.max(0, round(entryUnload.level - level.percent));
    const unloaded = round(sumUnloads(unloads, entryUnload.from, level?.at ?? reading.at));
    alerts.push(toAlert('entry-unload', drop, unloaded));
  }
  return alerts;
}

/** To 0.1. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
