import type { BinState, Finding } from '@granary/domain/bins/state';
import type { CableChange } from '@granary/domain/cables/commands';
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DefaultNow, WithDefault } from './columns.ts';

export interface BinsTable {
  id: GeneratedAlways<number>;
  farmId: number;
  mainBoardId: string;
  binNumber: number;
  name: string;
  crop: string | null;
  cropUnit: WithDefault<'bushels' | 'tonnes'>;
  size: number | null;
  lat: number | null;
  lng: number | null;
  temperatureUnit: WithDefault<'c' | 'f'>;
  showsHumidity: WithDefault<boolean>;
  batteryAttached: WithDefault<boolean>;
  frequency: WithDefault<number>;
  radioGroup: WithDefault<number>;
  boardType: WithDefault<'main' | 'remote'>;
  firmwareName: WithDefault<'sleep' | 'realtime' | 'portable'>;
  firmwareVersion: WithDefault<string>;
  firmwareMode: WithDefault<boolean>;
  installationMode: WithDefault<boolean>;
  loadMethod: WithDefault<'manual' | 'siloscan pro' | 'siloscan max' | 'pressure cable'>;
  levelSensorEmptyMm: number | null;
  deadZoneMm: number | null;
  pressureY1: number | null;
  pressureY2: number | null;
  fanAttached: WithDefault<boolean>;
  fanMode: WithDefault<'manual' | 'automatic' | 'scheduled'>;
  fanOnThreshold: number | null;
  fanOffThreshold: number | null;
  minAmbientTemperature: number | null;
  minAmbientMoisture: number | null;
  maxAmbientMoisture: number | null;
  plenumSensorAttached: WithDefault<boolean>;
  fanOnSpeed: number | null;
  fanOffSpeed: number | null;
  /** The power of the fan, kW. */
  fanKw: number | null;
  version: WithDefault<number>;
  searchText: GeneratedAlways<string>;
  createdAt: DefaultNow;
  deletedAt: Date | null;
  /** Whether the bin was deleted with its farm; restoring the farm restores it. */
  deletedWithFarm: WithDefault<boolean>;
  /** The id printed on the sensor. */
  label: WithDefault<string>;
  /** The settings requested from the board; null when none is waiting for confirmation. */
  wantedFrequency: number | null;
  wantedRadioGroup: number | null;
  /** The mode requested from the board and not confirmed yet; null if none. */
  wantedInstallationMode: boolean | null;
  radarHeightWanted: WithDefault<boolean>;
  temperatureAlertEnabled: WithDefault<boolean>;
  temperatureAlertC: number | null;
  co2AlertEnabled: WithDefault<boolean>;
  co2Alert: number | null;
  differenceAlertEnabled: WithDefault<boolean>;
  differenceAlertC: WithDefault<number | null>;
  silenceAlertEnabled: WithDefault<boolean>;
  silenceAlertHours: WithDefault<number | null>;
  minLevelAlertEnabled: WithDefault<boolean>;
  minLevelAlert: WithDefault<number | null>;
  maxLevelAlertEnabled: WithDefault<boolean>;
  maxLevelAlert: WithDefault<number | null>;
  humidityRiskEnabled: WithDefault<boolean>;
  co2RiskEnabled: WithDefault<boolean>;
  storageTimeEnabled: WithDefault<boolean>;
  warmingRiskEnabled: WithDefault<boolean>;
  /** Numbers of the cables that users removed; what the board reports for them is ignored. */
  removedCables: WithDefault<number[]>;
}

export interface CablesTable {
  binId: number;
  cable: number;
  name: WithDefault<string>;
  cableId: number;
  subBin: WithDefault<number>;
  flip: WithDefault<boolean>;
  crop: string | null;
}

export interface CableConfigurationsTable {
  id: GeneratedAlways<number>;
  binId: number;
  /** The messages to the board, in sending order. */
  commands: string[];
  status: WithDefault<'pending' | 'in_progress' | 'completed' | 'failed'>;
  createdAt: Date;
  releasedAt: Date | null;
  /** When the board confirmed the first command. */
  receivedAt: Date | null;
  /** Null in changes stored before boards received commands. */
  change: ColumnType<CableChange | null, string | undefined, never>;
  /** The newest command of the change; null in changes stored before boards received commands. */
  commandId: string | null;
  /** The message from the board after a failure. */
  message: WithDefault<string>;
}

export interface SensorStatusesTable {
  binId: number;
  cable: number;
  position: number;
  status: 'mute' | 'disable';
}

interface LoadColumns {
  binId: number;
  type: 'load' | 'unload';
  at: Date;
  volume: number;
  moisture: number | null;
  protein: number | null;
}

export interface BinLoadsTable extends LoadColumns {
  id: GeneratedAlways<number>;
  version: WithDefault<number>;
}

/** A deleted ledger entry that can be restored. */
export interface DeletedBinLoadsTable extends LoadColumns {
  id: number;
  version: number;
  deletedAt: Date;
}

/**
 * The state of a bin at its last evaluation, and the state that it will change to at `changesAt` if no
 * reading arrives.
 */
export interface BinStatesTable {
  binId: number;
  state: BinState;
  /** The sort key of the worst finding; null without findings. */
  severity: number[] | null;
  worst: JSONColumnType<StoredWorstFinding> | null;
  /** Null if the passing of time changes nothing. */
  changesAt: Date | null;
  nextState: BinState | null;
  nextSeverity: number[] | null;
  nextWorst: JSONColumnType<StoredWorstFinding> | null;
}

/** The worst finding about a bin. */
export interface StoredWorstFinding {
  readonly finding: Finding;
  /** The named cables that the finding is about. */
  readonly cables: readonly { readonly cable: number; readonly name: string }[];
  /** Set for a hot spot; see the contract. */
  readonly hotSince: {
    readonly cable: number;
    readonly day: string;
    readonly ratePerDay: number | null;
  } | null;
}
