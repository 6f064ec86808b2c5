import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type {
  ResetCodesTable,
  ResetRequestsTable,
  SessionsTable,
  SetupLinksTable,
  SignInFailuresTable,
  UsersTable,
} from './tables/accounts.ts';
import type { AuditEntriesTable } from './tables/audit.ts';
import type {
  BinLoadsTable,
  BinsTable,
  CableConfigurationsTable,
  CablesTable,
  SensorStatusesTable,
} from './tables/bins.ts';
import type { FirmwaresTable, MainBoardsTable } from './tables/boards.ts';
import type { CropPeriodsTable, CropsTable, CropTablesTable } from './tables/crops.ts';
import type { FanCommandsTable, FanEventsTable } from './tables/fans.ts';
import type { FarmsTable } from './tables/farms.ts';
import type { DevicesTable, NotificationsTable } from './tables/notifications.ts';
import type { RawFramesTable } from './tables/raw-data.ts';
import type {
  ClockPairsTable,
  DaysTable,
  LastBatchesTable,
  LatestTable,
  ReadingsTable,
} from './tables/readings.ts';

/** The columns of every table; a test compares them with the migrated database. */
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
  lastBatches: LastBatchesTable;
  rawFrames: RawFramesTable;
}

/** The database, or an open transaction of it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

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
