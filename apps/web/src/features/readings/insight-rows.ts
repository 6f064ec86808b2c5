import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Finding } from '@granary/domain/bins/state';
import { findInsightState } from '@granary/domain/insights/insight-state';
import { assessInsights, type Insights } from '@granary/domain/insights/insights';
import type { TFunction } from 'i18next';
import type { State } from '../../components/state/states.ts';
import type { Formats } from '../../lib/format.ts';
import type { OutdoorAir } from './outdoor-air.ts';

export interface InsightRow {
  readonly key: keyof Insights;
  /** The state; null is shown as a note. */
  readonly state: State | null;
  readonly title: string;
  readonly text: string;
}

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

const ambientStates = { dry: 'ok', fair: 'ok', damp: null, 'check-sensor': 'unknown' } as const;

/**
 * Builds the insight rows for a reading: sentences with values and limits, with the severity of the matching
 * findings.
 */
export function buildInsightRows(
  bin: Bin,
  reading: Reading,
  outdoorAir: OutdoorAir | null,
  findings: readonly Finding[],
  context: Context,
): InsightRow[] {
  const insights = assessInsights({
    hottest: reading.grainHottest?.value ?? null,
    averageTemperature: reading.grainAverageTemperature,
    averageHumidity: reading.grainAverageHumidity,
    ambientTemperature: outdoorAir?.temperature ?? null,
    ambientHumidity: outdoorAir?.humidity ?? null,
    crop: bin.crop,
  });
  const rows = [
    buildTemperatureRow(insights.temperature, bin, findings, context),
    buildHumidityRow(insights.humidity, findings, context),
    buildAmbientRow(insights.ambient, bin, context),
  ];
  return rows.filter((row) => row !== null);
}

function buildTemperatureRow(
  insight: Insights['temperature'],
  bin: Bin,
  findings: readonly Finding[],
  { t, format }: Context,
): InsightRow | null {
  if (insight === null) return null;
  const { verdict, value, limit } = insight;
  const isCool = verdict === 'safe' || verdict === 'monitor';
  // If the hottest sensor is a hot spot, its temperature has no separate finding.
  const state =
    verdict === 'high-risk'
      ? findInsightState(findings, 'temperature', 'warming')
      : findInsightState(findings, 'temperature');
  return {
    key: 'temperature',
    state: state ?? (isCool ? 'ok' : null),
    title: t(`insights.temperature.${verdict}.title`),
    text: t(`insights.temperature.${verdict}.text`, {
      value: format.temperature(value, bin.temperatureUnit),
      limit: format.limit(limit, bin.temperatureUnit),
    }),
  };
}

function buildHumidityRow(
  insight: Insights['humidity'],
  findings: readonly Finding[],
  { t, format }: Context,
): InsightRow | null {
  if (insight === null) return null;
  const { verdict, value, watchAbove, highAbove } = insight;
  return {
    key: 'humidity',
    state: findInsightState(findings, 'humidity') ?? (verdict === 'good' ? 'ok' : null),
    title: t(`insights.humidity.${verdict}.title`),
    text: t(`insights.humidity.${verdict}.text`, {
      value: format.percent(value, 0),
      watch: format.percent(watchAbove, 0),
      high: format.percent(highAbove, 0),
    }),
  };
}

function buildAmbientRow(
  insight: Insights['ambient'],
  bin: Bin,
  { t, format }: Context,
): InsightRow | null {
  if (insight === null) return null;
  return {
    key: 'ambient',
    state: ambientStates[insight.verdict],
    title: t(`insights.ambient.${insight.verdict}.title`),
    text: t(`insights.ambient.${insight.verdict}.text`, {
      spread: format.difference(insight.spread, bin.temperatureUnit),
      dewPoint: format.temperature(insight.dewPoint, bin.temperatureUnit),
    }),
  };
}
