import { Temporal } from 'temporal-polyfill';
import { getLocalDayBounds, toLocalDay } from '../bins/local-day.ts';
import { getCableFlips, getCableSubBins } from '../cables/cable-layout.ts';
import type { DayMeans } from '../readings/day-means.ts';
import { groupByRow, median, type RowSensor } from '../readings/rows.ts';
import type { Millis } from '../units.ts';
import type { AlertSensor, OpenAlert, SensorPlace } from './alert.ts';
import { HOT_SPOT_HYSTERESIS } from './alert-end.ts';
import { CRITICAL_HOT_SPOT_FROM } from './hot-spot-limits.ts';
import type { AlertMemory, WarmSensor } from './memory.ts';
import { byValue } from './reading-rules.ts';
import { type AlertSettings, toSensorStatus } from './settings.ts';

/** A sensor's difference must have risen by at least the setting in this many days. */
const RISE_DAYS = 30;
/** A sensor must have warmed by this much, hundredths of °C, in this many days. */
const MIN_WARMING = 200;
const WARMING_DAYS = 7;
/** Daily means in a row that must meet the rule. */
const REQUIRED_CONSECUTIVE_MEANS = 3;
/** With fewer sensors at one depth, their median is not meaningful. */
const MIN_PEERS = 3;
/** Days after a load on which nothing is compared. */
const DAYS_AFTER_LOAD = 3;

/** A sensor's mean for one day, in hundredths of °C. */
interface ComparedMean extends SensorPlace {
  readonly mean: number;
  /** The mean minus the median at its depth. */
  readonly difference: number;
  readonly isComparedWithAllDepths: boolean;
}

/**
 * Returns the alert memory after a day that has ended, from its daily means. `days` are those up to and
 * including it, oldest first, at most 31. A sensor's difference is its daily mean minus that day's median
 * at the same depth of its sub-bin; with fewer than three sensors there, minus the median of all depths. A
 * sensor becomes a hot spot once three daily means in a row meet all of these conditions: its difference is
 * at least the setting, its difference has risen by at least the setting in 30 days, and the sensor has
 * warmed by 2 °C in 7 days. If the day 30 or 7 days before has no mean, the first later day with a mean is
 * used. At 5 °C, sound grain in a real storage facility had 0.31 alerts per 100 sensors a month; the
 * figures are in ADR 0031. A hot spot ends when its difference, or the rise of its difference since before
 * it warmed, is 1 °C or more below the setting: a sensor that was always warmer than the others at its
 * depth has then cooled to its usual temperature. Its changes in the last 7 and 30 days do not end it,
 * because a spot that stays hot stops warming. A single daily mean is enough to end a hot spot, because it
 * already averages a whole day. For days on which the fan ran, only readings with the fan off are averaged;
 * a day without such readings changes nothing. The day of a load and the three days after it also change
 * nothing, except that the count of means in a row starts over. The top sensor of a cable with more than
 * one sensor is left out, because it follows the headspace.
 */
export function foldHotSpots(
  memory: AlertMemory,
  days: readonly DayMeans[],
  settings: AlertSettings,
): AlertMemory {
  const { difference } = settings;
  const today = days.at(-1);
  if (difference === null || today === undefined) return memory;
  const bounds = getLocalDayBounds(today.day, settings.timeZone);
  if (isAfterLoad(memory, today.day, bounds.to, settings)) {
    return { ...memory, warmSensors: memory.warmSensors.filter(isHotSpot) };
  }
  const limit = Math.round(difference * 100);
  const comparedMeans = compareMeans(today, settings);
  const trackedByKey = new Map(memory.warmSensors.map((sensor) => [toKey(sensor), sensor]));
  const comparedByKey = new Map(comparedMeans.map((sensor) => [toKey(sensor), sensor]));
  const history = new DayHistory(days, settings);
  const missingSensors = memory.warmSensors.filter((sensor) => !comparedByKey.has(toKey(sensor)));
  const trackedSensors = comparedMeans.flatMap((sensor): WarmSensor[] => {
    const trackedSensor = trackedByKey.get(toKey(sensor)) ?? null;
    const warmSensor = trackSensor(trackedSensor, sensor, limit, history);
    return warmSensor === null ? [] : [warmSensor];
  });
  const warmSensors = [...missingSensors, ...trackedSensors].sort(
    (a, b) => a.cable - b.cable || a.position - b.position,
  );
  const previous = memory.open.find(({ rule }) => rule === 'hot-spot') ?? null;
  const sensors = warmSensors.filter(isHotSpot).flatMap((sensor): AlertSensor[] => {
    const todaysMean = comparedByKey.get(toKey(sensor));
    if (todaysMean !== undefined) return [toAlertSensor(todaysMean)];
    return previous?.sensors.filter((alertSensor) => toKey(alertSensor) === toKey(sensor)) ?? [];
  });
  const alert = toAlert(previous, sensors, { difference, from: bounds.from });
  const others = memory.open.filter(({ rule }) => rule !== 'hot-spot');
  return { ...memory, warmSensors, open: alert === null ? others : [...others, alert] };
}

/** Whether a tracked sensor is already a hot spot. */
function isHotSpot({ days }: WarmSensor): boolean {
  return days >= REQUIRED_CONSECUTIVE_MEANS;
}

