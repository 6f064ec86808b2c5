import type { Language } from '@granary/contract/accounts/http';
import type { ServerNotice } from './server-health.ts';

/** The keys of the messages about the server in the server's translations. */
type ServerNoticeKey =
  | (typeof ruleTexts)[keyof typeof ruleTexts]
  | (typeof channelTexts)[keyof typeof channelTexts]
  | 'serverName'
  | 'alertAgainstLimit'
  | 'alertMailCritical'
  | 'alertMailLine'
  | 'alertMailReminderSubject'
  | 'alertMailReminder'
  | 'alertMailAcknowledge'
  | 'alertMailSwitch';

export type FormatMessage = (
  language: Language,
  key: ServerNoticeKey,
  values?: Readonly<Record<string, string>>,
) => string;

const ruleTexts = {
  'database-away': 'serverDatabaseDown',
  'evaluation-failing': 'serverEvaluationFailing',
  'disk-low': 'serverDiskLow',
  'clock-off': 'serverClockOff',
  'no-boards': 'serverNoBoards',
} as const;

const channelTexts = {
  mail: 'serverMailFailing',
  push: 'serverPushFailing',
  sms: 'serverSmsFailing',
} as const;

type NoticeAlert = ServerNotice['alerts'][number];

export interface ServerTexts {
  readonly title: string;
  /** For the bell, push and text messages. */
  readonly body: string;
  readonly mail: { readonly subject: string; readonly text: string };
}

/**
 * Writes the texts of a notice about the server in a language, with times in a time zone.
 *
 * @param publicUrl The address of this server; null leaves out the link.
 */
export function writeServerNotice(
  { kind, alerts }: ServerNotice,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
  publicUrl: string | null,
  formatMessage: FormatMessage,
): ServerTexts {
  const format = (key: ServerNoticeKey, values?: Readonly<Record<string, string>>) =>
    formatMessage(language, key, values);
  const timeFormat = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone !== '' && { timeZone }),
  });
  const nameAlert = (alert: NoticeAlert) => format(chooseTextKey(alert));
  const describe = (alert: NoticeAlert) => {
    const value = formatValue(alert, alert.value, language);
    const limit = formatValue(alert, alert.limitValue, language);
    const text = format('alertAgainstLimit', { alert: nameAlert(alert), value, limit });
    return alert.severity === 'critical' ? format('alertMailCritical', { alert: text }) : text;
  };
  const lines = alerts.map((alert) =>
    format('alertMailLine', { alert: describe(alert), time: timeFormat.format(alert.since) }),
  );
  const title = `${format('serverName')}: ${alerts.map(nameAlert).join(', ')}`;
  const baseUrl = publicUrl?.replace(/\/+$/, '');
  const closingLines = [
    ...(baseUrl === undefined
      ? []
      : [format('alertMailAcknowledge', { link: `${baseUrl}/alerts` })]),
    format('alertMailSwitch'),
  ];
  const isReminder = kind === 'reminder';
  const paragraphs = [
    ...(isReminder ? [format('alertMailReminder')] : []),
    lines.join('\n'),
    closingLines.join('\n'),
  ];
  return {
    title,
    body: alerts.map(describe).join('; '),
    mail: {
      subject: isReminder ? format('alertMailReminderSubject', { subject: title }) : title,
      text: `${paragraphs.join('\n\n')}\n`,
    },
  };
}

function chooseTextKey({ rule, channel }: NoticeAlert): ServerNoticeKey {
  // Only this rule has a channel.
  return rule === 'channel-failing' ? channelTexts[channel ?? 'mail'] : ruleTexts[rule];
}

const units = {
  'database-away': 'minute',
  'evaluation-failing': 'minute',
  'disk-low': 'percent',
  'channel-failing': 'hour',
  'clock-off': 'second',
  'no-boards': 'hour',
} as const;

function formatValue({ rule }: NoticeAlert, value: number, language: Language): string {
  const unit = units[rule];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: 0,
  }).format(value);
}
