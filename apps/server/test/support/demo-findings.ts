import { readingFrame as readingFrameSchema } from '@granary/contract/readings/frame';
import type { AlertRule } from '@granary/domain/alerts/alert';
import { evaluateClockRules } from '@granary/domain/alerts/clock-rules';
import { foldDay, foldReading } from '@granary/domain/alerts/fold';
import { type AlertMemory, NO_ALERT_MEMORY } from '@granary/domain/alerts/memory';
import type { AlertSettings } from '@granary/domain/alerts/settings';
import { assessBin } from '@granary/domain/bins/assess-bin';
import { type BinConditions, NO_CONDITIONS } from '@granary/domain/bins/conditions';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { type Finding, listAlerts } from '@granary/domain/bins/state';
import { calculateIntervalFromGaps } from '@granary/domain/boards/report-interval';
import { getHighHumidityLimit } from '@granary/domain/insights/insights';
import { toReading } from '@granary/domain/readings/board-report';
import {
  calculateDayMeans,
  type DayMeans,
  type DayMeansReading,
} from '@granary/domain/readings/day-means';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { applyBehaviors } from '@granary/simulator/behaviors/behavior';
import { advanceBin, createEmptyBin } from '@granary/simulator/board/bin';
import { type BinModel, createBinModel } from '@granary/simulator/board/model';
import { type BinTruth, describeTruth } from '@granary/simulator/board/truth';
import type { DemoBin } from '@granary/simulator/demo/farm';
import { DEMO_FARMS } from '@granary/simulator/demo/fleet';
import { createFrameBehaviors, createReadingFrame } from '@granary/simulator/history';
import * as z from 'zod/mini';
import { toInputAtReading } from '../../src/bins/severity/assessment-input.ts';
import { toBinRow, toCableRows } from '../../src/demo/seed.ts';
import {
  type AssessmentContext,
  getSensorStatus,
  toVisibleReading,
} from '../../src/readings/bin-context.ts';
import { applyReading } from '../../src/readings/conditions.ts';
import { createFillHistory } from '../../src/readings/fill-history.ts';

/** Findings do not depend on moisture in the daily means. */
const NO_MOISTURES = new Int16Array();

/** A bin's true state at one time, and the findings that the product reports about it. */
interface Snapshot {
  readonly at: Millis;
  /** The time from this reading to the next, ms. */
  readonly step: number;
  readonly truth: BinTruth;
  readonly findings: readonly Finding[];
}

/** Returns the bin as the server knows it. */
function toContext({ board, bin }: BinModel): AssessmentContext {
  return {
    bin: {
      ...toBinRow(1, board, bin),
      id: 1,
      removedCables: [],
      // The default for a new bin.
      differenceAlertC: 5,
      co2RiskEnabled: true,
    },
    cables: toCableRows(bin),
    statuses: new Map(
      bin.sensorStatuses.map(({ cable, position, status }) => [`${cable}:${position}`, status]),
    ),
  };
}

function toLedger({ bin, anchor }: BinModel) {
  let [loaded, unloaded] = [0, 0];
  return bin.loads.map(({ type, bushels, daysAgo }) => {
    if (type === 'load') loaded += bushels;
    else unloaded += bushels;
    return { at: new Date(anchor - daysAgo * DAY), loaded, unloaded };
  });
}

/** Returns a bin's alert settings, with the alerts that are on by default. */
function toAlertSettings(
  context: AssessmentContext,
  { bin, anchor, timezone }: BinModel,
): AlertSettings {
  const loads = bin.loads.filter(({ type }) => type === 'load');
  return {
    temperature: null,
    co2: null,
    difference: 5,
    noDataHours: 7,
    minLevel: null,
    maxLevel: null,
    isCo2RiskEnabled: true,
    isStorageTimeEnabled: true,
    hasBattery: bin.batteryAttached,
    cables: context.cables,
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    loadedAt: loads.map(({ daysAgo }) => millis(anchor - daysAgo * DAY)),
    plenum: { plenumSensorAttached: false, fanOnSpeed: null, fanOffSpeed: null },
    isLevelMeasured: bin.loadMethod !== 'manual',
    unloads: bin.loads.flatMap(({ type, bushels, daysAgo }) =>
      type === 'unload' && bin.size
        ? [{ at: millis(anchor - daysAgo * DAY), percent: (bushels / bin.size) * 100 }]
        : [],
    ),
    timeZone: timezone,
  };
}

