import type { AlertRule } from '../alerts/alert.ts';
import {
  type BinState,
  type Condition,
  type Finding,
  findWorstState,
  toFinding,
} from '../bins/state.ts';
import type { Insights } from './insights.ts';
import type { RiskKind } from './risk-reasons.ts';

/** What insights and risks are about, except outdoor air, which has no finding. */
export type InsightSubject = Exclude<keyof Insights, 'ambient'> | RiskKind;

interface FindingKinds {
  readonly conditions: readonly Condition['kind'][];
  readonly rules: readonly AlertRule[];
}

const findingsBySubject: Readonly<Record<InsightSubject, FindingKinds>> = {
  temperature: { conditions: ['temperature-insight'], rules: ['temperature'] },
  humidity: { conditions: ['humidity-insight', 'wet-grain'], rules: [] },
  co2: { conditions: ['co2'], rules: ['co2', 'co2-risk', 'co2-trend'] },
  'storage-time': { conditions: [], rules: ['storage-time'] },
  warming: { conditions: ['hot-spot'], rules: ['hot-spot'] },
};

/**
 * How severe an insight or a risk is: as severe as the worst finding about its subjects; null without one.
 * Lists and the state of the bin use the same findings.
 */
export function findInsightState(
  findings: readonly Finding[],
  ...subjects: readonly InsightSubject[]
): BinState | null {
  const relevantFindings = findings
    .flatMap(separateCo2)
    .filter((finding) =>
      subjects.some((subject) => hasSubject(finding, findingsBySubject[subject])),
    );
  return relevantFindings.length === 0 ? null : findWorstState(relevantFindings);
}

function hasSubject(finding: Finding, { conditions, rules }: FindingKinds): boolean {
  return finding.kind === 'alert'
    ? rules.includes(finding.alert.rule)
    : conditions.includes(finding.kind);
}

/**
 * Separates a hot spot from the CO2 that it causes, each with its alerts; returns other findings unchanged.
 */
function separateCo2(finding: Finding): readonly Finding[] {
  if (finding.kind !== 'hot-spot' || finding.co2 === null) return [finding];
  const { co2, alerts = [], ...hotSpot } = finding;
  const { rules } = findingsBySubject.co2;
  const isAboutCo2 = ({ rule }: { readonly rule: AlertRule }) => rules.includes(rule);
  return [
    toFinding(
      { ...hotSpot, co2: null },
      alerts.filter((alert) => !isAboutCo2(alert)),
    ),
    toFinding({ kind: 'co2', ...co2 }, alerts.filter(isAboutCo2)),
  ];
}
