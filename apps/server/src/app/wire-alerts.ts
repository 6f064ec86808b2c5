import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import { getNoDataThreshold } from '@granary/domain/boards/report-interval';
import type { ServerMeasurements } from '@granary/domain/server-health/check-server';
import { MINUTE, type Millis, SECOND } from '@granary/domain/units';
import { findLanguage } from '../accounts/store.ts';
import { alertContacts } from '../alerts/alert-contacts.ts';
import { announceOverdueSummaries } from '../alerts/evaluate-bin.ts';
import {
  evaluateLiveBins,
  evaluateMarkedBins,
  type MarkedBinsPorts,
} from '../alerts/evaluate-marked-bins.ts';
import { EvaluationFailures } from '../alerts/evaluation-failures.ts';
import { mailAlerts } from '../alerts/mail-alerts.ts';
import {
  findMarkedBins,
  MAX_LIVE_DELAY,
  markBinsInInstallationMode,
  markBinsOfBoard,
  markBinsWithDueStateChanges,
  markBinsWithExpiredFailures,
  markBinsWithoutData,
  markNeverReportedBins,
  markOverdueEntries,
  markStorageTimes,
} from '../alerts/marks-store.ts';
import { type NotifyPorts, notifyFarms } from '../alerts/notify-farms.ts';
import { textAlerts } from '../alerts/text-alerts.ts';
import { deleteBinState } from '../bins/severity/bin-states-store.ts';
import { storeBinState } from '../bins/severity/store-bin-state.ts';
import { notify, type PushOutbox } from '../notifications/notify.ts';
import { countAlertTexts, insertSentSms } from '../notifications/sms-store.ts';
import type { MessageDetails, Outbox, Sms } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { Dependencies } from './dependencies.ts';
import { loadBinControl } from './load-bin-control.ts';
import { loadBinWithFill } from './load-bin-with-fill.ts';
import { createBinSources } from './wire-bins.ts';
import type { AlertObserver } from './wire-ingest.ts';

