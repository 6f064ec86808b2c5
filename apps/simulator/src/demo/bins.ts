import type { DemoAlerts, DemoBin, DemoCable, DemoFan, DemoLoad } from './farm.ts';

/** Identical cables with consecutive bus addresses from `firstId`, except for `changes`. */
export function cables(
  count: number,
  sensorCount: number,
  firstId: number,
  changes: (cable: number) => Partial<DemoCable> = () => ({}),
): DemoCable[] {
  return Array.from({ length: count }, (_, i) => ({
    name: '',
    cableId: firstId + i,
    sensorCount,
    subBin: 1,
    flip: false,
    crop: null,
    missingPositions: [],
    ...changes(i + 1),
  }));
}

export const defaultAlerts: DemoAlerts = {
  temperature: null,
  co2: null,
  temperatureDifference: 5,
  noDataHours: 7,
  minLevel: null,
  maxLevel: null,
};

export const manualFan: DemoFan = {
  mode: 'manual',
  onThreshold: null,
  offThreshold: null,
  minAmbientTemperature: null,
  minAmbientMoisture: null,
  maxAmbientMoisture: null,
  onSpeed: 2,
  offSpeed: 0.5,
  powerKw: 7.5,
  slot: null,
};

export const automaticFan: DemoFan = {
  ...manualFan,
  mode: 'automatic',
  powerKw: 11,
  onThreshold: 15,
  offThreshold: 10,
  minAmbientTemperature: -5,
  minAmbientMoisture: 10,
  maxAmbientMoisture: 14,
};

type RequiredField = 'binNumber' | 'name' | 'crop' | 'size' | 'lat' | 'lng' | 'loads' | 'cables';

/** A bin with a manual fan and a plenum sensor, except for the given fields. */
export function bin(fields: Pick<DemoBin, RequiredField> & Partial<DemoBin>): DemoBin {
  return {
    temperatureUnit: 'c',
    showsHumidity: false,
    batteryAttached: false,
    loadMethod: 'manual',
    levelSensorEmptyMm: null,
    deadZoneMm: null,
    pressureCables: null,
    co2Attached: true,
    fan: manualFan,
    plenumSensorAttached: true,
    ambientSensorAttached: false,
    alerts: defaultAlerts,
    sensorStatuses: [],
    scenario: 'healthy',
    ...fields,
  };
}

export function load(
  daysAgo: number,
  bushels: number,
  moisture: number,
  protein?: number,
): DemoLoad {
  return { daysAgo, type: 'load', bushels, moisture, protein: protein ?? null };
}

export function unload(daysAgo: number, bushels: number, moisture: number): DemoLoad {
  return { daysAgo, type: 'unload', bushels, moisture, protein: null };
}
