import type { Language } from '@granary/contract/accounts/http';
import type { AlertRule } from '@granary/domain/alerts/alert';
import { type AlertValueTexts, describeAlertValue } from '@granary/domain/alerts/describe-value';
import { differenceToFahrenheit, type TemperatureUnit, toFahrenheit } from '@granary/domain/units';
import type { AlertRow, BinRow } from '../platform/postgres/tables.ts';

/** An open alert in a notice. */
export interface NoticeAlert extends Pick<AlertRow, 'binId' | 'rule' | 'value' | 'limitValue'> {
  readonly binName: string;
  readonly mainBoardId: string;
  readonly temperatureUnit: BinRow['temperatureUnit'];
  /** For an overdue entry, the person who has been in the bin longest. */
  readonly person?: string | null;
}

/** The content of a notice to the owner of a farm. */
export interface FarmNotice {
  readonly farmId: number;
  readonly farmName: string;
  /** Worst first, at least one. */
  readonly alerts: readonly NoticeAlert[];
}

/** The texts of a notification. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A path in the web app. */
  readonly target: string;
}

/** The keys of the texts of notices in the server's messages. */
type NoticeKey =
  | (typeof ruleTexts)[AlertRule]
  | 'alertAgainstLimit'
  | 'alertEntryUnloadFell'
  | 'alertPpmPerDay'
  | 'alertSummary'
  | AlertMailKey
  | 'alertSmsLimitReached'
  | 'contactSmsOptOut';

/** The keys of the texts of mails about alerts. */
type AlertMailKey =
  | 'alertMailCritical'
  | 'alertMailLine'
  | 'alertMailReminderSubject'
  | 'alertMailReminder'
  | 'alertMailEscalationSubject'
  | 'alertMailEscalation'
  | 'alertMailInstallation'
  | 'alertMailAcknowledge'
  | 'alertMailDealerSwitch'
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
  'storage-time': 'alertStorageTime',
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

/** A notice names at most this many bins. */
const MAX_NAMED_BINS = 5;

/** The text of a notice in a language, in the units of the bins. */
export function writeNotice(
  { farmId, farmName, alerts }: FarmNotice,
  language: Language,
  formatMessage: FormatMessage,
): Notice {
  const bins = [...new Map(alerts.map(({ binId, binName }) => [binId, binName]))];
  const nameRules = (id: number) =>
    alerts
      .filter(({ binId }) => binId === id)
      .map((alert) => nameRule(alert, language, formatMessage))
      .join(', ');
  const lines = bins.slice(0, MAX_NAMED_BINS).map(([id, name]) => `${name}: ${nameRules(id)}`);
  const [firstBin, ...otherBins] = bins;
  if (firstBin === undefined || otherBins.length > 0) {
    return {
      title: formatMessage(language, 'alertSummary', { farm: farmName }),
      body: `${lines.join('; ')}${bins.length > MAX_NAMED_BINS ? '; …' : ''}`,
      target: `/alerts?farm=${farmId}`,
    };
  }
  const descriptions = alerts.map((alert) =>
    describeAlert(alert, alert.temperatureUnit, language, formatMessage),
  );
  return {
    title: lines.join(),
    body: `${descriptions.join('; ')} · ${farmName}`,
    target: `/binsensor/${firstBin[0]}`,
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

/** An alert with its value and limit, in the unit of its bin, or with its person. */
export function describeAlert(
  alert: Pick<NoticeAlert, 'rule' | 'value' | 'limitValue' | 'mainBoardId' | 'person'>,
  unit: TemperatureUnit,
  language: Language,
  formatMessage: FormatMessage,
): string {
  const name = nameRule(alert, language, formatMessage);
  const { rule, value, limitValue: limit, person } = alert;
  if (person) return `${name}: ${person}`;
  const texts = createValueTexts(name, language, formatMessage);
  return describeAlertValue({ rule, value, limit }, unit, texts) ?? name;
}

/** The formats of values in messages about an alert with this name. */
function createValueTexts(
  alertName: string,
  language: Language,
  formatMessage: FormatMessage,
): AlertValueTexts {
  const formatNumber = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const formatDegrees = (value: number, unit: TemperatureUnit) =>
    `${formatNumber(value, 1)} ${unit === 'f' ? '°F' : '°C'}`;
  const hourFormat = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'hour',
    maximumFractionDigits: 0,
  });
  return {
    temperature: (celsius, unit) =>
      formatDegrees(unit === 'f' ? toFahrenheit(celsius) : celsius, unit),
    difference: (celsius, unit) =>
      formatDegrees(unit === 'f' ? differenceToFahrenheit(celsius) : celsius, unit),
    ppm: (value) => `${formatNumber(value, 0)} ppm`,
    ppmPerDay: (value) =>
      formatMessage(language, 'alertPpmPerDay', { value: formatNumber(value, 0) }),
    hours: (value) => hourFormat.format(value),
    percent: (value) => `${formatNumber(value, 0)} %`,
    againstLimit: (values) =>
      formatMessage(language, 'alertAgainstLimit', { alert: alertName, ...values }),
    levelUnmoved: (values) =>
      formatMessage(language, 'alertEntryUnloadFell', { alert: alertName, ...values }),
  };
}
