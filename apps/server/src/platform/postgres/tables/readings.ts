import type { ColumnType, Generated } from 'kysely';

interface ScalarColumns {
  levelMm: number | null;
  co2: number | null;
  windSpeed: number | null;
  windPressure: number | null;
  windSpeedPlenum2: number | null;
  windPressurePlenum2: number | null;
  windTemperature: number | null;
  battery: number | null;
  ambientTemperature: number | null;
  ambientHumidity: number | null;
  pressureX1: number | null;
  pressureX2: number | null;
}

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
  /** Instants in ms, newest first; PostgreSQL's `bigint` comes as text. */
  recent: ColumnType<string[], number[] | undefined, number[]>;
  flags: number | null;
  cables: Buffer | null;
  /** The zone that the bin's days are cut in; where it is not the farm's, they are to be rebuilt. */
  daysZone: string | null;
}

export interface DaysTable
  extends Omit<
    ScalarColumns,
    'windSpeedPlenum2' | 'windPressurePlenum2' | 'pressureX1' | 'pressureX2'
  > {
  binId: number;
  /** `YYYY-MM-DD` */
  day: string;
  readings: number;
  firstAt: Date;
  lastAt: Date;
  averageHumidity: number | null;
  /** `smallint` after `smallint`, two bytes each. */
  cableExtremes: Buffer;
  lengths: Buffer;
  tempMin: Int16Array;
  tempMax: Int16Array;
  humMin: Int16Array;
  humMax: Int16Array;
  moistMin: Int16Array;
  moistMax: Int16Array;
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
