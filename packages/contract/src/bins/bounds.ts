import { MAX_BIN_NUMBER } from '@granary/domain/boards/options';

/** The range of a setting. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The ranges of a bin's numeric settings, by their names in code; °C, %, ppm, hours, mm, kW. */
export const bounds = {
  size: { min: 1, max: 1_000_000_000 },
  frequency: { min: 30, max: 70 },
  radioGroup: { min: 1, max: 10 },
  binNumber: { min: 1, max: MAX_BIN_NUMBER },
  temperatureAlertC: { min: -50, max: 85 },
  co2Alert: { min: 0, max: 50_000 },
  differenceAlertC: { min: 0.1, max: 100 },
  silenceAlertHours: { min: 1, max: 8_760 },
  minLevelAlert: { min: 0, max: 100 },
  maxLevelAlert: { min: 0, max: 100 },
  levelSensorEmptyMm: { min: 0, max: 100_000 },
  deadZoneMm: { min: 0, max: 100_000 },
  pressureY1: { min: 0, max: 64 },
  pressureY2: { min: 0, max: 64 },
  fanOnThreshold: { min: -50, max: 85 },
  fanOffThreshold: { min: -50, max: 85 },
  minAmbientTemperature: { min: -60, max: 85 },
  minAmbientMoisture: { min: 0, max: 100 },
  maxAmbientMoisture: { min: 0, max: 100 },
  fanOnSpeed: { min: 0, max: 100 },
  fanOffSpeed: { min: 0, max: 100 },
  fanKw: { min: 0.1, max: 500 },
  subBin: { min: 1, max: 8 },
  cableId: { min: -1, max: 254 },
} as const satisfies Record<string, Bounds>;

export type BoundedField = keyof typeof bounds;
