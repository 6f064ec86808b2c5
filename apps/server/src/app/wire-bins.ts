import type { CommandKind } from '@granary/domain/commands/instruction';
import { EMPTY_LEDGER } from '@granary/domain/inventory/ledger';
import type { Millis } from '@granary/domain/units';
import { findCustomers } from '../accounts/store.ts';
import { markMeansIncomplete } from '../alerts/day-means-store.ts';
import { markBin } from '../alerts/marks-store.ts';
import { findSensorCounts, lockMeans } from '../alerts/memory-store.ts';
import { findOpenAlerts } from '../alerts/open-alerts-store.ts';
import { deleteBins } from '../bins/deletion/delete-bins.ts';
import { findBin, findBinsOfFarm } from '../bins/deletion/store.ts';
import type { BinDetailSources } from '../bins/load-bin-details.ts';
import { binRoutes } from '../bins/routes.ts';
import { alertLimitRoutes } from '../bins/settings/limit-routes.ts';
import { binSettingsRoutes } from '../bins/settings/routes.ts';
import { findChartSettings, loadBin } from '../bins/store.ts';
import { findBoardProblems, findRefusals } from '../boards/problems-store.ts';
import { cableRoutes } from '../cables/routes.ts';
import { cancelConfigurations, findOpenAddressChange } from '../cables/store.ts';
import { findPeopleInBins } from '../commands/entry-store.ts';
import { findInstallationModeSince } from '../commands/installation-mode-store.ts';
import { requestCommand } from '../commands/request-store.ts';
import { stopFans } from '../commands/stop-fans.ts';
import { cancelCommands, findOpenSettingsKinds, hasOpenCommand } from '../commands/store.ts';
import { cropRoutes } from '../crops/routes.ts';
import type { GrainAverages } from '../fans/fan-runs.ts';
import { findLastFanEvents } from '../fans/last-report-store.ts';
import { fanRoutes } from '../fans/routes.ts';
import type { FarmDeletionPorts } from '../farms/delete-farm.ts';
import { farmRoutes } from '../farms/routes.ts';
import { isFirmwareAvailable } from '../firmware/store.ts';
import { markDaysOutdated } from '../ingest/recalculate-grain-store.ts';
import { rewriteDays } from '../ingest/rewrite-days.ts';
import {
  findLedgerHistories,
  findLedgerSteps,
  findLedgerTotals,
} from '../inventory/ledger-store.ts';
import { inventoryRoutes } from '../inventory/routes.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findDailyMaxima, findTrends } from '../readings/days/days-store.ts';
import { createFillHistory } from '../readings/fill-history.ts';
import { averageGrainAt } from '../readings/grain/average-grain.ts';
import { findLatest } from '../readings/readings-store.ts';
import { readingRoutes } from '../readings/routes.ts';
import { createLevelMeter } from '../readings/serialize-reading.ts';
import { searchRoutes } from '../search/routes.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import { isFanReportedOn } from './load-fan.ts';

/** Cancels the open commands of bins: those of one kind, or all of them and the cable changes. */
async function cancelPendingCommands(
  trx: Trx,
  binIds: readonly number[],
  kind: CommandKind | null = null,
): Promise<void> {
  await cancelCommands(trx, binIds, kind);
  if (kind === null) await cancelConfigurations(trx, binIds);
}

/** Stops the fans of a farm's bins and deletes the bins when the farm is deleted. */
const farmDeletion: Pick<FarmDeletionPorts, 'stopFansOfFarm' | 'deleteBinsOfFarm'> = {
  stopFansOfFarm: async (trx, farmId, changedBy) => {
    const ids = (await findBinsOfFarm(trx, farmId)).map(({ id }) => id);
    return stopFans(trx, ids, changedBy);
  },
  deleteBinsOfFarm: async (trx, farmId, changedBy) => {
    const bins = await findBinsOfFarm(trx, farmId);
    await deleteBins({ cancelCommands: cancelPendingCommands }, trx, bins, {
      changedBy,
      withFarm: true,
    });
  },
};

/** Marks a bin's days and means outdated, and the bin for evaluation, after its ledger changed. */
async function handleLedgerChange(trx: Trx, binId: number, from: Date): Promise<void> {
  // Waits for any calculation of means: it might have read the old ledger, and could cause a deadlock by
  // locking days in another order.
  await lockMeans(trx, binId);
  await markDaysOutdated(trx, binId, from);
  await markMeansIncomplete(trx, binId, from);
  await markBin(trx, binId);
}

