import { riskSwitches } from '@granary/contract/bins/settings';
import type { GrainRiskResponse } from '@granary/contract/insights/http';
import type { AlertRule, AlertSummary, SensorPlace } from '@granary/domain/alerts/alert';
import { isAfterLoad } from '@granary/domain/alerts/hot-spot';
import type { AlertSettings } from '@granary/domain/alerts/settings';
import { findCo2Risk, toRowSettings } from '@granary/domain/bins/conditions';
import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import {
  calculateIntervalFromTimes,
  getNoDataThreshold,
} from '@granary/domain/boards/report-interval';
import {
  assessCo2Risk,
  assessHumidity,
  assessStorageTime,
  assessWarming,
  type GrainRisk,
  riskSources,
  toUnassessedRisk,
} from '@granary/domain/insights/grain-risks';
import { type RiskReason, riskKinds } from '@granary/domain/insights/risk-reasons';
import { isEmpty } from '@granary/domain/insights/storage-time';
import type { DayMeans } from '@granary/domain/readings/day-means';
import type { Reading } from '@granary/domain/readings/reading';
import { depthFromTop } from '@granary/domain/readings/sensors';
import { DAY, type Millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import { type BinContext, toVisibleReading } from '../readings/bin-context.ts';
import { toConditionSettings } from '../readings/conditions.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findLatest } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import { findDayMeans, hasOutdatedMeans } from './day-means-store.ts';
import { findFirstRecentDay } from './evaluate-bin.ts';
import { loadAlertSettings } from './load-settings.ts';
import { findRiskMemory, type RiskMemory } from './memory-store.ts';
import { findOpenAlerts } from './open-alerts-store.ts';
import { countSensors, loadStorageTimes } from './storage-time.ts';

const WARMING_DAYS = 31;

/** The risks to the grain in a bin, according to its newest reading and its daily means. */
export async function loadGrainRisks(
  db: Db,
  bin: BinWithFill,
  now: Millis,
): Promise<GrainRiskResponse[]> {
  const { context } = bin;
  const [latest] = await findLatest(db, [context.bin.id]);
  if (!latest?.row) return listUnknownRisks(context, 'no-reading');
  const reading = toVisibleReading(context, fromReadingRow(latest.row));
  if (isEmpty(bin.getFillPercent(now, reading.scalars))) return listUnknownRisks(context, 'empty');
  const isOld =
    now - reading.at > Math.max(DAY, getNoDataThreshold(calculateIntervalFromTimes(latest.recent)));
  const settings = await loadAlertSettings(db, bin, reading, null);
  const today = toLocalDay(now, context.timeZone);
  const means = await findDayMeans(db, context.bin.id, today, WARMING_DAYS + 1);
  const days = means.filter(({ day }) => day < today);
  const rows = toRowSettings(toConditionSettings(context, reading, null), reading);
  const memory = await findRiskMemory(db, context.bin.id);
  const sensorCounts = countSensors(context, reading, memory.sensorCounts);
  const toDepth = ({ cable, position }: SensorPlace) =>
    depthFromTop(position, sensorCounts[cable - 1] ?? position, rows.flips[cable - 1] ?? false);
  const storage = await assessStorageTimeRisk(db, bin, {
    sensorCounts,
    storedTimes: memory.storageTimes,
    now,
  });
  const alerts = (await findOpenAlerts(db, [context.bin.id])).get(context.bin.id) ?? [];
  const findAlert = (rule: AlertRule) => alerts.find((alert) => alert.rule === rule) ?? null;
  const risks = isOld
    ? // The storage time used is known even without newer readings.
      riskKinds.map((kind) => (kind === storage.kind ? storage : toUnassessedRisk(kind, 'no-data')))
    : [
        assessHumidityRisk(bin, reading),
        assessCo2Risk(
          reading.scalars.co2,
          findCo2Risk(latest.conditions, reading),
          days,
          findAlert('co2-trend'),
        ),
        storage,
        assessWarmingRisk(bin, days, {
          settings,
          hotSpot: findAlert('hot-spot'),
          roseAt: memory.roseAt,
          isCalculating:
            memory.hotSpotsOutdated ||
            (await hasOutdatedMeans(db, context.bin.id, findFirstRecentDay(now))),
        }),
      ];
  return risks.map((risk) => serializeRisk(applySwitch(context, risk), toDepth));
}

function listUnknownRisks(context: BinContext, reason: RiskReason): GrainRiskResponse[] {
  const risks = riskKinds.map((kind) => applySwitch(context, toUnassessedRisk(kind, reason)));
  return risks.map((risk) => serializeRisk(risk, () => 0));
}

function applySwitch({ bin }: BinContext, risk: GrainRisk): GrainRisk {
  return bin[riskSwitches[risk.kind]] ? risk : toUnassessedRisk(risk.kind, 'off');
}

function assessHumidityRisk({ context, getFillPercent }: BinWithFill, reading: Reading): GrainRisk {
  const fill = getFillPercent(reading.at, reading.scalars);
  const rows = toRowSettings(toConditionSettings(context, reading, fill), reading);
  return assessHumidity(reading, rows, context.bin.crop);
}

async function assessStorageTimeRisk(
  db: Db,
  bin: BinWithFill,
  inputs: Parameters<typeof loadStorageTimes>[2],
): Promise<GrainRisk> {
  const { crop, storageTimeEnabled } = bin.context.bin;
  if (!storageTimeEnabled) return toUnassessedRisk('storage-time', 'off');
  const times = await loadStorageTimes(db, bin, inputs);
  return times === null
    ? toUnassessedRisk('storage-time', 'calculating')
    : assessStorageTime(times.ofAll, crop);
}

function assessWarmingRisk(
  { context }: BinWithFill,
  days: readonly DayMeans[],
  {
    settings,
    hotSpot,
    roseAt,
    isCalculating,
  }: Pick<RiskMemory, 'roseAt'> & {
    readonly settings: AlertSettings;
    readonly hotSpot: AlertSummary | null;
    /** Whether hot spots still have to be recalculated from the daily means of the last few weeks. */
    readonly isCalculating: boolean;
  },
): GrainRisk {
  if (hotSpot === null && isCalculating) return toUnassessedRisk('warming', 'calculating');
  const last = days.at(-1);
  if (hotSpot === null && last !== undefined) {
    const { to } = getLocalDayBounds(last.day, context.timeZone);
    if (isAfterLoad({ roseAt }, last.day, to, settings))
      return toUnassessedRisk('warming', 'after-load');
  }
  return assessWarming(days, settings, hotSpot);
}

function serializeRisk(
  { sensor, ...risk }: GrainRisk,
  toDepth: (sensor: SensorPlace) => number,
): GrainRiskResponse {
  return {
    ...risk,
    depth: sensor ? toDepth(sensor) : risk.depth,
    cable: sensor?.cable ?? null,
    position: sensor?.position ?? null,
    source: riskSources[risk.kind],
  };
}
