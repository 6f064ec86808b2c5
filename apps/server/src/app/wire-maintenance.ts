import { DAY } from '@granary/domain/units';
import { deleteExpiredCredentials, purgeUsers } from '../accounts/purge-store.ts';
import { markAllMeansOutdated } from '../alerts/day-means-store.ts';
import { markBin } from '../alerts/marks-store.ts';
import { lockMeans } from '../alerts/memory-store.ts';
import { RESTORE_PERIOD } from '../bins/deletion/delete-bins.ts';
import { purgeBins } from '../bins/deletion/store.ts';
import { deleteOldProblems } from '../boards/problems-store.ts';
import { purgeFarms } from '../farms/store.ts';
import { purgeFirmwareFiles } from '../firmware/store.ts';
import { deleteOldAdjustments } from '../ingest/adjusted-timestamps-store.ts';
import { deleteOldMarkers } from '../ingest/commit-marker.ts';
import { rebuildAllDays } from '../ingest/rebuild-days.ts';
import { recalculateGrain } from '../ingest/recalculate-grain.ts';
import { purgeLoads } from '../inventory/store.ts';
import { MaintenanceJobs } from '../maintenance/maintenance-jobs.ts';
import { deleteOldSentSms } from '../notifications/sms-store.ts';
import { deleteOldMessages } from '../outbox/outbox-store.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import { deleteOldMails } from '../platform/mail/file-mail-transport.ts';
import { dropOldRawFrames } from '../raw-data/store.ts';
import { deleteOldSecurityEvents } from '../security-events/store.ts';
import { deleteOldServerAlerts } from '../server-health/store.ts';
import type { Dependencies } from './dependencies.ts';
import { loadBinWithFill } from './load-bin-with-fill.ts';
import type { PartitionedTables } from './wire-ingest.ts';
import { getMailFolder } from './wire-outbox.ts';

/** Background jobs that maintain stored data. */
export interface Maintenance {
  readonly jobs: MaintenanceJobs;
  /** Purges deleted data that can no longer be restored. */
  readonly purge: BackgroundJob;
  /** Rebuilds the days of bins whose farm's time zone changed. */
  readonly rebuild: BackgroundJob;
  /** Recalculates the values of sensors under grain that a change has made outdated. */
  readonly recalculate: BackgroundJob;
  stop(): Promise<void>;
}

export function wireMaintenance(
  dependencies: Dependencies,
  tables: PartitionedTables,
): Maintenance {
  const { db, now, failed, config } = dependencies;
  const rebuild = new BackgroundJob(
    (signal) =>
      rebuildAllDays(
        { db, loadBin: loadBinWithFill, lockMeans, markAllMeansOutdated, failed },
        signal,
      ),
    failed,
  );
  const recalculate = new BackgroundJob(
    (signal) => recalculateGrain({ db, loadBin: loadBinWithFill, markBin, failed }, signal),
    failed,
  );
  const purge = new BackgroundJob(async (signal) => {
    const cutoff = new Date(now() - RESTORE_PERIOD);
    await purgeBins(db, cutoff, signal);
    await purgeFarms(db, cutoff);
    await purgeUsers(db, cutoff, signal);
    await purgeFirmwareFiles(db, cutoff);
    await purgeLoads(db, cutoff);
  }, failed);
  const jobs = createMaintenanceJobs({
    db,
    rawDays: config.rawDays,
    ...tables,
    now,
    failed,
    startBackgroundWork: () => {
      void purge.run();
      void rebuild.run();
      void recalculate.run();
      deleteOldMails(getMailFolder(config), now()).catch(failed);
    },
  });
  return {
    jobs,
    purge,
    rebuild,
    recalculate,
    stop: async () => {
      jobs.stop();
      await Promise.all([purge.stop(), rebuild.stop(), recalculate.stop()]);
    },
  };
}

type JobDependencies = Pick<Dependencies, 'db' | 'now' | 'failed'> &
  PartitionedTables & {
    /** The number of days that raw frames are stored. */
    readonly rawDays: number;
    startBackgroundWork(): void;
  };

/** Partitions are created this far ahead, so that no batch waits for a partition. */
const PARTITIONS_AHEAD = 2 * DAY;

/**
 * Creates the hourly jobs: partitions come first, so that a failed cleanup does not prevent their creation.
 */
export function createMaintenanceJobs(dependencies: JobDependencies): MaintenanceJobs {
  const { db, rawDays, readings, rawFrames, now, failed, startBackgroundWork } = dependencies;
  return new MaintenanceJobs({
    now,
    failed,
    jobs: [
      (at) => readings.ensure([at, at + PARTITIONS_AHEAD]),
      (at) => rawFrames.ensure([at, at + DAY, at + PARTITIONS_AHEAD]),
      (at) => deleteExpiredCredentials(db, at),
      (at) => deleteOldMessages(db, at),
      (at) => deleteOldSentSms(db, at),
      (at) => deleteOldSecurityEvents(db, at),
      (at) => deleteOldProblems(db, at),
      (at) => deleteOldServerAlerts(db, at),
      (at) => deleteOldMarkers(db, at),
      (at) => deleteOldAdjustments(db, at),
      startBackgroundWork,
      async (at) => {
        const droppedPartitions = await dropOldRawFrames(db, rawDays, at);
        if (droppedPartitions.length > 0) rawFrames.forget();
      },
    ],
  });
}
