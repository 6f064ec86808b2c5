import type { BinConditions } from '@granary/domain/bins/conditions';
import type { DailyScalarName, ScalarName } from '@granary/domain/readings/scalars';
import type { ColumnType, Generated } from 'kysely';

export type ScalarColumns = Record<ScalarName, number | null>;

export interface ReadingsTable extends ScalarColumns {
  at: Date;
  binId: number;
  flags: number;
  cables: Buffer;
  temperatures: Int16Array;
  humidities: Int16Array;
}

export interface LatestTable extends ScalarColumns {
  binId: number;
  at: Date | null;
  /** The times of recent readings, ms, newest first; `pg` returns `bigint` as text. */
  recent: ColumnType<string[], number[] | undefined, number[]>;
  flags: number | null;
  cables: Buffer | null;
  /** The time zone of the bin's days; when it differs from the farm's, they must be rebuilt. */
  daysZone: string | null;
  /** Null if nothing is being tracked. */
  conditions: BinConditions | null;
  /** The settings that `conditions` and the days' grain values depend on; see settings-digest.ts. */
  settingsDigest: string | null;
}

export interface DaysTable extends Pick<ScalarColumns, DailyScalarName> {
  binId: number;
  /** `YYYY-MM-DD` */
  day: string;
  readings: number;
  firstAt: Date;
  lastAt: Date;
  averageHumidity: number | null;
  /** A sequence of big-endian `smallint`s. */
  cableExtremes: Buffer;
  /** The extremes of the sensors under grain, in the same layout; null until they have been calculated. */
  grainExtremes: Buffer | null;
  grainAverageHumidity: number | null;
  lengths: Buffer;
  /** The extremes of each sensor, in the layout of `packSensorExtremes`. */
  sensorExtremes: Buffer;
}

export interface ClockPairsTable {
  binId: number;
  sentAt: Date;
  storedAt: Date;
}

/** The last batch of frames that each server committed. */
export interface LastBatchesTable {
  writer: string;
  batch: string;
  at: Generated<Date>;
}
