import type { HotSince } from '@granary/contract/bins/http';
import type { BinSummary } from '@granary/contract/bins/lists';
import type { Cable } from '@granary/contract/readings/reading-response';
import type { AlertSummary } from '@granary/domain/alerts/alert';
import type { Co2Risk } from '@granary/domain/bins/co2-risk';
import { type Finding, listAlerts } from '@granary/domain/bins/state';
import type { Millis, TemperatureUnit } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { type Formats, toLargestUnit } from '../lib/format.ts';
import { describeAlert } from './describe-alert.ts';
import { formatCableNameByNumber, formatSensorName } from './format-sensor-name.ts';

export interface FindingText {
  /** The finding in two or three words. */
  readonly title: string;
  /** The measured value and its limit. */
  readonly detail: string;
  /** When the finding began, or the time of the value. */
  readonly since: string;
  /** Who last acknowledged one of its alerts, and when; empty until all are acknowledged. */
  readonly response: string;
}

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
  readonly unit: TemperatureUnit;
  readonly now: Millis;
  /** The time of the newest reading. */
  readonly readAt: Millis | null;
  /** The cables with their names; a cable that is not listed is named by its number. */
  readonly cables: readonly Pick<Cable, 'cable' | 'name'>[];
  /** The cable with the hot spot in the newest reading, and the first day of the hot spot. */
  readonly hotSince: HotSince;
}

/** Describes a finding about the latest reading of a listed bin. */
export function describeBinFinding(
  { temperatureUnit, latest, cables, hotSince }: BinSummary,
  finding: Finding,
  context: Pick<Context, 't' | 'format' | 'now'>,
): FindingText {
  return describeFinding(finding, {
    ...context,
    unit: temperatureUnit,
    readAt: latest?.at ?? null,
    cables,
    hotSince,
  });
}

/** Describes a finding for a list. */
export function describeFinding(finding: Finding, context: Context): FindingText {
  return {
    title: formatTitle(finding, context),
    detail: formatDetail(finding, context),
    since: formatSince(finding, context),
    response: formatResponse(finding, context),
  };
}

function formatResponse(finding: Finding, { t, format, now }: Context): string {
  const alerts = listAlerts([finding]);
  const responses = alerts.flatMap(({ acknowledged }) => acknowledged ?? []);
  const [newestResponse] = responses.sort((a, b) => b.at - a.at);
  if (newestResponse === undefined || responses.length < alerts.length) return '';
  return t('alerts.acknowledgedBy', {
    name: newestResponse.by,
    time: format.dateTime(newestResponse.at, now),
  });
}

function formatTitle(finding: Finding, { t, format }: Context): string {
  if (finding.kind === 'alert') return t(`alerts.rules.${finding.alert.rule}`);
  if (finding.kind === 'hot-spot' && finding.co2 !== null) {
    return t('findings.hot-spot.titleWithCo2');
  }
  if (finding.kind === 'unknown-bins') {
    const list = new Intl.ListFormat(format.locale).format(finding.numbers.map(String));
    return t('findings.unknown-bins.title', { count: finding.numbers.length, list });
  }
  return t(`findings.${finding.kind}.title`);
}

function formatSince(finding: Finding, { t, format, now, readAt, hotSince }: Context): string {
  if (finding.kind === 'no-data') {
    return t('findings.since', { time: format.since(finding.since, now) });
  }
  if (finding.kind === 'wrong-board-key') {
    return t('findings.asOf', { time: format.since(finding.at, now) });
  }
  if (finding.kind === 'hot-spot' && hotSince?.cable === finding.cable) {
    return t('findings.hot-spot.began', { time: format.day(hotSince.day, now) });
  }
  const [alert] = finding.kind === 'alert' ? [finding.alert] : (finding.alerts ?? []);
  if (alert !== undefined) return t('findings.since', { time: format.since(alert.since, now) });
  return readAt === null ? '' : t('findings.asOf', { time: format.since(readAt, now) });
}

function formatDetail(finding: Finding, context: Context): string {
  const { t, format, unit, now, cables } = context;
  switch (finding.kind) {
    case 'alert':
      return formatAlert(finding.alert, context);
    case 'cable-address': {
      const names = finding.cables.map((number) => formatCableNameByNumber(number, cables, t));
      const list = new Intl.ListFormat(format.locale).format(names);
      return t('findings.cable-address.detail', { count: finding.cables.length, list });
    }
    case 'hot-spot':
      return formatHotSpot(finding, context);
    case 'battery-low':
      return t('findings.battery-low.detail', {
        value: format.percent(finding.percent, 0),
        limit: format.percent(finding.limit, 0),
      });
    case 'no-data':
      return t('findings.no-data.detail', {
        ago: format.ago(finding.since, now, 'long'),
        usually: formatUsualInterval(finding.usualIntervalMs, t),
      });
    case 'temperature-insight':
      return t('findings.temperature-insight.detail', {
        value: format.temperature(finding.value, unit),
        limit: format.limit(finding.limit, unit),
      });
    case 'humidity-insight':
      return t('findings.humidity-insight.detail', {
        value: format.percent(finding.value),
        limit: format.percent(finding.limit, 0),
      });
    case 'wet-grain':
      return t('findings.wet-grain.detail', {
        row: finding.depth,
        value: format.percent(finding.value, 0),
        limit: format.percent(finding.limit, 0),
      });
    case 'co2':
      return t(`findings.co2.${classifyCo2(finding)}`, {
        value: t('units.ppm', { value: format.number(finding.value) }),
        limit: t('units.ppm', { value: format.number(finding.limit) }),
      });
    case 'wrong-board-key':
      return t('findings.wrong-board-key.detail', { ago: format.ago(finding.at, now, 'long') });
    case 'unknown-bins':
      return t('findings.unknown-bins.detail');
    case 'board-error':
    case 'clock-wrong':
    case 'never-read':
    case 'no-values':
      return t(`findings.${finding.kind}.detail`);
  }
}

function formatAlert(
  { sensor, ...alert }: AlertSummary,
  { t, format, unit: temperatureUnit, cables }: Context,
): string {
  const cableName = cables.find(({ cable }) => cable === sensor?.cable)?.name ?? '';
  const sensors = sensor === null ? [] : [{ ...sensor, cableName }];
  return describeAlert({ ...alert, sensors, temperatureUnit }, { t, format });
}

function formatHotSpot(
  finding: Extract<Finding, { kind: 'hot-spot' }>,
  { t, format, unit, cables }: Context,
): string {
  const name = cables.find(({ cable }) => cable === finding.cable)?.name ?? '';
  const detail = t('findings.hot-spot.detail', {
    sensor: formatSensorName({ number: finding.cable, name }, finding.depth, t),
    value: format.temperature(finding.temperature, unit),
    excess: format.difference(finding.excess, unit),
  });
  if (finding.co2 === null) return detail;
  const value = t('units.ppm', { value: format.number(finding.co2.value) });
  return t('findings.hot-spot.detailWithCo2', { detail, value });
}

/**
 * Picks the text for a CO2 finding. A running fan blows the CO2 out, so the value can be below the limit
 * before the finding ends.
 */
function classifyCo2({ level, value, limit }: Co2Risk): 'rising' | 'sustained' | 'recent' {
  if (value < limit) return 'recent';
  return level === 'watch' ? 'rising' : 'sustained';
}

/** How often a bin usually reports, in the largest suitable unit: 'every hour', 'every 10 minutes'. */
function formatUsualInterval(ms: number, t: TFunction): string {
  const [count, unit] = toLargestUnit(ms);
  return t(`findings.no-data.every.${unit}`, { count });
}
