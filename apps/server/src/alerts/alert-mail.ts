import type { Language } from '@granary/contract/accounts/http';
import type { AlertMailKind } from '@granary/domain/alerts/alert-mail';
import type { AlertRow, BinRow } from '../platform/postgres/tables.ts';
import { describeAlert, type FormatMessage, nameRule } from './notices.ts';

/** An alert in a mail. */
export interface MailedAlert
  extends Pick<AlertRow, 'id' | 'binId' | 'rule' | 'severity' | 'value' | 'limitValue' | 'since'> {
  readonly binName: string;
  readonly mainBoardId: string;
  readonly temperatureUnit: BinRow['temperatureUnit'];
  /** For an overdue entry, the person who has been in the bin longest. */
  readonly person?: string | null;
}

/** The content of a mail about the alerts of a farm. */
export interface AlertMail {
  readonly kind: AlertMailKind;
  readonly farmId: number;
  readonly farmName: string;
  readonly timeZone: string;
  readonly ownerName: string;
  readonly ownerPhone: string;
  /** For a person without an account: their opt-out link. */
  readonly optOutLink?: string;
  /**
   * Whether the mail goes to the distributor, who turns these mails off per customer instead of in their
   * profile.
   */
  readonly isForDistributor?: true;
  /** Worst first, at least one. */
  readonly alerts: readonly MailedAlert[];
}

/** A subject names at most this many alerts. */
const MAX_NAMED_ALERTS = 3;

/**
 * The mail about the alerts of a farm, in its recipient's language and time zone.
 *
 * @param publicUrl The address of this server; null leaves out links.
 */
export function writeAlertMail(
  mail: AlertMail,
  language: Language,
  publicUrl: string | null,
  formatMessage: FormatMessage,
): { readonly subject: string; readonly text: string } {
  const format: Format = (key, values) => formatMessage(language, key, values);
  const root = publicUrl?.replace(/\/+$/, '');
  const timeFormat = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: mail.timeZone,
  });
  const describe = (alert: MailedAlert) => {
    const text = describeAlert(alert, alert.temperatureUnit, language, formatMessage);
    const line = format('alertMailLine', { alert: text, time: timeFormat.format(alert.since) });
    return alert.severity === 'critical' ? format('alertMailCritical', { alert: line }) : line;
  };
  const bins = new Map(mail.alerts.map(({ binId, binName }) => [binId, binName]));
  const binSections = [...bins].map(([binId, name]) =>
    [
      name,
      ...mail.alerts
        .filter((alert) => alert.binId === binId)
        .map((alert) => `  ${describe(alert)}`),
      ...(root === undefined ? [] : [`  ${root}/binsensor/${binId}`]),
    ].join('\n'),
  );
  const closingLines = [
    ...(root === undefined
      ? []
      : [format('alertMailAcknowledge', { link: `${root}/alerts?farm=${mail.farmId}` })]),
    ...describeOptOut(mail, format),
  ];
  const paragraphs = [
    ...writeIntroduction(mail, format),
    ...binSections,
    closingLines.join('\n'),
  ].filter(Boolean);
  return {
    subject: writeSubject(mail, language, format, formatMessage),
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

type Format = (key: Parameters<FormatMessage>[1], values?: Parameters<FormatMessage>[2]) => string;

/**
 * Tells the recipient how to turn these mails off; mails about new bins without data cannot be turned off.
 */
function describeOptOut(
  { kind, isForDistributor, optOutLink }: AlertMail,
  format: Format,
): string[] {
  if (optOutLink !== undefined) return [format('contactMailOptOut', { link: optOutLink })];
  if (kind === 'installation') return [];
  return [format(isForDistributor ? 'alertMailDealerSwitch' : 'alertMailSwitch')];
}

/** The sentence above the alerts; mails about new alerts have none. */
function writeIntroduction({ kind, ownerName, ownerPhone }: AlertMail, format: Format): string[] {
  switch (kind) {
    case 'new':
      return [];
    case 'reminder':
      return [format('alertMailReminder')];
    case 'installation':
      return [format('alertMailInstallation', { owner: ownerName, phone: ownerPhone }).trim()];
    case 'escalation':
      return [format('alertMailEscalation', { owner: ownerName, phone: ownerPhone }).trim()];
  }
}

/** The farm, and the worst alerts with their bins. */
function writeSubject(
  { kind, farmName, alerts }: AlertMail,
  language: Language,
  format: Format,
  formatMessage: FormatMessage,
): string {
  const alertNames = alerts
    .slice(0, MAX_NAMED_ALERTS)
    .map((alert) => `${alert.binName} ${nameRule(alert, language, formatMessage)}`);
  const ellipsis = alerts.length > MAX_NAMED_ALERTS ? ', …' : '';
  const subject = `${farmName}: ${alertNames.join(', ')}${ellipsis}`;
  switch (kind) {
    case 'new':
    case 'installation':
      return subject;
    case 'reminder':
      return format('alertMailReminderSubject', { subject });
    case 'escalation':
      return format('alertMailEscalationSubject', { subject });
  }
}
