import { MAX_TEXTS_PER_DAY } from '@granary/domain/notifications/phone-number';
import { findQuietEnd } from '@granary/domain/notifications/quiet-hours';
import type { ServerMeasurements } from '@granary/domain/server-health/check-server';
import { DAY, MINUTE, millis, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { findNotifiedAdmins, type NotifiedAdmin } from '../accounts/store.ts';
import { countAlertTexts } from '../notifications/sms-store.ts';
import { findQuietHours } from '../notifications/store.ts';
import { findChannelStates } from '../outbox/channel-states-store.ts';
import { withTimeout } from '../platform/http/check-timeout.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { ClockReference } from '../platform/outbound/clock-reference.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { serverHealthRoutes } from '../server-health/routes.ts';
import {
  ServerHealth,
  type ServerHealthPorts,
  type ServerNotice,
} from '../server-health/server-health.ts';
import { writeServerNotice } from '../server-health/server-notice.ts';
import { findLastArrival } from '../server-health/store.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import {
  type Alerts,
  createAddAlertSms,
  createNotify,
  createTimer,
  toLanguage,
} from './wire-alerts.ts';
import type { Messages } from './wire-outbox.ts';

/** The health checks of the server. */
export interface ServerChecks {
  measure(): Promise<Omit<ServerMeasurements, 'databaseOutage'>>;
  start(): void;
  /** Runs a check immediately. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 5 * SECOND;
const CHECK_MS = MINUTE;
const DATABASE_TIMEOUT = 10 * SECOND;
/** A message that could not be sent for a day is outdated. */
const MESSAGE_LIFETIME = DAY;

/** Checks the server each minute, and notifies its admins. */
export function wireServerHealth(
  dependencies: Dependencies,
  messages: Messages,
  alerts: Pick<Alerts, 'listeningSince' | 'findLongestFailure'>,
  clock: ClockReference,
): ServerChecks {
  const { db, now, repeat, config, failed, getFreeDiskPercent } = dependencies;
  const measure = async () => ({
    evaluation: await alerts.findLongestFailure(),
    diskFreePercent: await getFreeDiskPercent(config.dataDir).catch((error: unknown) => {
      failed(error);
      return null;
    }),
    channels: (await findChannelStates(db, null)).map(({ channel, failingSince }) => ({
      channel,
      failingSince: failingSince && millis(failingSince.getTime()),
    })),
    clockOffsetMs: clock.offsetMs,
    lastArrivalAt: await findLastArrival(db),
    listeningSince: alerts.listeningSince(),
  });
  const health = new ServerHealth({
    db,
    now,
    isDatabaseUp: withTimeout(() => sql`select 1`.execute(db), DATABASE_TIMEOUT),
    measure,
    findAdmins: findNotifiedAdmins,
    ...createNoticePorts(dependencies, messages),
    failed,
  });
  const job = new BackgroundJob(() => health.check(), failed);
  const isMinuteOver = createTimer(now, CHECK_MS);
  let stopPolling = () => {};
  return {
    measure,
    start: () => {
      stopPolling = repeat(() => {
        if (isMinuteOver()) void job.run();
      }, POLL_MS);
    },
    check: () => job.run(),
    stop: async () => {
      stopPolling();
      await job.stop();
    },
  };
}

/** Wires the routes for the server's health. */
export function wireServerHealthRoutes(
  { db, now }: Dependencies,
  { app, guard }: HttpServer,
  { measure }: ServerChecks,
): void {
  serverHealthRoutes(app, { db, guard, now, measure });
}

function createNoticePorts(
  { config, now }: Dependencies,
  { outbox, deliversMail, sendsSms, sendMailDirectly }: Messages,
): Pick<ServerHealthPorts, 'notify' | 'mailAtOnce'> {
  const addNotification = createNotify(outbox);
  const addSms = createAddAlertSms(outbox, now);
  const write = (admin: NotifiedAdmin, notice: ServerNotice) => {
    const reader = { language: toLanguage(admin.language), timeZone: admin.timeZone };
    return writeServerNotice(notice, reader, config.publicUrl, formatMessage);
  };
  return {
    notify: async (trx: Trx, admin: NotifiedAdmin, notice: ServerNotice) => {
      const { title, body, mail } = write(admin, notice);
      const { id: userId, email, number } = admin;
      const isUrgent = notice.alerts.some(({ severity }) => severity === 'critical');
      const at = new Date(now());
      const notification = { id: null, farmId: null, userId, title, body, target: '/alerts', at };
      await addNotification(trx, notification, isUrgent);
      const quietHours = isUrgent ? null : await findQuietHours(trx, userId);
      const notBefore = (quietHours && findQuietEnd(quietHours, now())) ?? now();
      const messageDetails = { userId, expiresAt: millis(notBefore + MESSAGE_LIFETIME) };
      if (deliversMail && admin.isMailed) {
        await outbox.addMail(trx, { to: email, ...mail }, { ...messageDetails, notBefore });
      }
      if (!sendsSms || !isUrgent || notice.kind === 'reminder' || number === null) return;
      if ((await countAlertTexts(trx, number, now())) >= MAX_TEXTS_PER_DAY) return;
      await addSms(trx, { to: number, text: `${title}\n${body}` }, messageDetails);
    },
    mailAtOnce: async (admin, notice) => {
      if (deliversMail) await sendMailDirectly({ to: admin.email, ...write(admin, notice).mail });
    },
  };
}
