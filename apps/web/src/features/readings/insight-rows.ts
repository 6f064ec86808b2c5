import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { findingState } from '@granary/domain/bins/state';
import { assessInsights, type Insights } from '@granary/domain/insights/insights';
import type { TFunction } from 'i18next';
import type { State } from '../../components/state/states.ts';
import type { Formats } from '../../lib/format.ts';
import type { OutdoorAir } from './outdoor-air.ts';

export interface InsightRow {
  readonly key: keyof Insights;
  readonly state: State;
  readonly title: string;
  readonly text: string;
}

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

const temperatureStates = { warming: 'watch', safe: 'ok', monitor: 'ok' } as const;
const humidityStates = { good: 'ok', watch: 'watch' } as const;
const ambientStates = { dry: 'ok', fair: 'ok', damp: 'watch', 'check-sensor': 'unknown' } as const;

/** Builds the insights of a reading, as sentences with value and limit. */
export function buildInsightRows(
  bin: Bin,
  reading: Reading,
  outside: OutdoorAir | null,
  context: Context,
): InsightRow[] {
  const insights = assessInsights({
    hottest: reading.grainHottest?.value ?? null,
    averageTemperature: reading.grainAverageTemperature,
    averageHumidity: reading.grainAverageHumidity,
    ambientTemperature: outside?.temperature ?? null,
    ambientHumidity: outside?.humidity ?? null,
    crop: bin.crop,
  });
  const rows = [
    temperatureRow(insights.temperature, bin, context),
    humidityRow(insights.humidity, context),
    ambientRow(insights.ambient, bin, context),
  ];
  return rows.filter((row) => row !== null);
}

function temperatureRow(
  insight: Insights['temperature'],
  bin: Bin,
  { t, format }: Context,
): InsightRow | null {
  if (insight === null) return null;
  const { verdict, value, limit } = insight;
  return {
    key: 'temperature',
    // As lists show the finding.
    state:
      verdict === 'high-risk'
        ? findingState({ kind: 'temperature-insight', value, limit })
        : temperatureStates[verdict],
    title: t(`insights.temperature.${verdict}.title`),
    text: t(`insights.temperature.${verdict}.text`, {
      value: format.temperature(value, bin.temperatureUnit),
      limit: format.limit(limit, bin.temperatureUnit),
    }),
  };
}

function humidityRow(insight: Insights['humidity'], { t, format }: Context): InsightRow | null {
  if (insight === null) return null;
  const { verdict, value, watchAbove, highAbove } = insight;
  return {
    key: 'humidity',
    state:
      verdict === 'high'
        ? findingState({ kind: 'humidity-insight', value, limit: highAbove })
        : humidityStates[verdict],
    title: t(`insights.humidity.${verdict}.title`),
    text: t(`insights.humidity.${verdict}.text`, {
      value: format.percent(value, 0),
      watch: format.percent(watchAbove, 0),
      high: format.percent(highAbove, 0),
    }),
  };
}

function ambientRow(
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
