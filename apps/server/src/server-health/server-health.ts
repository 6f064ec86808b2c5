import {
  checkServer,
  type ServerAlert,
  type ServerMeasurements,
} from '@granary/domain/server-health/check-server';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { NotifiedAdmin } from '../accounts/store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import {
  isOutageStored,
  lockOpenAlerts,
  markNotified,
  type ServerAlertRow,
  storeOpenAlerts,
} from './store.ts';

/** The alerts that admins are notified of. */
export interface ServerNotice {
  readonly kind: 'new' | 'reminder';
  /** At least one. */
  readonly alerts: readonly Pick<
    ServerAlertRow,
    'rule' | 'channel' | 'severity' | 'since' | 'value' | 'limitValue'
  >[];
}

export interface ServerHealthPorts {
  readonly db: Db;
  now(): Millis;
  isDatabaseUp(): Promise<boolean>;
  /** Measures everything except the database. */
  measure(): Promise<Omit<ServerMeasurements, 'databaseOutage'>>;
  findAdmins(db: Db): Promise<readonly NotifiedAdmin[]>;
  /** Notifies an admin through all their channels after the transaction. */
  notify(trx: Trx, admin: NotifiedAdmin, notice: ServerNotice): Promise<void>;
  /** Mails an admin immediately, because the database cannot store a message at that time. */
  mailAtOnce(admin: NotifiedAdmin, notice: ServerNotice): Promise<void>;
  failed(error: unknown): void;
}

/** Alerts that nobody acknowledged are repeated after this time, ms. */
const REMINDER_INTERVAL = DAY;

/** Checks the server itself and notifies admins of alerts about it. */
export class ServerHealth {
  /** When the database stopped responding. */
  private outageSince: Millis | null = null;
  private admins: readonly NotifiedAdmin[] = [];
  /** The admins who have been mailed about the database outage. */
  private readonly mailedAdminIds = new Set<number>();

  constructor(private readonly ports: ServerHealthPorts) {}

  async check(): Promise<void> {
    const { db, now, failed, isDatabaseUp } = this.ports;
    try {
      if (!(await isDatabaseUp())) return await this.reportDatabaseOutage();
      this.admins = await this.ports.findAdmins(db);
      const databaseOutage =
        this.outageSince === null ? null : { from: this.outageSince, to: now() };
      const measurements = { ...(await this.ports.measure()), databaseOutage };
      await db.transaction().execute((trx) => this.store(trx, measurements));
      // Cleared only once the outage is stored.
      this.outageSince = null;
      this.mailedAdminIds.clear();
    } catch (error) {
      failed(error);
    }
  }

  private async reportDatabaseOutage(): Promise<void> {
    const { now, mailAtOnce, failed } = this.ports;
    this.outageSince ??= now();
    const [alert] = checkServer(
      [],
      { ...UNKNOWN_MEASUREMENTS, databaseOutage: { from: this.outageSince, to: now() } },
      now(),
    );
    if (alert === undefined) return;
    const notice: ServerNotice = { kind: 'new', alerts: [toNoticeAlert(alert)] };
    for (const admin of this.admins) {
      if (!admin.isMailed || this.mailedAdminIds.has(admin.id)) continue;
      // A refused mail is retried at the next check, and does not stop the mails to other admins.
      try {
        await mailAtOnce(admin, notice);
        this.mailedAdminIds.add(admin.id);
      } catch (error) {
        failed(error);
      }
    }
  }

  private async store(trx: Trx, measurements: ServerMeasurements): Promise<void> {
    const now = this.ports.now();
    const previousAlerts = await lockOpenAlerts(trx);
    const { databaseOutage: outage } = measurements;
    const isAlreadyStored = outage !== null && (await isOutageStored(trx, outage));
    const databaseOutage = isAlreadyStored ? null : outage;
    const alerts = checkServer(
      previousAlerts.map(toAlert),
      { ...measurements, databaseOutage },
      now,
    );
    await storeOpenAlerts(trx, previousAlerts, alerts, now);
    const openAlerts = await lockOpenAlerts(trx);
    const mustNotify = ({ severity, notifiedSeverity }: ServerAlertRow) =>
      notifiedSeverity === null || (severity === 'critical' && notifiedSeverity !== 'critical');
    const mustRemind = ({ acknowledgedAt, notifiedAt }: ServerAlertRow) =>
      acknowledgedAt === null &&
      notifiedAt !== null &&
      now - notifiedAt.getTime() >= REMINDER_INTERVAL;
    const newAlerts = openAlerts.filter(mustNotify);
    await this.notify(trx, 'new', newAlerts.filter(isOutage));
    await this.notify(
      trx,
      'new',
      newAlerts.filter((row) => !isOutage(row)),
    );
    await this.notify(
      trx,
      'reminder',
      openAlerts.filter((row) => !mustNotify(row) && mustRemind(row)),
    );
  }

  private async notify(
    trx: Trx,
    kind: ServerNotice['kind'],
    alerts: readonly ServerAlertRow[],
  ): Promise<void> {
    if (alerts.length === 0) return;
    const isOutageOnly = alerts.every(isOutage);
    for (const admin of this.admins) {
      // Admins who were mailed while the database did not respond are notified only through the other
      // channels.
      const isMailed = admin.isMailed && !(isOutageOnly && this.mailedAdminIds.has(admin.id));
      await this.ports.notify(trx, { ...admin, isMailed }, { kind, alerts });
    }
    await markNotified(trx, alerts, this.ports.now());
  }
}

const UNKNOWN_MEASUREMENTS: Omit<ServerMeasurements, 'databaseOutage'> = {
  evaluation: null,
  diskFreePercent: null,
  channels: [],
  clockOffsetMs: null,
  lastArrivalAt: null,
  listeningSince: null,
};

function isOutage({ rule }: ServerAlertRow): boolean {
  return rule === 'database-away';
}

function toAlert({ rule, channel, severity, since, value, limitValue }: ServerAlertRow) {
  return { rule, channel, severity, since: millis(since.getTime()), value, limit: limitValue };
}

function toNoticeAlert({ since, limit, ...alert }: ServerAlert): ServerNotice['alerts'][number] {
  return { ...alert, since: new Date(since), limitValue: limit };
}
