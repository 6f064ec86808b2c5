import {
  ESCALATION_DELAY,
  type FarmAlerts,
  SUMMARY_MAIL_WAIT,
} from '@granary/domain/alerts/alert-mail';
import type { QuietHours } from '@granary/domain/notifications/quiet-hours';
import { type Millis, millis } from '@granary/domain/units';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { FarmAlertMailsTable } from '../platform/postgres/tables/alerts.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { MailedAlert } from './alert-mail.ts';
import { alertPerson } from './alert-person-store.ts';
import { hasChangedBins } from './marks-store.ts';

/** A recipient of mails about a farm. */
export interface Recipient {
  readonly id: number;
  readonly email: string;
  readonly language: string;
  /** The time zone in their profile; the farm's if it is not set. */
  readonly timeZone: string;
}

/** A farm with open alerts that people were notified of. */
export interface AlertedFarm {
  readonly farmId: number;
  readonly farmName: string;
  readonly owner: Recipient & {
    readonly name: string;
    readonly phone: string;
    readonly isMailed: boolean;
    readonly quietHours: QuietHours;
  };
  /** The owner's distributor; null if there is none or mails to them are off. */
  readonly distributor: Recipient | null;
  /** Whether the distributor is notified of critical alerts without a response. */
  readonly escalates: boolean;
}

/** An account gets mails about alerts. */
export const isMailed = (account: string) => sql`(
  ${sql.ref(`${account}.notifies`)} and ${sql.ref(`${account}.notifies_by_email`)}
  and ${sql.ref(`${account}.deleted_at`)} is null)`;

/** The alert is open and has been announced. */
export const isAnnounced = sql`
  alerts.closed_at is null and alerts.announced_at is not null and bins.deleted_at is null`;

/**
 * The alert is critical and was announced as critical; alerts that only late readings show are not announced.
 */
export const isCritical = sql`(
  alerts.severity = 'critical' and alerts.announced_severity = 'critical')`;

/** The alert was announced by the summary after the first start. */
export const isInSummary = sql<boolean>`coalesce(escalated_at <= announced_at, false)`;

/**
 * The owner has not been mailed about the alert, or not since it became critical. Alerts in the summary wait
 * until all bins of the farm have been evaluated, but no longer than `SUMMARY_MAIL_WAIT`.
 */
const isUnmailed = (now: Millis) => sql`(
  (mailed_severity is null or (${isCritical} and mailed_severity <> 'critical'))
  and not (${isInSummary} and exists (
    select from alert_memories join bins others on others.id = alert_memories.bin_id
    where others.farm_id = bins.farm_id and others.deleted_at is null
      and summary_before > ${new Date(now - SUMMARY_MAIL_WAIT)})))`;

/**
 * Nobody has acknowledged the alert. The owner is not reminded of new bins without data if the dealer was
 * notified; the dealer is not notified of alerts in the summary.
 */
const isUnanswered = sql`(acknowledged_at is null
  and not (rule = 'never-reported' and escalated_at is not null and not ${isInSummary}))`;

/** Nobody responded to a critical alert in time. */
const needsEscalation = (now: Millis) => sql`(
  ${isCritical} and acknowledged_at is null and escalated_at is null
  and announced_at <= ${new Date(now - ESCALATION_DELAY)})`;

/** The farms whose alerts may have to be mailed. */
export async function findAlertedFarms(db: Db): Promise<number[]> {
  const { rows } = await sql<{ farmId: number }>`
    select distinct farm_id from alerts join bins on bins.id = bin_id
    where ${isAnnounced}`.execute(db);
  return rows.map(({ farmId }) => farmId);
}

/** When messages about a farm were last written to its owner; null before the first. */
export interface LastMessages {
  readonly lastMailAt: Millis | null;
  readonly lastTextAt: Millis | null;
  readonly lastReminderAt: Millis | null;
}

/**
 * Locks the mails and text messages about a farm until the transaction ends; null if another process has
 * locked them.
 */
