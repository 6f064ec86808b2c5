import type { Language } from '@granary/contract/accounts/http';
import type { AlertRule } from '@granary/domain/alerts/alert';
import { differenceToFahrenheit, toFahrenheit } from '@granary/domain/units';
import type { AlertRow, BinRow } from '../platform/postgres/tables.ts';

/** An open alert in a notice. */
export interface NoticeAlert extends Pick<AlertRow, 'binId' | 'rule' | 'value' | 'limitValue'> {
  readonly binName: string;
  readonly mainBoardId: string;
  readonly temperatureUnit: BinRow['temperatureUnit'];
}

/** What the owner of a farm is notified of. */
export interface FarmNotice {
  readonly farmId: number;
  readonly farmName: string;
  /** Worst first, at least one. */
  readonly alerts: readonly NoticeAlert[];
}

/** An entry behind the bell. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A path of the web app. */
  readonly target: string;
}

/** The texts of notices, by their keys in the server's messages. */
type NoticeKey =
  | (typeof ruleTexts)[AlertRule]
  | 'alertAgainstLimit'
  | 'alertEntryUnloadFell'
  | 'alertSummary'
  | AlertMailKey
  | 'alertSmsLast'
  | 'contactSmsOptOut';

/** The texts of mails about alerts. */
type AlertMailKey =
  | 'alertMailCritical'
  | 'alertMailLine'
  | 'alertMailReminderSubject'
  | 'alertMailReminder'
  | 'alertMailEscalationSubject'
  | 'alertMailEscalation'
  | 'alertMailInstallation'
  | 'alertMailAcknowledge'
  | 'alertMailSwitch'
  | 'contactMailOptOut';

export type FormatMessage = (
  language: Language,
  key: NoticeKey,
  values?: Readonly<Record<string, string>>,
) => string;

const ruleTexts = {
  'entry-co2': 'alertEntryCo2',
  'entry-unload': 'alertEntryUnload',
  'entry-overdue': 'alertEntryOverdue',
  'fan-off-failed': 'alertFanOffFailed',
  'air-without-command': 'alertAirWithoutCommand',
  temperature: 'alertTemperature',
  'hot-spot': 'alertHotSpot',
  co2: 'alertCo2',
  'co2-risk': 'alertCo2Risk',
  'co2-trend': 'alertCo2Trend',
  'level-low': 'alertLevelLow',
  'level-high': 'alertLevelHigh',
  'board-no-data': 'alertBoardNoData',
  'no-data': 'alertNoData',
  'never-reported': 'alertNeverReported',
  'cable-no-data': 'alertCableNoData',
  'sensor-no-data': 'alertSensorNoData',
  'battery-low': 'alertBatteryLow',
  'clock-wrong': 'alertClockWrong',
  'clock-late': 'alertClockLate',
  'cable-address': 'alertCableAddress',
  'board-error': 'alertBoardError',
  'command-failed': 'alertCommandFailed',
  'no-air': 'alertNoAir',
  'installation-mode': 'alertInstallationMode',
} as const satisfies Readonly<Record<AlertRule, string>>;

/** A notice names this many bins at most. */
const NAMED_BINS = 5;

/** The text of a notice in a language, in the units of the bins. */
export function writeNotice(
  { farmId, farmName, alerts }: FarmNotice,
  language: Language,
  formatMessage: FormatMessage,
): Notice {
  const bins = [...new Map(alerts.map(({ binId, binName }) => [binId, binName]))];
  const nameRules = (of: number) =>
    alerts
      .filter(({ binId }) => binId === of)
      .map((alert) => nameRule(alert, language, formatMessage))
      .join(', ');
  const lines = bins.slice(0, NAMED_BINS).map(([id, name]) => `${name}: ${nameRules(id)}`);
  const [only, ...others] = bins;
  if (only === undefined || others.length > 0) {
    return {
      title: formatMessage(language, 'alertSummary', { farm: farmName }),
      body: `${lines.join('; ')}${bins.length > NAMED_BINS ? '; …' : ''}`,
      target: `/alerts?farm=${farmId}`,
    };
  }
  const descriptions = alerts.map((alert) =>
    describeAlert(alert, alert.temperatureUnit, language, formatMessage),
  );
  return {
    title: lines.join(),
    body: `${descriptions.join('; ')} · ${farmName}`,
    target: `/binsensor/${only[0]}`,
  };
}

/** The name of an alert's rule. */
export function nameRule(
  { rule, mainBoardId }: Pick<NoticeAlert, 'rule' | 'mainBoardId'>,
  language: Language,
  formatMessage: FormatMessage,
): string {
  return formatMessage(language, ruleTexts[rule], { board: mainBoardId });
}

/** An alert with its value and limit, in the unit of its bin. */
export function describeAlert(
  alert: Pick<NoticeAlert, 'rule' | 'value' | 'limitValue' | 'mainBoardId'>,
  unit: BinRow['temperatureUnit'],
  language: Language,
  formatMessage: FormatMessage,
): string {
  const { rule, value, limitValue: limit } = alert;
  const name = nameRule(alert, language, formatMessage);
  if (value === null || limit === null) return name;
  const format = (of: number) => formatValue(rule, of, unit, language);
  const key = rule === 'entry-unload' ? 'alertEntryUnloadFell' : 'alertAgainstLimit';
  return formatMessage(language, key, {
    alert: name,
    value: format(value),
    limit: format(limit),
  });
}

/** ppm a day, as the units of CO2 and of time are written in a language. */
function formatPerDay(ppm: string, language: Language): string {
  return `${ppm} ppm/${DAY_SYMBOLS[language]}`;
}

const DAY_SYMBOLS: Readonly<Record<Language, string>> = {
  en: 'day',
  de: 'Tag',
  es: 'día',
  it: 'giorno',
  ru: 'сут.',
};

function formatValue(
  rule: AlertRule,
  value: number,
  unit: BinRow['temperatureUnit'],
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
    case 'entry-co2':
    case 'co2':
    case 'co2-risk':
      return `${number(value, 0)} ppm`;
    case 'co2-trend':
      return formatPerDay(number(value, 0), language);
    case 'no-data':
    case 'board-no-data':
    case 'clock-late':
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit: 'hour',
        maximumFractionDigits: 0,
      }).format(value);
    case 'entry-unload':
    case 'level-low':
    case 'level-high':
    case 'battery-low':
    case 'never-reported':
    case 'cable-no-data':
    case 'sensor-no-data':
    case 'clock-wrong':
    case 'cable-address':
    case 'board-error':
    case 'entry-overdue':
    case 'fan-off-failed':
    case 'air-without-command':
    case 'command-failed':
    case 'no-air':
    case 'installation-mode':
      return `${number(value, 0)} %`;
  }
}