/** Tracks a bin's alerts from one reading to the next, using its daily means. */
function createAlertTracker(settings: AlertSettings, start: Millis) {
  let memory: AlertMemory = NO_ALERT_MEMORY;
  let today = { day: '', readings: [] as DayMeansReading[] };
  const days: DayMeans[] = [];
  return {
    receive(inputs: DayMeansReading & { readonly reading: Reading }) {
      const day = toLocalDay(inputs.reading.at, settings.timeZone);
      if (day !== today.day) {
        if (today.readings.length > 0) {
          days.push(calculateDayMeans(today.day, today.readings, settings.cables));
          memory = foldDay(memory, days.slice(-31), settings);
        }
        today = { day, readings: [] };
      }
      today.readings.push(inputs);
      memory = foldReading(memory, inputs, settings);
    },
    listOpen(now: Millis, lastAt: Millis | null, usualIntervalMs: number) {
      memory = evaluateClockRules(memory, {
        now,
        createdAt: start,
        boardNoData: 'none',
        lastArrivalAt: lastAt,
        lastAt,
        arrivals: [],
        usualIntervalMs,
        listeningSince: start,
        noDataHours: settings.noDataHours,
      });
      return memory.open.map((alert) => ({ ...alert, sensor: null }));
    },
  };
}

/** Creates an assessor that goes through the same steps as the server, from a reading to the findings. */
function createAssessor(model: BinModel, start: Millis) {
  const context = toContext(model);
  const getFillPercent = createFillHistory(context.bin, toLedger(model));
  const alerts = createAlertTracker(toAlertSettings(context, model), start);
  const gaps: number[] = [];
  let conditions: BinConditions = NO_CONDITIONS;
  let newest: Reading | null = null;
  return {
    receive(text: string, at: Millis, isFanRunning: boolean) {
      const report = z.decode(readingFrameSchema, JSON.parse(text));
      const sent = toReading(report, at, false);
      conditions = applyReading({ context, getFillPercent }, conditions, sent);
      if (newest !== null) gaps.push(at - newest.at);
      newest = toVisibleReading(context, sent);
      const fillPercent = getFillPercent(newest.at, newest.scalars);
      alerts.receive({ reading: newest, moistures: NO_MOISTURES, fillPercent, isFanRunning });
    },
    assess(now: Millis): Finding[] {
      const usualIntervalMs = calculateIntervalFromGaps(gaps.slice(-10));
      const input = toInputAtReading(context, {
        reading: newest,
        fillPercent: newest && getFillPercent(newest.at, newest.scalars),
        conditions,
        usualIntervalMs,
        boardProblems: null,
        alerts: alerts.listOpen(now, newest?.at ?? null, usualIntervalMs),
      });
      return assessBin(input, now);
    },
  };
}

/** A phase of a simulation: its end, relative to the anchor, and the interval between its readings, ms. */
interface Phase {
  readonly endOffset: number;
  readonly step: number;
}

const LAST_PHASES: readonly Phase[] = [
  { endOffset: 0, step: 20 * MINUTE },
  { endOffset: 6 * HOUR, step: 5 * MINUTE },
];

/**
 * Simulates a bin from `days` before the anchor; the simulation itself advances in steps of at most one hour.
 */
function* simulateBin(model: BinModel, days: number): Generator<Snapshot> {
  const start = millis(model.anchor - days * DAY);
  const assessor = createAssessor(model, start);
  const behaviors = createFrameBehaviors(model, start);
  let state = advanceBin(model, createEmptyBin(model), start);
  for (const { endOffset, step } of [{ endOffset: -DAY, step: 13 * HOUR }, ...LAST_PHASES]) {
    while (state.grain.at + step <= model.anchor + endOffset) {
      state = advanceBin(model, state, millis(state.grain.at + step));
      const { at } = state.grain;
      for (const { text } of applyBehaviors(behaviors, [createReadingFrame(model, state)])) {
        assessor.receive(text, at, state.fan.isOn);
      }
      yield { at, step, truth: describeTruth(model, state), findings: assessor.assess(at) };
    }
  }
}

