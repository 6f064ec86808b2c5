import type { Language } from '@granary/contract/accounts/http';
import { type BinState, binStates } from '@granary/domain/bins/state';
import {
  differenceToFahrenheit,
  HOUR,
  type Millis,
  type TemperatureUnit,
  toFahrenheit,
} from '@granary/domain/units';
import type { MailedAlert } from './alert-mail.ts';
import { describeAlert, type FormatMessage } from './notices.ts';

/** The means of the sensors under grain, °C and % wet basis; null if unknown. */
export interface GrainMeans {
  readonly temperature: number | null;
  readonly moisture: number | null;
}

/** A bin in a weekly mail. */
export interface WeeklyBin {
  readonly binId: number;
  readonly binName: string;
  readonly temperatureUnit: TemperatureUnit;
  /** According to the bin's findings and open alerts. */
  readonly state: BinState;
  /** The open alerts, worst first. */
  readonly alerts: readonly MailedAlert[];
  /** The current means; `grainWeekAgo` contains the means from a week earlier. */
  readonly grain: GrainMeans;
  readonly grainWeekAgo: GrainMeans;
  /** How long the fan ran during the week, ms; null without a fan. */
  readonly fanRunTime: number | null;
}

/** The content of the weekly mail about a farm. */
export interface WeeklyMail {
  readonly farmName: string;
  readonly timeZone: string;
  readonly at: Millis;
  /** At least one. */
  readonly bins: readonly WeeklyBin[];
}

const stateMessageKeys = {
  critical: 'stateCritical',
  warning: 'stateWarning',
  'no-data': 'stateNoData',
  watch: 'stateWatch',
  unknown: 'stateUnknown',
  ok: 'stateOk',
} as const satisfies Readonly<Record<BinState, string>>;

type WeeklyMailKey =
  | (typeof stateMessageKeys)[BinState]
  | 'alertMailLine'
  | 'weeklyMailBin'
  | 'weeklyMailChange'
  | 'weeklyMailFan'
  | 'weeklyMailIntroduction'
  | 'weeklyMailMoisture'
  | 'weeklyMailNoTemperature'
  | 'weeklyMailSubject'
  | 'weeklyMailUnsubscribe'
  | 'weeklyMailTemperature';

export type FormatWeeklyMailMessage = (
  language: Language,
  key: WeeklyMailKey | Parameters<FormatMessage>[1],
  values?: Readonly<Record<string, string>>,
) => string;

/**
 * The weekly mail about a farm, worst bins first, in the recipient's language, with times in the farm's time
 * zone and temperatures in each bin's unit.
 *
 * @param publicUrl The address of this server; null leaves out links.
 */
export function writeWeeklyMail(
  { farmName, timeZone, at, bins }: WeeklyMail,
  language: Language,
  publicUrl: string | null,
  formatMessage: FormatWeeklyMailMessage,
): { readonly subject: string; readonly text: string } {
  const baseUrl = publicUrl?.replace(/\/+$/, '');
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone }).format(at);
  const sortedBins = bins.toSorted(
    (a, b) =>
      binStates.indexOf(a.state) - binStates.indexOf(b.state) ||
      a.binName.localeCompare(b.binName, language),
  );
  const binSections = sortedBins.map((bin) => {
    const link = baseUrl === undefined ? [] : [`${baseUrl}/binsensor/${bin.binId}`];
    const state = formatMessage(language, stateMessageKeys[bin.state]);
    const lines = [...describeBin(bin, timeZone, language, formatMessage), ...link];
    return [
      formatMessage(language, 'weeklyMailBin', { bin: bin.binName, state }),
      ...lines.map((line) => `  ${line}`),
    ].join('\n');
  });
  const paragraphs = [
    formatMessage(language, 'weeklyMailIntroduction', { farm: farmName, date }),
    ...binSections,
    formatMessage(language, 'weeklyMailUnsubscribe'),
  ];
  const states = formatStateCounts(bins, language, formatMessage);
  return {
    subject: formatMessage(language, 'weeklyMailSubject', { farm: farmName, states }),
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

/** For example, '1 Critical, 5 OK'. */
function formatStateCounts(
  bins: readonly WeeklyBin[],
  language: Language,
  formatMessage: FormatWeeklyMailMessage,
): string {
  return binStates
    .flatMap((state) => {
      const count = bins.filter((bin) => bin.state === state).length;
      return count === 0 ? [] : [`${count} ${formatMessage(language, stateMessageKeys[state])}`];
    })
    .join(', ');
}

/** One line for each open alert of a bin, then one for its grain and one for its fan. */
function describeBin(
  { alerts, grain, grainWeekAgo, fanRunTime, temperatureUnit }: WeeklyBin,
  timeZone: string,
  language: Language,
  formatMessage: FormatWeeklyMailMessage,
): string[] {
  const timeFormat = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  const lines = alerts.map((alert) =>
    formatMessage(language, 'alertMailLine', {
      alert: describeAlert(alert, temperatureUnit, language, formatMessage),
      time: timeFormat.format(alert.since),
    }),
  );
  lines.push(describeGrain(grain, grainWeekAgo, temperatureUnit, language, formatMessage));
  if (fanRunTime !== null) {
    const hours = formatNumber(fanRunTime / HOUR, language, { style: 'unit', unit: 'hour' });
    lines.push(formatMessage(language, 'weeklyMailFan', { hours }));
  }
  return lines;
}

function describeGrain(
  { temperature, moisture }: GrainMeans,
  meansWeekAgo: GrainMeans,
  unit: TemperatureUnit,
  language: Language,
  formatMessage: FormatWeeklyMailMessage,
): string {
  if (temperature === null) return formatMessage(language, 'weeklyMailNoTemperature');
  const isFahrenheit = unit === 'f';
  const symbol = isFahrenheit ? '°F' : '°C';
  const value = formatNumber(isFahrenheit ? toFahrenheit(temperature) : temperature, language);
  const parts = [
    formatMessage(language, 'weeklyMailTemperature', { temperature: `${value} ${symbol}` }),
  ];
  if (meansWeekAgo.temperature !== null) {
    const difference = temperature - meansWeekAgo.temperature;
    const change = formatNumber(
      isFahrenheit ? differenceToFahrenheit(difference) : difference,
      language,
      { signDisplay: 'exceptZero' },
    );
    parts.push(formatMessage(language, 'weeklyMailChange', { change: `${change} ${symbol}` }));
  }
  if (moisture !== null) {
    const percent = `${formatNumber(moisture, language)} %`;
    parts.push(formatMessage(language, 'weeklyMailMoisture', { moisture: percent }));
  }
  return parts.join(', ');
}

function formatNumber(
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1, ...options }).format(value);
}
