import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type * as accounts from './tables/accounts.ts';
import type * as alerts from './tables/alerts.ts';
import type { AuditEntriesTable } from './tables/audit.ts';
import type * as bins from './tables/bins.ts';
import type * as boards from './tables/boards.ts';
import type * as crops from './tables/crops.ts';
import type * as fans from './tables/fans.ts';
import type { FarmsTable } from './tables/farms.ts';
import type * as notifications from './tables/notifications.ts';
import type { OutboxMessagesTable } from './tables/outbox.ts';
import type { PlaceProvidersTable } from './tables/places.ts';
import type { RawFramesTable } from './tables/raw-data.ts';
import type * as readings from './tables/readings.ts';
import type { SecurityEventsTable } from './tables/security-events.ts';

/** The columns of every table; a test compares them with the migrated database. */
export interface Tables {
  users: accounts.UsersTable;
  sessions: accounts.SessionsTable;
  signInFailures: accounts.SignInFailuresTable;
  setupLinks: accounts.SetupLinksTable;
  invitations: accounts.InvitationsTable;
  recoveryCodes: accounts.RecoveryCodesTable;
  knownBrowsers: accounts.KnownBrowsersTable;
  twoFactorRoles: accounts.TwoFactorRolesTable;
  resetCodes: accounts.ResetCodesTable;
  resetRequests: accounts.ResetRequestsTable;
  devices: notifications.DevicesTable;
  notifications: notifications.NotificationsTable;
  auditEntries: AuditEntriesTable;
  farms: FarmsTable;
  mainBoards: boards.MainBoardsTable;
  boardRefusals: boards.BoardRefusalsTable;
  unknownBins: boards.UnknownBinsTable;
  bins: bins.BinsTable;
  cables: bins.CablesTable;
  cableConfigurations: bins.CableConfigurationsTable;
  sensorStatuses: bins.SensorStatusesTable;
  cropPeriods: crops.CropPeriodsTable;
  crops: crops.CropsTable;
  cropTables: crops.CropTablesTable;
  firmwares: boards.FirmwaresTable;
  binLoads: bins.BinLoadsTable;
  fanEvents: fans.FanEventsTable;
  fanCommands: fans.FanCommandsTable;
  readings: readings.ReadingsTable;
  latest: readings.LatestTable;
  days: readings.DaysTable;
  clockPairs: readings.ClockPairsTable;
  lastBatches: readings.LastBatchesTable;
  rawFrames: RawFramesTable;
  alertMarks: alerts.AlertMarksTable;
  alertMemories: alerts.AlertMemoriesTable;
  alerts: alerts.AlertsTable;
  alertEvents: alerts.AlertEventsTable;
  dayMeans: alerts.DayMeansTable;
  farmAlertMails: alerts.FarmAlertMailsTable;
  outboxMessages: OutboxMessagesTable;
  placeProviders: PlaceProvidersTable;
  securityEvents: SecurityEventsTable;
}

/** The database, or an open transaction of it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export type UserRow = Selectable<accounts.UsersTable>;
export type FarmRow = Selectable<FarmsTable>;
export type NewFarm = Insertable<FarmsTable>;
export type AlertRow = Selectable<alerts.AlertsTable>;
export type BinRow = Selectable<bins.BinsTable>;
export type BinLoadRow = Selectable<bins.BinLoadsTable>;
export type NewBin = Insertable<bins.BinsTable>;
export type FanCommandRow = Selectable<fans.FanCommandsTable>;
export type CableRow = Selectable<bins.CablesTable>;
export type ReadingRow = Selectable<readings.ReadingsTable>;
export type LatestRow = Selectable<readings.LatestTable>;
export type DayRow = Selectable<readings.DaysTable>;