export async function lockFarmMails(trx: Trx, farmId: number): Promise<LastMessages | null> {
  await sql`
    insert into farm_alert_mails (farm_id) values (${farmId}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<
    Pick<Selectable<FarmAlertMailsTable>, 'lastAt' | 'lastTextAt' | 'lastReminderAt'>
  >`
    select last_at, last_text_at, last_reminder_at from farm_alert_mails where farm_id = ${farmId}
    for update skip locked`.execute(trx);
  const [row] = rows;
  if (row === undefined) return null;
  const toMillis = (at: Date | null) => at && millis(at.getTime());
  return {
    lastMailAt: toMillis(row.lastAt),
    lastTextAt: toMillis(row.lastTextAt),
    lastReminderAt: toMillis(row.lastReminderAt),
  };
}

export async function findAlertedFarm(trx: Trx, farmId: number): Promise<AlertedFarm | null> {
  const { rows } = await sql<AlertedFarm>`
    select farms.id as farm_id, farms.name as farm_name,
      jsonb_build_object('id', owners.id, 'email', owners.email, 'language', owners.language,
        'timeZone', coalesce(nullif(owners.timezone, ''), farms.timezone),
        'name', coalesce(nullif(trim(owners.first_name || ' ' || owners.last_name), ''), owners.email),
        'phone', owners.phone, 'isMailed', ${isMailed('owners')}, 'quietHours', jsonb_build_object('from', owners.quiet_from,
          'until', owners.quiet_until, 'timeZone', owners.timezone)) as owner,
      owners.escalates, case when ${isMailed('dealers')} then jsonb_build_object(
        'id', dealers.id, 'email', dealers.email, 'language', dealers.language,
        'timeZone', coalesce(nullif(dealers.timezone, ''), farms.timezone)) end as distributor
    from farms join users owners on owners.id = owner_id
    left join users dealers on dealers.id = owners.distributor_id
    where farms.id = ${farmId} and farms.deleted_at is null`.execute(trx);
  return rows[0] ?? null;
}

/** The state of a farm's alerts, which decides whether its owner gets a mail or a reminder. */
export async function readFarmAlerts(
  trx: Trx,
  farmId: number,
  { lastMailAt, lastReminderAt, now }: LastMessages & { readonly now: Millis },
): Promise<FarmAlerts> {
  const remindedAt = lastReminderAt === null ? null : new Date(lastReminderAt);
  const { rows } = await sql<{
    unmailedSince: Date | null;
    unansweredSince: Date | null;
    isIncomplete: boolean;
  }>`
    select min(announced_at) filter (where ${isUnmailed(now)}) as unmailed_since,
      min(greatest(announced_at, ${remindedAt}::timestamptz)) filter (where ${isUnanswered})
        as unanswered_since,
      ${hasChangedBins(sql`${farmId}`)} as is_incomplete
    from alerts join bins on bins.id = bin_id
    where farm_id = ${farmId} and ${isAnnounced}`.execute(trx);
  const [row] = rows;
  const toMillis = (at: Date | null | undefined) => (at ? millis(at.getTime()) : null);
  return {
    unmailedSince: toMillis(row?.unmailedSince),
    unansweredSince: toMillis(row?.unansweredSince),
    isIncomplete: row?.isIncomplete ?? false,
    lastMailAt,
  };
}

/** The selected alerts of a farm for a mail, worst first. */
export async function findAlertsToMail(
  db: Db,
  farmId: number,
  selection:
    | 'all'
    | 'unanswered'
    | 'installation'
    | { readonly unmailedAsOf: Millis }
    | { readonly escalationDueAt: Millis },
): Promise<MailedAlert[]> {
  const isIncluded = toCondition(selection);
  const { rows } = await sql<MailedAlert>`
    select alerts.id, bin_id, rule, severity, value, limit_value, since, bins.name as bin_name,
      main_board_id, temperature_unit, ${alertPerson} as person
    from alerts join bins on bins.id = bin_id
    where farm_id = ${farmId} and ${isAnnounced} and ${isIncluded}
    order by array_position(array['critical', 'warning', 'watch'], severity), bins.name, alerts.id
  `.execute(db);
  return rows;
}

function toCondition(selection: Parameters<typeof findAlertsToMail>[2]) {
  switch (selection) {
    case 'all':
      return sql`true`;
    case 'unanswered':
      return isUnanswered;
    case 'installation':
      return sql`rule = 'never-reported' and escalated_at is null`;
    default:
      return 'unmailedAsOf' in selection
        ? isUnmailed(selection.unmailedAsOf)
        : needsEscalation(selection.escalationDueAt);
  }
}

/** Records a mail to the owner of a farm. */
export async function recordOwnerMail(
  trx: Trx,
  farmId: number,
  alerts: readonly MailedAlert[],
  now: Millis,
): Promise<void> {
  await updateAlerts(trx, alerts, sql`mailed_severity = severity`);
  const lastAt = new Date(now);
  await trx.updateTable('farmAlertMails').set({ lastAt }).where('farmId', '=', farmId).execute();
}

/** Records that the owner of a farm was reminded. */
export async function recordReminder(trx: Trx, farmId: number, now: Millis): Promise<void> {
  const lastReminderAt = new Date(now);
  await trx
    .updateTable('farmAlertMails')
    .set({ lastReminderAt })
    .where('farmId', '=', farmId)
    .execute();
}

/** Records that the dealer was notified of bins without data; the owner gets no mail about them. */
export async function recordInstallationMail(
  trx: Trx,
  alerts: readonly MailedAlert[],
  now: Millis,
): Promise<void> {
  await updateAlerts(trx, alerts, sql`escalated_at = ${new Date(now)}, mailed_severity = severity`);
}

/** Records that the dealer, or the owner again, was notified of critical alerts that nobody responded to. */
export async function recordEscalation(
  trx: Trx,
  alerts: readonly MailedAlert[],
  { now, textsAgain }: { readonly now: Millis; readonly textsAgain: boolean },
): Promise<void> {
  const textedAt = textsAgain ? sql`null` : sql`texted_at`;
  await updateAlerts(trx, alerts, sql`escalated_at = ${new Date(now)}, texted_at = ${textedAt}`);
}

async function updateAlerts(
  trx: Trx,
  alerts: readonly MailedAlert[],
  assignment: RawBuilder<unknown>,
): Promise<void> {
  const ids = alerts.map(({ id }) => id);
  await sql`update alerts set ${assignment} where id = any(${ids}::integer[])`.execute(trx);
}
