import type { Language } from '@granary/contract/accounts/http';
import { shortenName } from '@granary/domain/notifications/shorten-name';
import type { MailedAlert } from './alert-mail.ts';
import { describeAlert, type FormatMessage } from './notices.ts';

/** The contents of a text message about critical alerts of a farm. */
export interface AlertSms {
  readonly farmId: number;
  readonly farmName: string;
  /** Worst first, at least one. */
  readonly alerts: readonly MailedAlert[];
  /** For a person without an account: their opt-out link, instead of a link to the alerts. */
  readonly optOutLink?: string;
  /** Whether this message reaches the daily limit, so that the recipient gets no more for now. */
  readonly isLast: boolean;
}

/**
 * The maximum length of the alerts in a message, in characters; it is limited because carriers charge for
 * each segment. The rest of the text and the links are not counted.
 */
const MAX_ALERTS_LENGTH = 260;

/**
 * The text message about the critical alerts of a farm, in the language of its recipient.
 *
 * @param publicUrl The address of this server; null leaves out the link.
 */
export function writeAlertSms(
  { farmId, farmName, alerts, isLast, optOutLink }: AlertSms,
  language: Language,
  publicUrl: string | null,
  formatMessage: FormatMessage,
): string {
  const texts = alerts.map((alert) => {
    const text = describeAlert(alert, alert.temperatureUnit, language, formatMessage);
    return `${shortenName(alert.binName)}: ${text}`;
  });
  const shownCount = countFittingTexts(texts);
  const moreSuffix = texts.length > shownCount ? ` +${texts.length - shownCount}` : '';
  const alert = `${shortenName(farmName)}: ${texts.slice(0, shownCount).join('; ')}${moreSuffix}`;
  const binIds = new Set(alerts.map(({ binId }) => binId));
  const [first] = alerts;
  const path =
    binIds.size === 1 && first !== undefined ? `binsensor/${first.binId}` : `alerts?farm=${farmId}`;
  return [
    formatMessage(language, 'alertMailCritical', { alert }),
    ...(isLast ? [formatMessage(language, 'alertSmsLimitReached')] : []),
    ...(optOutLink === undefined
      ? []
      : [formatMessage(language, 'contactSmsOptOut', { link: optOutLink })]),
    ...(publicUrl === null ? [] : [`${publicUrl.replace(/\/+$/, '')}/${path}`]),
  ].join('\n');
}

/** How many texts fit into a message; at least one. */
function countFittingTexts(texts: readonly string[]): number {
  let length = 0;
  const overflowIndex = texts.findIndex((text) => {
    length += text.length + 2;
    return length > MAX_ALERTS_LENGTH;
  });
  return overflowIndex < 0 ? texts.length : Math.max(1, overflowIndex);
}
