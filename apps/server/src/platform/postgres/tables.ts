import type { Role } from '@granary/domain/access/access';
import type { MoistureTable } from '@granary/domain/moisture/table';
import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';

type DefaultNow = ColumnType<Date, Date | undefined, Date>;
type WithDefault<T> = ColumnType<T, T | undefined, T>;

export interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  passwordHash: string;
  role: Role;
  distributorId: number | null;
  firstName: WithDefault<string>;
  lastName: WithDefault<string>;
  phone: WithDefault<string>;
  city: WithDefault<string>;
  state: WithDefault<string>;
  country: WithDefault<string>;
  timezone: WithDefault<string>;
  language: WithDefault<string>;
  isDemo: WithDefault<boolean>;
  searchText: GeneratedAlways<string>;
  createdAt: DefaultNow;
  deletedAt: Date | null;
  version: WithDefault<number>;
  adminNotes: WithDefault<string>;
  notesVersion: WithDefault<number>;
  notifies: WithDefault<boolean>;
  notifiesByPush: WithDefault<boolean>;
  notifiesBySms: WithDefault<boolean>;
  notifiesByEmail: WithDefault<boolean>;
}

export interface SessionsTable {
  id: string;
  userId: number;
  createdAt: DefaultNow;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Until then its holder counts as having just typed their password. */
  verifiedUntil: Date | null;
}

export interface SignInFailuresTable {
  accountHash: Buffer;
  address: string;
  at: DefaultNow;
}

export interface SetupLinksTable {
  tokenHash: Buffer;
  expiresAt: Date;
}

export interface ResetCodesTable {
  userId: number;
  codeHash: Buffer;
  expiresAt: Date;
  tries: WithDefault<number>;
}

export interface ResetRequestsTable {
  id: GeneratedAlways<number>;
  accountHash: Buffer;
  address: string;
  at: Date;
}

export interface DevicesTable {
  token: string;
  userId: number;
  sessionId: string | null;
  deviceType: string;
  notifies: boolean;
  notifiesByPush: boolean;
  registeredAt: Date;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  userId: number;
  title: string;
  body: string;
  /** A path of this product. */
  target: string;
  at: Date;
  readAt: Date | null;
}

/** A field of a thing, as the wire shows it, before and after a change. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditEntriesTable {
  id: GeneratedAlways<number>;
  at: Date;
  actorId: number | null;
  actorName: string;
  address: string;
  act: 'added' | 'changed' | 'deleted' | 'restored' | 'password-reset';
  subject: 'user' | 'farm' | 'bin' | 'board' | 'settings' | 'crop' | 'firmware';
  subjectId: string;
  subjectName: string;
  ownerId: number | null;
  /** The version of the subject since this change, where it counts versions. */
  version: number | null;
  changes: ColumnType<FieldChange[], string, string>;
}

export interface FarmsTable {
  id: GeneratedAlways<number>;
  ownerId: number;
  name: string;
  city: WithDefault<string>;
  state: WithDefault<string>;
  country: WithDefault<string>;
  lat: number | null;
  lng: number | null;
  timezone: WithDefault<string>;
  ambientSensorAttached: WithDefault<boolean>;
  ambientBinId: number | null;
  version: WithDefault<number>;
  searchText: GeneratedAlways<string>;
  createdAt: DefaultNow;
  deletedAt: Date | null;
}

export interface MainBoardsTable {
  id: string;
  farmId: number;
  keyHash: Buffer | null;
  importUntil: Date | null;
  boardType: string | null;
  firmwareName: string | null;
  firmwareVersion: string | null;
  helloAt: Date | null;
}

export interface BinsTable {
  id: GeneratedAlways<number>;
  farmId: number;
  mainBoardId: string;
  binNumber: number;
  name: string;
  crop: string | null;
  cropUnit: WithDefault<string>;
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
  version: WithDefault<number>;
  searchText: GeneratedAlways<string>;
  createdAt: DefaultNow;
  deletedAt: Date | null;
  /** Deleted along with its farm, and to come back with it. */
  deletedWithFarm: WithDefault<boolean>;
  /** The id that stands on the sensor itself. */
  label: WithDefault<string>;
  /** What its board is to be set to; null where nothing waits for it to confirm. */
  wantedFrequency: number | null;
  wantedRadioGroup: number | null;
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
  /** The texts for the board, in the order they are to be sent. */
  commands: string[];
  status: WithDefault<'pending' | 'in_progress' | 'completed' | 'failed'>;
  createdAt: Date;
  releasedAt: Date | null;
  receivedAt: Date | null;
}

