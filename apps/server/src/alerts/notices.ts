import type { Language } from '@granary/contract/accounts/http';
import type { AlertRule } from '@granary/domain/alerts/alert';
import { differenceToFahrenheit, type Millis, toFahrenheit } from '@granary/domain/units';
import type { Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { UnannouncedAlert } from './alerts-store.ts';

/** Alerts that people are to be notified of together: those of a bin, or of a farm in one summary. */
export interface Announcement {
  readonly kind: 'bin' | 'farm';
  /** The bin, or any bin of the farm. */
  readonly context: BinContext;
  /** Worst first, at least one. */
  readonly alerts: readonly UnannouncedAlert[];
}

export type Announce = (trx: Trx, announcement: Announcement) => Promise<void>;

/** An entry behind the bell. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A path of the web app. */
  readonly target: string;
}

export interface NoticePorts {
  now(): Millis;
  /** The language of an account's messages. */
  findLanguage(trx: Trx, userId: number): Promise<Language>;
  notify(
    trx: Trx,
    notification: Notice & { readonly userId: number; readonly at: Date },
  ): Promise<void>;
  formatMessage: FormatMessage;
}

/** The texts of notices, by their keys in the server's messages. */
type NoticeKey =
  | (typeof ruleTexts)[AlertRule]
  | 'alertAgainstLimit'
  | 'alertSummary'
  | AlertMailKey
  | 'alertSmsLast';

/** The texts of mails about alerts. */
type AlertMailKey =
  | 'alertMailCritical'
  | 'alertMailLine'
  | 'alertMailReminderSubject'
  | 'alertMailReminder'
  | 'alertMailEscalationSubject'
  | 'alertMailEscalation'
  | 'alertMailAcknowledge'
  | 'alertMailSwitch';

export type FormatMessage = (
  language: Language,
  key: NoticeKey,
  values?: Readonly<Record<string, string>>,
) => string;

/** Notifies the owner of the farm by an entry behind the bell, in the owner's language. */
export function createAnnounce(ports: NoticePorts): Announce {
  return async (trx, announcement) => {
    const { userId } = announcement.context.owner;
    const language = await ports.findLanguage(trx, userId);
    const notice = writeNotice(announcement, language, ports.formatMessage);
    await ports.notify(trx, { ...notice, userId, at: new Date(ports.now()) });
  };
}

const ruleTexts = {
  temperature: 'alertTemperature',
  'hot-spot': 'alertHotSpot',
  co2: 'alertCo2',
  'co2-risk': 'alertCo2Risk',
  'level-low': 'alertLevelLow',
  'level-high': 'alertLevelHigh',
  'no-data': 'alertNoData',
  'battery-low': 'alertBatteryLow',
  'clock-wrong': 'alertClockWrong',
  'cable-address': 'alertCableAddress',
  'board-error': 'alertBoardError',
} as const satisfies Readonly<Record<AlertRule, string>>;

/** A summary names this many bins at most. */
const NAMED_BINS = 5;

/** The text of an announcement in a language, in the unit of the bin. */
export function writeNotice(
  { kind, context, alerts }: Announcement,
  language: Language,
  formatMessage: FormatMessage,
): Notice {
  if (kind === 'farm') {
    const bins = [...new Set(alerts.map(({ binName }) => binName))];
    const more = bins.length > NAMED_BINS ? ', …' : '';
    return {
      title: formatMessage(language, 'alertSummary', { farm: context.farmName }),
      body: `${bins.slice(0, NAMED_BINS).join(', ')}${more}`,
      target: `/alerts?farm=${context.bin.farmId}`,
    };
  }
  return {
    title: `${context.bin.name}: ${alerts.map((alert) => nameRule(alert, language, formatMessage)).join(', ')}`,
    body: `${alerts
      .map((alert) => describeAlert(alert, context.bin.temperatureUnit, language, formatMessage))
      .join('; ')} · ${context.farmName}`,
    target: `/binsensor/${context.bin.id}`,
  };
}

/** The name of an alert's rule. */
export function nameRule(
  { rule }: Pick<UnannouncedAlert, 'rule'>,
  language: Language,
  formatMessage: FormatMessage,
): string {
  return formatMessage(language, ruleTexts[rule]);
}

/** An alert with its value and limit, in the unit of its bin. */
export function describeAlert(
  alert: Pick<UnannouncedAlert, 'rule' | 'value' | 'limitValue'>,
  unit: BinContext['bin']['temperatureUnit'],
  language: Language,
  formatMessage: FormatMessage,
): string {
  const { rule, value, limitValue: limit } = alert;
  const name = nameRule(alert, language, formatMessage);
  if (value === null || limit === null) return name;
  const format = (of: number) => formatValue(rule, of, unit, language);
  return formatMessage(language, 'alertAgainstLimit', {
    alert: name,
    value: format(value),
    limit: format(limit),
  });
}

function formatValue(
  rule: AlertRule,
  value: number,
  unit: BinContext['bin']['temperatureUnit'],
  language: Language,
): string {
  const isFahrenheit = unit === 'f';
  const symbol = isFahrenheit ? '°F' : '°C';
  const number = (of: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(of);
  switch (rule) {
    case 'temperature':
      return `${number(isFahrenheit ? toFahrenheit(value) : value, 1)} ${symbol}`;
    case 'hot-spot':
      return `${number(isFahrenheit ? differenceToFahrenheit(value) : value, 1)} ${symbol}`;
    case 'co2':
    case 'co2-risk':
      return `${number(value, 0)} ppm`;
    case 'no-data':
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit: 'hour',
        maximumFractionDigits: 0,
      }).format(value);
    case 'level-low':
    case 'level-high':
    case 'battery-low':
    case 'clock-wrong':
    case 'cable-address':
    case 'board-error':
      return `${number(value, 0)} %`;
  }
}
