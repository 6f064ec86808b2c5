import { dayRules, omitTrendBesideLevel } from '@granary/domain/alerts/co2-trend-rule';
import { foldDay, foldReading, foldSettings } from '@granary/domain/alerts/fold';
import { type AlertMemory, NO_ALERT_MEMORY } from '@granary/domain/alerts/memory';
import { getFullCableLengths } from '@granary/domain/alerts/missing-sensors';
import type { AlertSettings } from '@granary/domain/alerts/settings';
import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import type { DayMeans } from '@granary/domain/readings/day-means';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { AlertCheckpoint } from '../platform/postgres/tables/alerts.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { toVisibleReading } from '../readings/bin-context.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findReadingsBetween } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import { calculateMeansOfDay } from './day-means.ts';
import { findDayMeans, findDaysWithReadings, writeDayMeans } from './day-means-store.ts';
import { Episodes } from './episodes.ts';

/** A reading this much older than the newest one only changes daily values. */
export const ALLOWED_LATENESS = DAY;
/** Hot spots are detected from the daily means of this many days. */
const HOT_SPOT_WINDOW_DAYS = 31;
/** When hot spots are recalculated, they are tracked through the means of this many days. */
const HOT_SPOT_HISTORY_DAYS = 400;

/** Where the evaluation of readings starts: after `until`, with the memory at that time. */
export interface EvaluationStart {
  readonly until: Millis | null;
  readonly memory: AlertMemory;
  readonly checkpoints: readonly AlertCheckpoint[];
  /** Whether this is the first evaluation of the bin. */
  readonly isFirst: boolean;
}

/**
 * The checkpoints to keep: the newest one that is older than the newest reading by more than
 * `ALLOWED_LATENESS`, and the later ones.
 */
export function pruneCheckpoints(
  checkpoints: readonly AlertCheckpoint[],
  newestAt: Millis | null,
): readonly AlertCheckpoint[] {
  if (newestAt === null) return [];
  const firstKeptIndex = checkpoints.findLastIndex(
    ({ until }) => until < newestAt - ALLOWED_LATENESS,
  );
  return checkpoints.slice(Math.max(0, firstKeptIndex));
}

/** Tracks the alerts of a bin through its stored readings, day by day. */
export class Fold {
  readonly episodes: Episodes;
  memory: AlertMemory;
  checkpoints: readonly AlertCheckpoint[];

  constructor(
    private readonly trx: Trx,
    private readonly bin: BinWithFill,
    private readonly settings: AlertSettings,
    private readonly start: EvaluationStart & {
      /** Whether hot spots are tracked through the means of earlier days. */
      readonly shouldTrackHotSpots: boolean;
    },
  ) {
    this.memory = start.memory;
    this.checkpoints = start.checkpoints;
    this.episodes = new Episodes(start.memory.open);
  }

  /** Evaluates the readings after the start, up to the newest, with the current settings. */
  async run(newestReading: Reading): Promise<void> {
    const { timeZone } = this.settings;
    const { until } = this.start;
    const today = toLocalDay(newestReading.at, timeZone);
    if (this.start.shouldTrackHotSpots && until !== null) await this.trackHotSpots(until);
    const firstDay = until === null ? today : toLocalDay(until, timeZone);
    const days = await findDaysWithReadings(this.trx, this.bin.context.bin.id, firstDay, today);
    for (const day of days) {
      await this.evaluateDay(day, newestReading.at);
      if (day < today) await this.closeDay(day);
    }
    this.setMemory(foldSettings(this.memory, this.settings), newestReading.at);
    // Changed limits apply immediately.
    this.evaluateReading(newestReading);
  }

  /**
   * Tracks hot spots through the means of the days that closed by `until`, as if each day had just closed.
   */
  private async trackHotSpots(until: Millis): Promise<void> {
    const { timeZone } = this.settings;
    const nextDay = toLocalDay(millis(until + 1), timeZone);
    const allDays = await findDayMeans(
      this.trx,
      this.bin.context.bin.id,
      nextDay,
      HOT_SPOT_HISTORY_DAYS,
    );
    const days = allDays.filter(({ day }) => day < nextDay);
    let hotSpotMemory: AlertMemory = { ...NO_ALERT_MEMORY, roseAt: this.memory.roseAt };
    for (const [index, { day }] of days.entries()) {
      const window = days.slice(Math.max(0, index + 1 - HOT_SPOT_WINDOW_DAYS), index + 1);
      hotSpotMemory = foldDay(hotSpotMemory, window, this.settings);
      const end = millis(getLocalDayBounds(day, timeZone).to - 1);
      this.checkpoints = this.checkpoints.map((checkpoint) =>
        checkpoint.until < end
          ? checkpoint
          : { ...checkpoint, memory: withDayRules(checkpoint.memory, hotSpotMemory) },
      );
      // In later evaluations, hot spots that ended long ago are already stored.
      if (this.start.isFirst) this.setMemory(hotSpotMemory, end);
    }
    this.setMemory(withDayRules(this.memory, hotSpotMemory), until);
    if (this.start.isFirst) this.checkpoints = [{ until, memory: this.memory }];
  }

  private async evaluateDay(day: string, newestAt: Millis): Promise<void> {
    const { from, to } = getLocalDayBounds(day, this.settings.timeZone);
    const startAt = Math.max(from, (this.start.until ?? 0) + 1);
    const endAt = Math.min(to, newestAt + 1);
    if (startAt >= endAt) return;
    const rows = await findReadingsBetween(
      this.trx,
      this.bin.context.bin.id,
      new Date(startAt),
      new Date(endAt),
    );
    for (const row of rows.reverse()) this.evaluateReading(fromReadingRow(row));
  }

  private evaluateReading(storedReading: Reading): void {
    const { context, getFillPercent } = this.bin;
    const reading = toVisibleReading(context, storedReading);
    const fillPercent = getFillPercent(reading.at, reading.scalars);
    this.setMemory(foldReading(this.memory, { reading, fillPercent }, this.settings), reading.at);
  }

  private async closeDay(day: string): Promise<void> {
    const binId = this.bin.context.bin.id;
    const cableLengths = getFullCableLengths([], this.memory.sensors, this.settings);
    const means = await calculateMeansOfDay(this.trx, this.bin, day, cableLengths);
    if (means === null) return;
    await writeDayMeans(this.trx, binId, means);
    const days = await findDayMeans(this.trx, binId, day, HOT_SPOT_WINDOW_DAYS);
    this.foldDay(day, days);
  }

  private foldDay(day: string, days: readonly DayMeans[]): void {
    const { to } = getLocalDayBounds(day, this.settings.timeZone);
    this.setMemory(foldDay(this.memory, days, this.settings), millis(to - 1));
    const checkpoint = { until: to - 1, memory: this.memory };
    this.checkpoints = pruneCheckpoints([...this.checkpoints, checkpoint], millis(to - 1));
  }

  private setMemory(memory: AlertMemory, at: Millis): void {
    this.memory = memory;
    this.episodes.update(memory.open, at);
  }
}

/** Returns `memory` with the results of the day rules taken from `dayMemory`. */
function withDayRules(memory: AlertMemory, dayMemory: AlertMemory): AlertMemory {
  const otherAlerts = memory.open.filter(({ rule }) => !dayRules.has(rule));
  const open = omitTrendBesideLevel([...otherAlerts, ...dayMemory.open]);
  return { ...memory, open, warmSensors: dayMemory.warmSensors };
}