/** The kind of a finding, or the rule of an open alert. */
type FindingKind = Finding['kind'] | `alert ${AlertRule}`;

function listKinds(findings: readonly Finding[]): ReadonlySet<FindingKind> {
  const alerts = listAlerts(findings).map(({ rule }): FindingKind => `alert ${rule}`);
  const others = findings.map(({ kind }) => kind).filter((kind) => kind !== 'alert');
  return new Set([...others, ...alerts]);
}

interface Rule {
  /** Whether the truth justifies the finding, allowing for sensor errors. */
  readonly isTrue: (snapshot: Snapshot, crop: string) => boolean;
  /** Whether the cause is clear enough that the finding is required. */
  readonly isClear: (snapshot: Snapshot, crop: string) => boolean;
  /** How much longer than usual the finding may outlast its cause, ms; 0 by default. */
  readonly endsWithin?: number;
  /** How much longer than usual the cause may last before it is detected, ms; 0 by default. */
  readonly appearsWithin?: number;
  /** Another finding that replaces this one; this one ends when the other begins. */
  readonly replacedBy?: FindingKind;
}

const hasFinding = (snapshot: Snapshot, kind: FindingKind) =>
  snapshot.findings.some((finding) => finding.kind === kind);

const isHumid = ({ truth }: Snapshot, crop: string, margin: number, minTemperature: number) =>
  (truth.averageHumidity ?? 0) > getHighHumidityLimit(crop) + margin &&
  (truth.averageTemperature ?? 0) > minTemperature;

/** The causes of the findings. Findings that are not listed have no cause in the demo. */
const findingRules = {
  'hot-spot': {
    isTrue: ({ truth: { hotSpot }, findings }) =>
      hotSpot !== null &&
      hotSpot.excess > 3.5 &&
      findings.every(
        (finding) =>
          finding.kind !== 'hot-spot' ||
          (finding.cable === hotSpot.cable && hotSpot.depths.includes(finding.depth)),
      ),
    isClear: ({ truth }) => (truth.hotSpot?.excess ?? 0) > 6,
  },
  'temperature-insight': {
    isTrue: ({ truth }) => (truth.warmest ?? 0) > 18.5,
    isClear: ({ truth }) => (truth.warmest ?? 0) > 20.5 && truth.hotSpot === null,
  },
  'humidity-insight': {
    isTrue: (snapshot, crop) => isHumid(snapshot, crop, -2.5, 2.5),
    isClear: (snapshot, crop) => isHumid(snapshot, crop, 0.5, 4.5),
  },
  'wet-grain': {
    isTrue: ({ truth }) =>
      truth.rows.some(({ humidity, temperature }) => humidity > 66.5 && temperature > 2.5),
    isClear: (snapshot) =>
      !hasFinding(snapshot, 'humidity-insight') &&
      snapshot.truth.rows.some(({ humidity, temperature }) => humidity > 72 && temperature > 5),
    replacedBy: 'humidity-insight',
  },
  co2: {
    isTrue: ({ truth }) => (truth.co2 ?? 0) > 520,
    isClear: ({ truth }) => (truth.co2 ?? 0) > 1_030 && truth.hotSpot === null,
    endsWithin: DAY,
  },
  'battery-low': {
    isTrue: ({ truth }) => (truth.charge ?? 100) < 27,
    isClear: ({ truth }) => (truth.charge ?? 100) < 18,
  },
  'no-data': {
    isTrue: ({ truth, at }) => truth.noDataSince !== null && truth.noDataSince <= at,
    isClear: ({ truth, at, step }) =>
      truth.noDataSince !== null && at - truth.noDataSince > 27 * HOUR && step < HOUR,
  },
} satisfies Partial<Record<FindingKind, Rule>>;

