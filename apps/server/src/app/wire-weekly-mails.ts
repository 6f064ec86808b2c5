import { sumRunTime } from '@granary/domain/fans/fan-runs';
import { MINUTE, SECOND } from '@granary/domain/units';
import { type WeeklyMailPorts, writeWeeklyMails } from '../alerts/write-weekly-mails.ts';
import { findBinStates } from '../bins/severity/bin-states-store.ts';
import { findFanRuns } from '../fans/runs-store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Dependencies } from './dependencies.ts';
import { isFanReportedOn } from './load-fan.ts';
import { createTimer, toLanguage } from './wire-alerts.ts';
import { averageBinGrain } from './wire-bins.ts';

/** The weekly mails to farm owners. */
export interface WeeklyMails {
  start(): void;
  /** Writes the mails that are due. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

type WeeklyMailDependencies = Pick<Dependencies, 'db' | 'now' | 'repeat' | 'failed'> & {
  readonly config: Pick<Dependencies['config'], 'publicUrl'>;
};

const POLL_MS = 5 * SECOND;
/** How often to look for due mails. */
const CHECK_MS = MINUTE;

/** Wires the weekly mails; does nothing if no mail is delivered. */
export function wireWeeklyMails(
  { db, now, repeat, config, failed }: WeeklyMailDependencies,
  {
    outbox,
    deliversMail,
  }: {
    readonly outbox: Pick<Outbox, 'addMail'>;
    readonly deliversMail: boolean;
  },
): WeeklyMails {
  if (!deliversMail) return { start: () => {}, write: async () => {}, stop: async () => {} };
  const ports: WeeklyMailPorts = {
    db,
    now,
    publicUrl: config.publicUrl,
    toLanguage,
    formatMessage,
    addMail: (...mail) => outbox.addMail(...mail),
    findBinStates: (ids) => findBinStates(db, ids, now()),
    averageGrain: (binId, instants) => averageBinGrain(db, binId, instants),
    findFanRunTime: async (binId, from, to) => {
      const runs = await findFanRuns(db, binId, {
        from,
        to,
        isFanReportedOn: await isFanReportedOn(db, binId, now()),
        now: now(),
      });
      return sumRunTime(runs, { from, to });
    },
    failed,
  };
  const job = new BackgroundJob((signal) => writeWeeklyMails(ports, signal), failed);
  const isCheckDue = createTimer(now, CHECK_MS);
  let stopPolling = () => {};
  return {
    start: () => {
      stopPolling = repeat(() => {
        if (isCheckDue()) void job.run();
      }, POLL_MS);
    },
    write: () => job.run(),
    stop: async () => {
      stopPolling();
      await job.stop();
    },
  };
}
