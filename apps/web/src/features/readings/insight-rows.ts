import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Finding } from '@granary/domain/bins/state';
import { findInsightState } from '@granary/domain/insights/insight-state';
import { deriveInsights, type Insights } from '@granary/domain/insights/insights';
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
  const insights = deriveInsights({
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
  const { assessment, value, limit } = insight;
  const isCool = assessment === 'safe' || assessment === 'monitor';
  // If the hottest sensor is a hot spot, its temperature has no separate finding.
  const state =
    assessment === 'high-risk'
      ? findInsightState(findings, 'temperature', 'warming')
      : findInsightState(findings, 'temperature');
  return {
    key: 'temperature',
    state: state ?? (isCool ? 'ok' : null),
    title: t(`insights.temperature.${assessment}.title`),
    text: t(`insights.temperature.${assessment}.text`, {
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
  const { assessment, value, watchAbove, highAbove } = insight;
  return {
    key: 'humidity',
    state: findInsightState(findings, 'humidity') ?? (assessment === 'good' ? 'ok' : null),
    title: t(`insights.humidity.${assessment}.title`),
    text: t(`insights.humidity.${assessment}.text`, {
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
    state: ambientStates[insight.assessment],
    title: t(`insights.ambient.${insight.assessment}.title`),
    text: t(`insights.ambient.${insight.assessment}.text`, {
      spread: format.difference(insight.spread, bin.temperatureUnit),
      dewPoint: format.temperature(insight.dewPoint, bin.temperatureUnit),
    }),
  };
}