export interface SensorStatusesTable {
  binId: number;
  cable: number;
  position: number;
  status: 'mute' | 'disable';
}

export interface CropPeriodsTable {
  binId: number;
  cable: number;
  fromAt: Date;
  crop: string | null;
  moistureSource: string | null;
}

export interface CropsTable {
  id: GeneratedAlways<number>;
  name: string;
  createdAt: Date;
  deletedAt: Date | null;
}

export interface CropTablesTable {
  id: GeneratedAlways<number>;
  cropId: number;
  addedAt: Date;
  chart: ColumnType<MoistureTable, string, string>;
}

export interface FirmwaresTable {
  id: GeneratedAlways<number>;
  name: string;
  version: string;
  kind: 'realtime' | 'sleep';
  addedAt: Date;
  deletedAt: Date | null;
  checksum: Buffer;
  content: Buffer;
}

export interface BinLoadsTable {
  id: GeneratedAlways<number>;
  binId: number;
  type: 'load' | 'unload';
  at: Date;
  volume: number;
  moisture: number | null;
  protein: number | null;
  version: WithDefault<number>;
}

export interface FanEventsTable {
  binId: number;
  sentAt: Date;
  at: Date;
  isOn: boolean;
  commandId: string | null;
  lockout: WithDefault<boolean>;
}

export interface FanCommandsTable {
  id: string;
  mainBoardId: string;
  binId: number;
  command: string;
  status: WithDefault<
    | 'queued'
    | 'released'
    | 'confirmed'
    | 'proven'
    | 'expired'
    | 'superseded'
    | 'failed'
    | 'cancelled'
  >;
  createdAt: DefaultNow;
  releasedAt: Date | null;
}

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
  cableExtremes: Int16Array;
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

export interface RawFramesTable {
  id: Generated<string>;
  receivedAt: Date;
  bytes: number;
  binNumber: number | null;
  dictionary: number;
  mainBoardId: string;
  topic: string;
  reason: string | null;
  body: Buffer;
}

/** The columns of every table, by hand; a test holds them beside the real database. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  signInFailures: SignInFailuresTable;
  setupLinks: SetupLinksTable;
  resetCodes: ResetCodesTable;
  resetRequests: ResetRequestsTable;
  devices: DevicesTable;
  notifications: NotificationsTable;
  auditEntries: AuditEntriesTable;
  farms: FarmsTable;
  mainBoards: MainBoardsTable;
  bins: BinsTable;
  cables: CablesTable;
  cableConfigurations: CableConfigurationsTable;
  sensorStatuses: SensorStatusesTable;
  cropPeriods: CropPeriodsTable;
  crops: CropsTable;
  cropTables: CropTablesTable;
  firmwares: FirmwaresTable;
  binLoads: BinLoadsTable;
  fanEvents: FanEventsTable;
  fanCommands: FanCommandsTable;
  readings: ReadingsTable;
  latest: LatestTable;
  days: DaysTable;
  clockPairs: ClockPairsTable;
  rawFrames: RawFramesTable;
}

export type UserRow = Selectable<UsersTable>;
export type FarmRow = Selectable<FarmsTable>;
export type NewFarm = Insertable<FarmsTable>;
export type BinRow = Selectable<BinsTable>;
export type BinLoadRow = Selectable<BinLoadsTable>;
export type NewBin = Insertable<BinsTable>;
export type FanCommandRow = Selectable<FanCommandsTable>;
export type CableRow = Selectable<CablesTable>;
export type ReadingRow = Selectable<ReadingsTable>;
export type LatestRow = Selectable<LatestTable>;
export type DayRow = Selectable<DaysTable>;
