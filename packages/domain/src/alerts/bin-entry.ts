import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import type { AlertRule, AlertSummary, OpenAlert } from './alert.ts';
import { ENTRY_CO2_ENDS_AFTER, ENTRY_CO2_ENDS_BELOW } from './alert-end.ts';
import type { AlertReading } from './reading-rules.ts';
import type { AlertSettings } from './settings.ts';
import type { FilteredLevel } from './track-level.ts';

/** The rules that forbid entering a bin. They cannot be turned off. */
export const entryRules = ['entry-co2', 'entry-unload'] as const;

export type EntryRule = (typeof entryRules)[number];

export function isEntryRule(rule: string): rule is EntryRule {
  return entryRules.some((entryRule) => entryRule === rule);
}

/**
 * The rules of the open alerts that keep people out of the bin: those that forbid entering, CO2 at a critical
 * level, and CO2 that has stayed high, which is a sign of spoiling grain.
 */
export function findEntryHazards(
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

/** The exposure limit for a workday, ppm (OSHA 29 CFR 1910.1000, table Z-1). */
export const ENTRY_CO2_LIMIT = 5_000;
/** Boards' clocks vary by a few seconds. */
const TOLERANCE = MINUTE;
/**
 * A gap of up to an hour between readings is counted in full. A longer gap is counted as this long, so that
 * missing data does not end the alert, but four low readings in a row do, even if the board rarely reports.
 */
const LONG_GAP_CREDIT = 20 * MINUTE;

/** What is known about the CO2 in a bin that must not be entered. */
export interface TrackedEntryCo2 {
  /** When the newest reading with CO2 was taken; only a newer one can end the alert. */
  readonly at: Millis;
  /**
   * When CO2 fell below the limit that ends the alert, and how much of the time since then the readings
   * confirm, ms.
   */
  readonly below: { readonly from: Millis; readonly proven: number } | null;
}

/** Tracks CO2 that makes a bin unsafe to enter; null if it does not, or no longer does. */
export function trackEntryCo2(
  tracked: TrackedEntryCo2 | null,
  ppm: number | null,
  at: Millis,
): TrackedEntryCo2 | null {
  if (ppm === null) return tracked;
  if (tracked === null) return ppm >= ENTRY_CO2_LIMIT ? { at, below: null } : null;
  const { below } = tracked;
  if (ppm >= ENTRY_CO2_ENDS_BELOW) {
    // The reading was taken before CO2 fell, so it is already included or changes nothing.
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

/** Recent levels, used to find the level before an unload was recorded. */
export type LevelSamples = readonly (readonly [at: number, percent: number, since?: number])[];

/** What is known about a bin whose level did not fall by the amount of its recorded unloads. */
export interface TrackedUnload {
  /** The level before the unloads, %, and when it was measured. */
  readonly from: Millis;
  readonly level: number;
}

const SAMPLE_INTERVAL = 2 * HOUR;
/** Moving grain takes several hours, and the unload can be recorded before or after the move. */
const MOVE_DURATION = 6 * HOUR;
/**
 * An unload must be visible in the level this long after it is recorded, in both readings that confirm the
 * level.
 */
const MOVE_DEADLINE = HOUR;
/** Only unloads recorded at most this long ago are considered. */
const UNLOAD_LOOKBACK = DAY + MOVE_DEADLINE;
/**
 * The smallest unload to check, in percentage points of the fill level. Peaks and funnels at the sensor can
 * hide smaller ones.
 */
const MIN_UNLOAD = 5;
/** The level is considered unchanged if it falls by less than this fraction of the recorded unloads. */
const UNCHANGED_LEVEL_RATIO = 0.2;
/** The alert ends when the level has fallen by this fraction of what was recorded. */
const MOVED_RATIO = 0.5;

/**
 * Stores a level at most once every two hours, for as long as unloads can be compared with it. Even if a
 * board rarely reports, one stored level is from before the oldest of these unloads.
 */
export function sampleLevels(samples: LevelSamples, level: FilteredLevel | null): LevelSamples {
  if (level === null || level.at - (samples.at(-1)?.[0] ?? 0) < SAMPLE_INTERVAL) return samples;
  const lookbackStart = level.at - UNLOAD_LOOKBACK - MOVE_DURATION;
  const newestBefore = samples.findLastIndex(([at]) => at <= lookbackStart);
  const recentSamples = samples.slice(Math.max(0, newestBefore));
  return [...recentSamples, [level.at, level.percent, level.since]];
}

/** A bin's level, and the entries of its ledger. */
export interface UnloadInputs extends Pick<AlertSettings, 'unloads' | 'loadedAt'> {
  readonly level: FilteredLevel | null;
  readonly samples: LevelSamples;
}

/**
 * Tracks a bin whose level did not fall by the amount unloaded according to its ledger: grain may have
 * bridged over a cavity. Tracking does not start if grain was also loaded, because the level then shows only
 * the net change. The alert ends when the level has fallen or the ledger is corrected.
 */
export function trackUnload(
  tracked: TrackedUnload | null,
  inputs: UnloadInputs,
): TrackedUnload | null {
  const { level } = inputs;
  if (level === null) return tracked;
  const levelBefore = tracked ?? findLevelBefore(inputs, level.at);
  if (levelBefore === null) return null;
  const unloadedPercent = sumUnloads(inputs.unloads, levelBefore.from, level.at);
  const neededDrop = unloadedPercent * (tracked === null ? UNCHANGED_LEVEL_RATIO : MOVED_RATIO);
  return unloadedPercent >= MIN_UNLOAD && levelBefore.level - level.percent < neededDrop
    ? levelBefore
    : null;
}

/**
 * The level before the first recent unload; null if there is none, it is unknown, or grain was loaded too.
 */
function findLevelBefore(
  { unloads, loadedAt, samples }: UnloadInputs,
  at: Millis,
): TrackedUnload | null {
  const recentUnloads = unloads.filter(
    (unload) => at - unload.at <= UNLOAD_LOOKBACK && at - unload.at >= MOVE_DEADLINE,
  );
  const firstUnloadAt = Math.min(...recentUnloads.map((unload) => unload.at));
  const sample =
    samples.findLast(([sampleAt]) => sampleAt <= firstUnloadAt - MOVE_DURATION) ?? samples[0];
  if (sample === undefined || sample[0] > firstUnloadAt) return null;
  const [from, level, since = from] = sample;
  const windowStart = Math.min(from - MOVE_DURATION, since);
  if (loadedAt.some((loadAt) => loadAt >= windowStart && loadAt <= at)) return null;
  return { from: millis(from), level };
}

/** The sum of the unloads since `from` that should be visible in the level at `at`, in percentage points. */
function sumUnloads(unloads: UnloadInputs['unloads'], from: Millis, at: Millis): number {
  return unloads
    .filter((unload) => unload.at >= from && at - unload.at >= MOVE_DEADLINE)
    .reduce((sum, { percent }) => sum + percent, 0);
}

/** The entry alerts that are open after a reading; `memory` already includes the reading. */
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

/** Rounds to 0.1. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