/** Wires the routes of farms, bins, and everything that belongs to a bin. */
export function wireBins(
  { db, now }: Dependencies,
  { app, guard }: HttpServer,
  rebuildDays: () => void,
): void {
  const sources = createBinSources(db, now);
  farmRoutes(app, {
    db,
    guard,
    now,
    rebuildDays,
    ...farmDeletion,
  });
  const deletion = { cancelCommands: cancelPendingCommands, stopFans };
  binRoutes(app, {
    db,
    guard,
    now,
    rewriteDays,
    countSensorsByCable: findSensorCounts,
    ...deletion,
    sources: { ...sources, findCustomers: (scope) => findCustomers(db, scope) },
  });
  const settingsPorts = {
    db,
    guard,
    now,
    rewriteDays,
    isFirmwareAvailable,
    requestCommand,
    hasOpenCommand,
    findOpenAddressChange,
    findInstallationModeSince,
    ...deletion,
  };
  binSettingsRoutes(app, { ...settingsPorts, sources });
  alertLimitRoutes(app, settingsPorts);
  inventoryRoutes(app, {
    db,
    guard,
    now,
    binExists: async (trx, id) => Boolean(await findBin(trx, id)),
    ledgerChanged: handleLedgerChange,
    findLevelSensor: (id) => findLevelSensor(db, id),
  });
  cableRoutes(app, { db, guard, now, requestCommand, cancelCommands });
  wireFanHistory(db, now, { app, guard });
  cropRoutes(app, { db, guard, now });
  readingRoutes(app, {
    db,
    guard,
    now,
    loadBin: (id) => loadBin(db, id),
    findChartSettings: (id) => findChartSettings(db, id),
    findLedgerSteps: (id) => findLedgerSteps(db, id),
    findLedgerTotals: async (id, until) =>
      (await findLedgerTotals(db, [id], until)).get(id) ?? EMPTY_LEDGER,
  });
  searchRoutes(app, { db, guard, now });
}

function wireFanHistory(
  db: Db,
  now: Dependencies['now'],
  { app, guard }: Pick<HttpServer, 'app' | 'guard'>,
): void {
  fanRoutes(app, {
    db,
    guard,
    now,
    averageGrain: (...args) => averageBinGrain(db, ...args),
    isFanReportedOn: (id) => isFanReportedOn(db, id, now()),
  });
}

/** Creates the queries for the data from other features that is shown with bins. */
export function createBinSources(
  db: Dependencies['db'],
  now: Dependencies['now'],
): BinDetailSources {
  return {
    now,
    findLatest: (ids) => findLatest(db, ids),
    findLedgers: (ids) => findLedgerTotals(db, ids),
    findLedgerHistories: (ids) => findLedgerHistories(db, ids),
    findTrends: (ids, days) => findTrends(db, ids, days),
    findDailyMaxima: (ids, days) => findDailyMaxima(db, ids, days),
    findLastFanEvents: (ids) => findLastFanEvents(db, ids),
    findBoardProblems: (ids) => findBoardProblems(db, ids),
    findOpenAlerts: (ids) => findOpenAlerts(db, ids),
    findRefusals: (ids) => findRefusals(db, ids),
    findPeopleInBins: (ids) => findPeopleInBins(db, ids),
    findOpenSettingsKinds: (ids) => findOpenSettingsKinds(db, ids),
  };
}

/** Averages a bin's sensors under grain at the given times, using the fill level at each time. */
export async function averageBinGrain(
  db: Db,
  id: number,
  instants: readonly Millis[],
): Promise<readonly GrainAverages[]> {
  const context = instants.length === 0 ? null : await loadBin(db, id);
  if (context === null) return [];
  const isManual = context.bin.loadMethod === 'manual';
  const steps = isManual ? await findLedgerSteps(db, id) : [];
  return averageGrainAt(db, context, createFillHistory(context.bin, steps), instants);
}

async function findLevelSensor(db: Db, binId: number) {
  const settings = await findChartSettings(db, binId);
  return settings && createLevelMeter(settings);
}