/** The evaluation of alerts after readings are stored. */
export interface Alerts {
  readonly observer: AlertObserver;
  /** Evaluates the bins that are marked, including those that are marked while it runs, and notifies people. */
  evaluate(): Promise<void>;
  /** Evaluates the marked bins, including those whose alerts or state change with time. */
  tick(): Promise<void>;
  /** Whether evaluations have succeeded recently. */
  isCurrent(): boolean;
  /**
   * The longest run of consecutive failed evaluations of any bin. Null until all marked bins have been tried
   * once since the start, unless one is failing.
   */
  findLongestFailure(): Promise<ServerMeasurements['evaluation']>;
  /** When this server began to receive readings without a gap; null while it cannot store them. */
  listeningSince(): Millis | null;
  /** Evaluates the bins of a board whose settings changed; without a board, all bins. */
  settingsChanged(mainBoardId: string | null): void;
  /**
   * Called when boards can connect: evaluates all bins, because their settings might have changed while the
   * server was down. Evaluation is slower while ingest is busy.
   */
  start(isIngestBusy: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

type AlertDependencies = Pick<Dependencies, 'db' | 'now' | 'repeat' | 'metrics' | 'failed'> & {
  readonly config: Pick<Dependencies['config'], 'publicUrl'>;
  /** The opt-out link of a farm contact; null if the address of this server is not set. */
  createOptOutLink(contactId: number): string | null;
};

/** The channels through which alerts are sent. */
export interface AlertChannels {
  readonly outbox: Pick<Outbox, 'addMail' | 'addPush' | 'withdrawPushes' | 'addSms'>;
  /** Whether mail reaches mailboxes; otherwise alerts are not mailed. */
  readonly deliversMail: boolean;
  /** Whether there is a gateway for text messages. */
  readonly sendsSms: boolean;
}

/** How often to look for marks from other processes, and for bins whose evaluation failed. */
const POLL_MS = 5 * SECOND;
/** How often to look for bins whose alerts or state change with time. */
const TICK_MS = MINUTE;
/** If no evaluation has succeeded for this long, evaluations are considered stalled. */
const STALLED_AFTER_MS = 10 * MINUTE;

export function wireAlerts(dependencies: AlertDependencies, messages: AlertChannels): Alerts {
  const { db, now, repeat, metrics, failed } = dependencies;
  const listeningTime = new ListeningTime(now);
  let isIngestBusy = () => false;
  const notices = createNoticeJob({ db, now, failed }, messages);
  const ports = {
    db,
    ...createBinPorts(now, listeningTime),
    isIngestBusy: () => isIngestBusy(),
    alertsAnnounced: () => void notices.run(),
    failed,
  };
  const mails = createMailJob(dependencies, messages);
  const notifyPeople = () => void notices.run().then(() => mails.run());
  const { live, others, failures } = createEvaluations(ports, metrics, notifyPeople);
  const markBoard = (id: string | null) =>
    void markBinsOfBoard(db, id)
      .then(() => others.job.run())
      .catch(failed);
  let stopPolling = () => {};
  const isTickDue = createTimer(now, TICK_MS);
  const poll = () => {
    void notices.run();
    void mails.run();
    if (isTickDue()) void tick().catch(failed);
    else void runAll();
  };
  const runAll = () => Promise.all([live.job.run(), others.job.run()]);
  // Evaluations of live readings may leave daily means to be calculated.
  const evaluate = () =>
    runAll()
      .then(() => others.job.run())
      .then(() => notices.run());
  const markTimeDependentBins = createMarkTimeDependentBins(db, now, listeningTime);
  const tick = async () => {
    await markTimeDependentBins();
    await announceOverdueSummaries(ports);
    await evaluate();
  };
  return {
    observer: createObserver(now, listeningTime, [live.job, others.job], markBoard),
    evaluate,
    tick,
    isCurrent: () => live.isCurrent() && others.isCurrent(),
    findLongestFailure: () => failures.findLongestFailing(),
    listeningSince: () => listeningTime.since,
    settingsChanged: markBoard,
    start: async (isBusy) => {
      isIngestBusy = isBusy;
      listeningTime.resumed();
      await markBinsOfBoard(db, null, true);
      void runAll();
      stopPolling = repeat(poll, POLL_MS);
    },
    stop: async () => {
      stopPolling();
      await Promise.all([live.job.stop(), others.job.stop(), notices.stop(), mails.stop()]);
    },
  };
}

/** Evaluates the bins with live readings and, in parallel, the others. */
function createEvaluations(
  ports: Omit<MarkedBinsPorts, 'binEvaluated' | 'evaluationFailed'>,
  metrics: AlertDependencies['metrics'],
  succeeded: () => void,
) {
  const failures = new EvaluationFailures(ports.now, (binIds) => findMarkedBins(ports.db, binIds));
  const counters = { metrics, failures };
  const liveEvaluations = createEvaluationJob(evaluateLiveBins, ports, { ...counters, succeeded });
  const otherEvaluations = createEvaluationJob(evaluateMarkedBins, ports, {
    ...counters,
    succeeded: () => {
      failures.completed();
      succeeded();
    },
  });
  return { live: liveEvaluations, others: otherEvaluations, failures };
}

/** A job that evaluates bins, and whether it makes progress. */
function createEvaluationJob(
  evaluateBins: typeof evaluateMarkedBins,
  ports: Omit<MarkedBinsPorts, 'binEvaluated' | 'evaluationFailed'>,
  {
    metrics,
    failures,
    succeeded,
  }: Pick<AlertDependencies, 'metrics'> & {
    readonly failures: EvaluationFailures;
    succeeded(): void;
  },
) {
  const { now, failed } = ports;
  let succeededAt = now();
  const binEvaluated = (binId: number) => {
    metrics.evaluations.inc();
    failures.succeeded(binId);
    succeededAt = now();
  };
  const evaluationFailed = (binId: number, cause: unknown) => {
    failures.failed(binId);
    failed(new Error(`Bin ${binId} could not be evaluated: ${String(cause)}`, { cause }));
  };
  const job = new BackgroundJob(async (signal) => {
    await evaluateBins({ ...ports, binEvaluated, evaluationFailed }, signal);
    succeededAt = now();
    succeeded();
  }, failed);
  return { job, isCurrent: () => now() - succeededAt <= STALLED_AFTER_MS };
}

/** Evaluates readings as soon as they are stored. */
function createObserver(
  now: Dependencies['now'],
  listening: ListeningTime,
  [liveJob, otherJob]: readonly [live: BackgroundJob, others: BackgroundJob],
  boardChanged: AlertObserver['boardChanged'],
): AlertObserver {
  return {
    stored: (readingsAt) => {
      listening.resumed();
      const from = now() - MAX_LIVE_DELAY;
      if (readingsAt.some((at) => at >= from)) void liveJob.run();
      if (readingsAt.some((at) => at < from)) void otherJob.run();
    },
    postponed: () => listening.interrupted(),
    boardChanged,
  };
}

/** When this server began to receive readings without a gap. */
class ListeningTime {
  private startedAt: Millis | null = null;

  constructor(private readonly now: () => Millis) {}

  get since(): Millis | null {
    return this.startedAt;
  }

  /** Called when frames are stored again. */
  resumed(): void {
    this.startedAt ??= this.now();
  }

  /** Called when frames cannot be stored. */
  interrupted(): void {
    this.startedAt = null;
  }
}

/** Creates the ports that load bins, and that store their states with data from other features. */
function createBinPorts(now: Dependencies['now'], listening: ListeningTime) {
  return {
    now,
    loadBin: loadBinWithFill,
    listeningSince: () => listening.since,
    loadControl: loadBinControl,
    storeState: (trx: Trx, context: BinContext) =>
      storeBinState(trx, createBinSources(trx, now), context, now()),
    deleteState: deleteBinState,
  };
}

/** Creates the action that marks the bins whose alerts or state change with time. */
function createMarkTimeDependentBins(
  db: Db,
  now: Dependencies['now'],
  listening: ListeningTime,
): () => Promise<void> {
  let markedUntil = now();
  return async () => {
    const currentTime = now();
    const at = new Date(currentTime);
    // Until it has been able to receive readings for this long, the server cannot know that a bin has no data.
    if (listening.since !== null && currentTime - listening.since > getNoDataThreshold(0)) {
      await markBinsWithoutData(db, at);
      await markNeverReportedBins(db, at);
    }
    await markBinsWithDueStateChanges(db, at);
    await markOverdueEntries(db, at);
    await markBinsWithExpiredFailures(db, at);
    await markBinsInInstallationMode(db, at);
    await markStorageTimes(db, markedUntil, currentTime);
    markedUntil = currentTime;
  };
}

/**
 * Creates a function that returns whether `ms` have passed since its creation, or since it last returned
 * true.
 */
export function createTimer(now: () => Millis, ms: number): () => boolean {
  let lastTrueAt = now();
  return () => {
    if (now() - lastTrueAt < ms) return false;
    lastTrueAt = now();
    return true;
  };
}

/** Writes the alert mails and text messages that are due. */
function createMailJob(
  { db, now, config, createOptOutLink, failed }: AlertDependencies,
  { outbox, deliversMail, sendsSms }: AlertChannels,
): BackgroundJob {
  const ports = {
    db,
    now,
    publicUrl: config.publicUrl,
    createOptOutLink,
    toLanguage,
    formatMessage,
    addMail: (...mail: Parameters<Outbox['addMail']>) => outbox.addMail(...mail),
    deliversMail,
    sendsSms,
    notify: createNotify(outbox),
    countAlertTexts: (trx: Trx, number: string) => countAlertTexts(trx, number, now()),
    addSms: createAddAlertSms(outbox, now),
    failed,
  };
  return new BackgroundJob(async (signal) => {
    await mailAlerts(ports, signal);
    if (sendsSms) await textAlerts(ports, signal);
    await alertContacts(ports, signal);
  }, failed);
}

/** Adds a text message about alerts, and counts it. */
export function createAddAlertSms(outbox: Pick<Outbox, 'addSms'>, now: () => Millis) {
  return async (trx: Trx, sms: Sms, details: MessageDetails) => {
    const at = new Date(now());
    await insertSentSms(trx, { number: sms.to, userId: null, purpose: 'alert', at });
    await outbox.addSms(trx, sms, details);
  };
}

/** Notifies the owners of farms in the app and on their devices. */
function createNoticeJob(
  { db, now, failed }: Pick<AlertDependencies, 'db' | 'now' | 'failed'>,
  { outbox }: AlertChannels,
): BackgroundJob {
  const ports: NotifyPorts = {
    db,
    now,
    notify: createNotify(outbox),
    findLanguage: async (trx, userId) => toLanguage(await findLanguage(trx, userId)),
    formatMessage,
    failed,
  };
  return new BackgroundJob((signal) => notifyFarms(ports, signal), failed);
}

/** Adds notifications, and sends them to devices. */
export function createNotify(outbox: PushOutbox): NotifyPorts['notify'] {
  return (trx, notification, isUrgent) => notify(trx, notification, isUrgent, outbox);
}

/** The language of messages to an account with this stored language. */
export function toLanguage(storedLanguage: string | null): Language {
  return LANGUAGES.find((language) => language === storedLanguage) ?? 'en';
}