/** The alert about these hot spots; null if there are none. `from`: the start of the day that raises it. */
function toAlert(
  previous: OpenAlert | null,
  sensors: readonly AlertSensor[],
  { difference, from }: { readonly difference: number; readonly from: Millis },
): OpenAlert | null {
  const sorted = sensors.toSorted(byValue);
  const [worst] = sorted;
  if (worst === undefined) return null;
  return {
    rule: 'hot-spot',
    severity: difference < CRITICAL_HOT_SPOT_FROM ? 'warning' : 'critical',
    since: previous?.since ?? from,
    value: worst.value,
    limit: difference,
    sensors: sorted,
  };
}

/** The day's sensors, compared with the others at their depth, except those that the rule excludes. */
export function compareMeans(
  day: DayMeans,
  settings: Pick<AlertSettings, 'cables' | 'getStatus'>,
): ComparedMean[] {
  const { fanOffMeans } = day;
  const count = fanOffMeans.lengths.length;
  const subBins = getCableSubBins(settings.cables, count);
  const getStatus = toSensorStatus(settings);
  const rows = groupByRow(fanOffMeans, {
    getStatus,
    flips: getCableFlips(settings.cables, count),
    subBins,
    // The means already exclude the air above the grain.
    fillPercent: null,
  });
  const toSubBin = ({ cable }: { readonly cable: number }) => subBins[cable - 1] ?? 1;
  const subBinMedian = (sensor: RowSensor) =>
    medianTemperature(rows.flat().filter((rowSensor) => toSubBin(rowSensor) === toSubBin(sensor)));
  return rows.flatMap((row) => {
    const isComparedWithAllDepths = row.length < MIN_PEERS;
    const rowMedian = medianTemperature(row);
    return row.flatMap((sensor) => {
      const { cable, position, depth, length, hundredths } = sensor;
      if (depth === 1 && length > 1) return [];
      if (getStatus(cable, position) === 'mute') return [];
      const difference = hundredths - (isComparedWithAllDepths ? subBinMedian(sensor) : rowMedian);
      return [{ cable, position, mean: hundredths, difference, isComparedWithAllDepths }];
    });
  });
}

function medianTemperature(sensors: readonly RowSensor[]): number {
  return median(sensors.map(({ hundredths }) => hundredths));
}

/** The sensors of earlier days, compared when they are first needed. */
class DayHistory {
  readonly #days: readonly DayMeans[];
  readonly #settings: AlertSettings;
  readonly #compared = new Map<string, ReadonlyMap<string, ComparedMean>>();

  constructor(days: readonly DayMeans[], settings: AlertSettings) {
    this.#days = days;
    this.#settings = settings;
  }

  /**
   * The sensor on the first day with a mean for it, starting `count` days ago; null if only today has one.
   */
  findSince(sensor: ComparedMean, count: number): ComparedMean | null {
    const today = this.#days.at(-1);
    if (today === undefined) return null;
    const from = Temporal.PlainDate.from(today.day).subtract({ days: count }).toString();
    for (const day of this.#days) {
      if (day.day < from || day.day >= today.day) continue;
      const found = this.#compare(day).get(toKey(sensor));
      if (found !== undefined) return found;
    }
    return null;
  }

  #compare(day: DayMeans): ReadonlyMap<string, ComparedMean> {
    let sensorsByKey = this.#compared.get(day.day);
    if (sensorsByKey === undefined) {
      const sensors = compareMeans(day, this.#settings);
      sensorsByKey = new Map(sensors.map((sensor) => [toKey(sensor), sensor]));
      this.#compared.set(day.day, sensorsByKey);
    }
    return sensorsByKey;
  }
}

/** The tracked state of a sensor after a day; null if it is not tracked. */
function trackSensor(
  known: WarmSensor | null,
  sensor: ComparedMean,
  limit: number,
  history: DayHistory,
): WarmSensor | null {
  const { cable, position, difference } = sensor;
  if (known !== null && isHotSpot(known)) {
    const remaining = Math.min(difference, difference - Math.round(known.before * 100));
    return remaining > limit - HOT_SPOT_HYSTERESIS * 100 ? known : null;
  }
  if (difference < limit) return null;
  const monthBefore = history.findSince(sensor, RISE_DAYS);
  const weekBefore = history.findSince(sensor, WARMING_DAYS);
  if (monthBefore === null || weekBefore === null) return null;
  if (difference - monthBefore.difference < limit || sensor.mean - weekBefore.mean < MIN_WARMING)
    return null;
  return { cable, position, days: (known?.days ?? 0) + 1, before: monthBefore.difference / 100 };
}

/** Whether grain was loaded on this day or one of the three days before it. */
export function isAfterLoad(
  { roseAt }: Pick<AlertMemory, 'roseAt'>,
  day: string,
  dayEnd: Millis,
  { loadedAt, timeZone }: Pick<AlertSettings, 'loadedAt' | 'timeZone'>,
): boolean {
  const first = Temporal.PlainDate.from(day).subtract({ days: DAYS_AFTER_LOAD }).toString();
  return [...loadedAt, ...(roseAt === null ? [] : [roseAt])].some(
    (at) => at < dayEnd && toLocalDay(at, timeZone) >= first,
  );
}

function toAlertSensor(sensor: ComparedMean): AlertSensor {
  const { cable, position, difference } = sensor;
  const value = Math.round(difference) / 100;
  if (!sensor.isComparedWithAllDepths) return { cable, position, value };
  return { cable, position, value, isComparedWithAllDepths: true };
}

function toKey({ cable, position }: SensorPlace): string {
  return `${cable}:${position}`;
}
