import type { CableLayout } from '../cables/cable-layout.ts';
import type { PlenumSettings } from '../fans/airflow.ts';
import type { GetStatus } from '../readings/sensors.ts';
import type { Millis } from '../units.ts';

/** What the alerts of a bin depend on besides its readings. A limit is null if its rule is off. */
export interface AlertSettings {
  /** °C */
  readonly temperature: number | null;
  /** The limit that the user set, ppm. */
  readonly co2: number | null;
  /** Whether a CO2 level or trend that indicates a risk raises an alert. */
  readonly isCo2RiskEnabled: boolean;
  /** Whether the storage time used raises an alert. */
  readonly isStorageTimeEnabled: boolean;
  /** How much warmer a hot spot is than the other sensors at its depth, °C, more than 0. */
  readonly difference: number | null;
  readonly noDataHours: number | null;
  /** Fill, %. */
  readonly minLevel: number | null;
  /** Fill, %. */
  readonly maxLevel: number | null;
  readonly hasBattery: boolean;
  /** The cables of the bin, except removed ones; sensors of removed cables are treated as disabled. */
  readonly cables: readonly CableLayout[];
  readonly getStatus: GetStatus;
  /** When grain was put into the bin, according to its ledger, in any order. */
  readonly loadedAt: readonly Millis[];
  /** Whether a sensor measures the level; otherwise it depends on the ledger. */
  readonly isLevelMeasured: boolean;
  /**
   * What was taken out of the bin according to its ledger, points of the fill level, in any order; none if
   * its level is not measured or its size is not known.
   */
  readonly unloads: readonly { readonly at: Millis; readonly percent: number }[];
  readonly plenum: PlenumSettings;
  /** The farm's IANA time zone, whose days the daily means use. */
  readonly timeZone: string;
}

/** The status of each sensor; those of removed cables are disabled. */
export function toSensorStatus({
  cables,
  getStatus,
}: Pick<AlertSettings, 'cables' | 'getStatus'>): GetStatus {
  const numbers = new Set(cables.map(({ cable }) => cable));
  return (cable, position) => (numbers.has(cable) ? getStatus(cable, position) : 'disable');
}