/** Each alert has the same cause as its finding. */
const rules: Partial<Record<FindingKind, Rule>> = {
  ...findingRules,
  // Three daily means in a row are needed to start this alert; a single one is enough to end it.
  'alert hot-spot': {
    ...findingRules['hot-spot'],
    endsWithin: 2 * DAY,
    appearsWithin: 5 * DAY,
  },
  'alert co2-risk': { ...findingRules.co2, isClear: ({ truth }) => (truth.co2 ?? 0) > 1_030 },
  // The rate of the rise is tested with a real database; here CO2 only has to have risen.
  'alert co2-trend': {
    isTrue: ({ truth }) => (truth.co2 ?? 0) > 520,
    isClear: () => false,
    endsWithin: DAY,
    replacedBy: 'alert co2-risk',
  },
  // When readings are hours apart, only the fourth low reading in a row ends this alert.
  'alert entry-co2': {
    isTrue: ({ truth }) => (truth.co2 ?? 0) > 4_470,
    isClear: ({ truth }) => (truth.co2 ?? 0) > 5_030,
    endsWithin: 2 * DAY,
  },
  'alert battery-low': findingRules['battery-low'],
  'alert no-data': findingRules['no-data'],
};

const boardFindings: readonly FindingKind[] = [
  'battery-low',
  'no-data',
  'alert battery-low',
  'alert no-data',
];

/** Compares the findings of a simulation with the truth; returns the problems. */
function compare(crop: string, snapshots: Iterable<Snapshot>): string[] {
  const problems = new Map<string, string>();
  const lastTrue = new Map<FindingKind, number>();
  const clearSince = new Map<FindingKind, number>();
  const shownPeriods = new Map<FindingKind, { from: number; to: number | null }>();
  for (const snapshot of snapshots) {
    const { at, step, truth, findings } = snapshot;
    // Reports each problem once, with the time when it first occurred.
    const report = (text: string) => {
      if (!problems.has(text)) problems.set(text, `${text}, from ${new Date(at).toISOString()}`);
    };
    const usualDelay = Math.max(2 * HOUR, 2.5 * step);
    // Stale values do not describe the current state of the grain.
    const hasNoData = truth.noDataSince !== null && truth.noDataSince <= at;
    const kinds = listKinds(findings);
    for (const kind of kinds) if (!(kind in rules)) report(`${kind}: has no cause`);
    for (const [kind, rule] of Object.entries(rules) as [FindingKind, Rule][]) {
      if (rule.isTrue(snapshot, crop)) lastTrue.set(kind, at);
      if (!rule.isClear(snapshot, crop) || (hasNoData && !kind.endsWith('no-data')))
        clearSince.delete(kind);
      else if (!clearSince.has(kind)) clearSince.set(kind, at);
      const maxDelay = (rule.endsWithin ?? 0) + usualDelay;
      if (kinds.has(kind) && at - (lastTrue.get(kind) ?? 0) > maxDelay) {
        report(`${kind}: is not true`);
      }
      if (
        !kinds.has(kind) &&
        at - (clearSince.get(kind) ?? at) > (rule.appearsWithin ?? 0) + usualDelay
      ) {
        report(`${kind}: is missing`);
      }
      const period = shownPeriods.get(kind);
      if (kinds.has(kind) && period?.to !== null) {
        if (period && at - period.to < DAY) report(`${kind}: appears again within a day`);
        shownPeriods.set(kind, { from: at, to: null });
      }
      if (!kinds.has(kind) && period?.to === null) {
        const isReplaced = rule.replacedBy !== undefined && kinds.has(rule.replacedBy);
        // The findings about the grain end when the bin is emptied.
        const isOver = isReplaced || truth.warmest === null;
        if (at - period.from < DAY && !isOver) report(`${kind}: disappears within a day`);
        shownPeriods.set(kind, { from: period.from, to: at });
      }
    }
    if (truth.warmest === null && [...kinds].some((kind) => !boardFindings.includes(kind))) {
      report(`${[...kinds].join(', ')}: in an empty bin`);
    }
  }
  return [...problems.values()];
}

/**
 * Returns the problems with the findings of demo bins, from `days` before the anchor to six hours after it.
 */
export function compareDemoFindings(
  anchor: Millis,
  days: number,
  isIncluded: (bin: DemoBin) => boolean = () => true,
): string[] {
  return DEMO_FARMS.flatMap((farm) =>
    farm.boards.flatMap((board) =>
      board.bins
        .filter((bin) => bin.scenario !== 'new' && isIncluded(bin))
        .flatMap((bin) => {
          const model = createBinModel(farm, board, bin, anchor);
          return compare(bin.crop, simulateBin(model, days)).map((text) => `${bin.name}: ${text}`);
        }),
    ),
  );
}
