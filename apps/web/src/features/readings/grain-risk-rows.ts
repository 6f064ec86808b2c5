import type { Bin } from '@granary/contract/bins/http';
import type { GrainRiskResponse } from '@granary/contract/insights/http';
import type { Finding } from '@granary/domain/bins/state';
import { findInsightState } from '@granary/domain/insights/insight-state';
import { isActionable, isAssessed } from '@granary/domain/insights/risk-reasons';
import { COLD_STORAGE } from '@granary/domain/moisture/safe-storage';
import { DAY, type Millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { formatSensorName } from '../../bin-data/format-sensor-name.ts';
import type { SensorCable } from '../../bin-data/sensor-cables.ts';
import type { State } from '../../components/state/states.ts';
import type { Formats } from '../../lib/format.ts';

export interface GrainRiskRow {
  readonly key: GrainRiskResponse['kind'];
  /** The state; null is shown as a note. */
  readonly state: State | null;
  readonly title: string;
  /** The formatted value; empty if unknown. */
  readonly value: string;
  readonly text: string;
  readonly action: string;
  readonly source: string;
}

interface Context {
  readonly bin: Bin;
  readonly cables: readonly SensorCable[];
  /** The bin's findings, which decide how severe a risk is. */
  readonly findings: readonly Finding[];
  readonly now: Millis;
  readonly t: TFunction;
  readonly format: Formats;
}

/** Allowable storage times are not accurate beyond this many days. */
const MAX_DAYS_LEFT = 300;

/** Builds a row with sentences for each risk to the grain in a bin. */
export function buildGrainRiskRows(
  risks: readonly GrainRiskResponse[],
  context: Context,
): GrainRiskRow[] {
  return risks.map((risk) => {
    const values = formatValues(risk, context);
    const { t } = context;
    const hasValue = isAssessed(risk.reason);
    return {
      key: risk.kind,
      state: toState(risk, context),
      title: t(`risks.kinds.${risk.kind}`),
      value: hasValue ? formatValue(risk, context) : '',
      text: t(`risks.reasons.${toTextKey(risk)}`, values),
      action: toAction(risk, context),
      source: hasValue ? t('risks.source', { source: risk.source }) : '',
    };
  });
}

/**
 * Normal CO2 has three texts: above the limit without a lasting rise, not measured long enough, and all other
 * cases.
 */
function toTextKey({ reason, value, limit, change }: GrainRiskResponse) {
  if (reason !== 'co2-normal') return reason;
  if (value !== null && limit !== null && value >= limit) return 'co2-steady';
  return change === null ? 'co2-new' : reason;
}

function toState({ kind, reason }: GrainRiskResponse, { findings }: Context): State | null {
  if (!isAssessed(reason)) return 'unknown';
  return findInsightState(findings, kind) ?? (isActionable(reason) ? null : 'ok');
}

/**
 * Advice about a risk; empty if the risk cannot be assessed, or if "no action" would contradict a finding.
 */
function toAction({ reason }: GrainRiskResponse, { findings, t }: Context): string {
  if (!isAssessed(reason)) return '';
  if (!isActionable(reason)) {
    return findings.length === 0 ? t('risks.noAction') : '';
  }
  return t('risks.action', { action: t(`risks.actions.${reason}`) });
}

function formatValue(
  { kind, reason, value, change }: GrainRiskResponse,
  { bin, t, format }: Context,
): string {
  if (value === null) return '';
  switch (kind) {
    case 'humidity':
    case 'storage-time':
      return format.percent(value, 0);
    case 'co2':
      return t('units.ppm', { value: format.number(value, 0) });
    case 'warming': {
      // For a hot spot, how much warmer it is than its row; for other sensors, how much more they warmed than
      // their row.
      const warming = reason === 'warming-hot-spot' ? value : (change ?? value);
      return format.change(warming, bin.temperatureUnit);
    }
  }
}

function formatValues(risk: GrainRiskResponse, { bin, cables, now, t, format }: Context) {
  const { kind, limit, change, daysLeft, since, cable, depth } = risk;
  const name = cables.find(({ number }) => number === cable)?.name ?? '';
  const formatLimit = (limitValue: number) => {
    if (kind === 'co2') return t('units.ppm', { value: format.number(limitValue, 0) });
    if (kind === 'warming') return format.difference(limitValue, bin.temperatureUnit);
    return format.percent(limitValue, 0);
  };
  return {
    limit: limit === null ? '' : formatLimit(limit),
    change:
      change === null
        ? ''
        : kind === 'co2'
          ? format.number(change, 0)
          : format.difference(change, bin.temperatureUnit),
    row: depth === null ? '' : format.number(depth, 0),
    sensor:
      cable === null || depth === null ? '' : formatSensorName({ number: cable, name }, depth, t),
    since: since === null ? '' : format.day(since, now),
    left: daysLeft === null ? '' : formatDaysLeft(daysLeft, { t, format }),
    cold: format.limit(COLD_STORAGE, bin.temperatureUnit),
  };
}

function formatDaysLeft(days: number, { t, format }: Pick<Context, 't' | 'format'>): string {
  if (days <= MAX_DAYS_LEFT) return format.longDuration(days * DAY);
  return t('risks.moreThan', { days: format.longDuration(MAX_DAYS_LEFT * DAY) });
}
