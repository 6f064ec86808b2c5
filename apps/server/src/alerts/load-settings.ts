import type { AlertMemory } from '@granary/domain/alerts/memory';
import type { AlertSettings } from '@granary/domain/alerts/settings';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import { getSensorStatus } from '../readings/bin-context.ts';
import { toConditionSettings } from '../readings/conditions.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findMovements } from './day-means-store.ts';

/**
 * The first evaluation of a bin starts at the beginning of the day that was this long before its newest
 * reading.
 */
export const FIRST_LOOK_BACK = 2 * DAY;
/** How long a ledger entry affects alerts, ms. */
const LEDGER_PERIOD = 10 * DAY;

/** The settings that the alerts of a bin depend on, with as much of its ledger as `memory` needs. */
export async function loadAlertSettings(
  db: Db,
  { context }: BinWithFill,
  newestReading: Reading | null,
  memory: Pick<AlertMemory, 'entryUnload'> | null,
): Promise<AlertSettings> {
  const { bin } = context;
  const recentStart = (newestReading?.at ?? 0) - FIRST_LOOK_BACK - LEDGER_PERIOD;
  const since = Math.min(recentStart, memory?.entryUnload?.from ?? recentStart);
  const movements = await findMovements(db, bin.id, new Date(since));
  const isLevelMeasured = bin.loadMethod !== 'manual';
  const size = isLevelMeasured ? bin.size : null;
  return {
    temperature: toLimit(bin.temperatureAlertEnabled, bin.temperatureAlertC),
    co2: toLimit(bin.co2AlertEnabled, bin.co2Alert),
    isCo2RiskEnabled: bin.co2RiskEnabled,
    isStorageTimeEnabled: bin.storageTimeEnabled,
    // 0 is treated as not set, because it would make most sensors hot.
    difference: toLimit(bin.differenceAlertEnabled, bin.differenceAlertC) || null,
    noDataHours: toLimit(bin.silenceAlertEnabled, bin.silenceAlertHours),
    minLevel: toLimit(bin.minLevelAlertEnabled, bin.minLevelAlert),
    maxLevel: toLimit(bin.maxLevelAlertEnabled, bin.maxLevelAlert),
    hasBattery: bin.batteryAttached,
    cables: toConditionSettings(context, newestReading, null).cables,
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    loadedAt: movements.flatMap(({ type, at }) => (type === 'load' ? [millis(at.getTime())] : [])),
    isLevelMeasured,
    // A size of 0 means not set.
    unloads: movements.flatMap(({ type, at, volume }) =>
      type === 'unload' && size
        ? [{ at: millis(at.getTime()), percent: (volume / size) * 100 }]
        : [],
    ),
    plenum: {
      plenumSensorAttached: bin.plenumSensorAttached,
      fanOnSpeed: bin.fanOnSpeed,
      fanOffSpeed: bin.fanOffSpeed,
    },
    timeZone: context.timeZone,
  };
}

function toLimit(isEnabled: boolean, limit: number | null): number | null {
  return isEnabled ? limit : null;
}
