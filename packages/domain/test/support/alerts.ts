import type { AlertSettings } from '../../src/alerts/settings.ts';
import type { CableLayout } from '../../src/cables/cable-layout.ts';

/** Cables for tests: sensor 1 at the top, all in one sub-bin. */
export function createTestCables(count: number): CableLayout[] {
  return Array.from({ length: count }, (_, i) => ({
    cable: i + 1,
    cableId: i + 1,
    subBin: 1,
    flip: false,
  }));
}

/** Alert settings for tests: no limits unless given, and eight cables. */
export function createTestAlertSettings(overrides: Partial<AlertSettings> = {}): AlertSettings {
  return {
    temperature: null,
    co2: null,
    isCo2RiskEnabled: true,
    isStorageTimeEnabled: true,
    difference: null,
    noDataHours: null,
    minLevel: null,
    maxLevel: null,
    hasBattery: false,
    cables: createTestCables(8),
    getStatus: () => 'unmute',
    loadedAt: [],
    isLevelMeasured: true,
    unloads: [],
    plenum: { plenumSensorAttached: false, fanOnSpeed: null, fanOffSpeed: null },
    timeZone: 'UTC',
    ...overrides,
  };
}
