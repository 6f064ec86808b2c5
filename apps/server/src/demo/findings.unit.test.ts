import { readingFrame as readingFrameSchema } from '@granary/contract/readings/frame';
import { assessBin } from '@granary/domain/bins/assess-bin';
import { type BinConditions, NO_CONDITIONS } from '@granary/domain/bins/conditions';
import type { Finding } from '@granary/domain/bins/state';
import { calculateUsualInterval } from '@granary/domain/boards/report-interval';
import { highHumidityAbove } from '@granary/domain/insights/insights';
import { toReading } from '@granary/domain/readings/board-report';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { applyBehaviors } from '@granary/simulator/behaviors/behavior';
import { advanceBin, createEmptyBin } from '@granary/simulator/board/bin';
import { type BinModel, createBinModel } from '@granary/simulator/board/model';
import { type BinTruth, describeTruth } from '@granary/simulator/board/truth';
import { DEMO_FLEET } from '@granary/simulator/demo/fleet';
import { frameBehaviors, readingFrame } from '@granary/simulator/history';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toInputAtReading } from '../bins/severity/assessment-input.ts';
import { type AssessmentContext, visibleReading } from '../readings/bin-context.ts';
import { followReading } from '../readings/conditions.ts';
import { createFillHistory } from '../readings/fill-history.ts';
import { toBinRow, toCableRows } from './seed.ts';

/** What is true of a bin at an instant, and what the product reports of it. */
interface Moment {
  readonly at: Millis;
  /** Between this reading and the next. */
  readonly step: number;
  readonly truth: BinTruth;
  readonly findings: readonly Finding[];
}

/** The bin as the server knows it. */
function toContext({ board, bin }: BinModel): AssessmentContext {
  return {
    bin: {
      ...toBinRow(1, board, bin),
      id: 1,
      removedCables: [],
      // The default of a new bin.
      differenceAlertC: 5,
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

/** The server's steps from a reading to the findings. */
function createAssessor(model: BinModel) {
  const context = toContext(model);
  const fillAt = createFillHistory(context.bin, toLedger(model));
  const gaps: number[] = [];
  let conditions: BinConditions = NO_CONDITIONS;
  let newest: Reading | null = null;
  return {
    receive(text: string, at: Millis) {
      const report = z.decode(readingFrameSchema, JSON.parse(text));
      const sent = toReading(report, at, false);
      conditions = followReading({ context, fillAt }, conditions, sent);
      if (newest !== null) gaps.push(at - newest.at);
      newest = visibleReading(context, sent);
    },
    assess(now: Millis): Finding[] {
      const input = toInputAtReading(context, {
        reading: newest,
        fillPercent: newest && fillAt(newest.at, newest.scalars),
        conditions,
        usualIntervalMs: calculateUsualInterval(gaps.slice(-10)),
        boardProblems: null,
        alerts: [],
      });
      return assessBin(input, now);
    },
  };
}

/** The phases of a run: until when, after the anchor, and how far apart its readings are. */
interface Phase {
  readonly until: number;
  readonly step: number;
}

const END: readonly Phase[] = [
  { until: 0, step: 10 * MINUTE },
  { until: 6 * HOUR, step: 2 * MINUTE },
];

/** Runs a bin from `days` before the anchor; the simulation itself goes on in steps of an hour. */
function* run(model: BinModel, days: number): Generator<Moment> {
  const assessor = createAssessor(model);
  const behaviors = frameBehaviors(model, millis(model.anchor - days * DAY));
  let state = advanceBin(model, createEmptyBin(model), millis(model.anchor - days * DAY));
  for (const { until, step } of [{ until: -DAY, step: 13 * HOUR }, ...END]) {
    while (state.grain.at + step <= model.anchor + until) {
      state = advanceBin(model, state, millis(state.grain.at + step));
      const { at } = state.grain;
      for (const { text } of applyBehaviors(behaviors, [readingFrame(model, state)])) {
        assessor.receive(text, at);
      }
      yield { at, step, truth: describeTruth(model, state), findings: assessor.assess(at) };
    }
  }
}

type Kind = Finding['kind'];

interface Rule {
  /** Whether the truth has this story, with the errors of the sensors. */
  readonly isTrue: (moment: Moment, crop: string) => boolean;
  /** Whether it is beyond all doubt, so that it must be found. */
  readonly isPlain: (moment: Moment, crop: string) => boolean;
  /** How long the finding may outlast its story, ms; an hour if not given. */
  readonly outlasts?: number;
}

const has = (moment: Moment, kind: Kind) => moment.findings.some((one) => one.kind === kind);

const isDamp = ({ truth }: Moment, crop: string, margin: number, from: number) =>
  (truth.averageHumidity ?? 0) > highHumidityAbove(crop) + margin &&
  (truth.averageTemperature ?? 0) > from;

/** The story of each finding. Findings that are not listed have none in the demo. */
const rules: Partial<Record<Kind, Rule>> = {
  'hot-spot': {
    isTrue: ({ truth: { hotSpot }, findings }) =>
      hotSpot !== null &&
      hotSpot.excess > 3.5 &&
      findings.every(
        (one) =>
          one.kind !== 'hot-spot' ||
          (one.cable === hotSpot.cable && hotSpot.depths.includes(one.depth)),
      ),
    isPlain: ({ truth }) => (truth.hotSpot?.excess ?? 0) > 6,
  },
  'temperature-insight': {
    isTrue: ({ truth }) => (truth.warmest ?? 0) > 18.5,
    isPlain: ({ truth }) => (truth.warmest ?? 0) > 20.5 && truth.hotSpot === null,
  },
  'humidity-insight': {
    isTrue: (moment, crop) => isDamp(moment, crop, -2.5, 2.5),
    isPlain: (moment, crop) => isDamp(moment, crop, 0.5, 4.5),
  },
  'wet-grain': {
    isTrue: ({ truth }) =>
      truth.rows.some(({ humidity, temperature }) => humidity > 66.5 && temperature > 2.5),
    isPlain: (moment) =>
      !has(moment, 'humidity-insight') &&
      moment.truth.rows.some(({ humidity, temperature }) => humidity > 72 && temperature > 5),
  },
  co2: {
    isTrue: ({ truth }) => (truth.co2 ?? 0) > 520,
    isPlain: ({ truth }) => (truth.co2 ?? 0) > 1_030 && truth.hotSpot === null,
    outlasts: DAY,
  },
  'battery-low': {
    isTrue: ({ truth }) => (truth.charge ?? 100) < 27,
    isPlain: ({ truth }) => (truth.charge ?? 100) < 18,
  },
  'no-data': {
    isTrue: ({ truth, at }) => truth.noDataSince !== null && truth.noDataSince <= at,
    isPlain: ({ truth, at, step }) =>
      truth.noDataSince !== null && at - truth.noDataSince > 27 * HOUR && step < HOUR,
  },
};

const boardFindings: readonly Kind[] = ['battery-low', 'no-data', 'co2'];

/** What is wrong with the findings of a run. */
function compare(crop: string, moments: Iterable<Moment>): string[] {
  const problems = new Map<string, string>();
  const lastTrue = new Map<Kind, number>();
  const plainSince = new Map<Kind, number>();
  const shown = new Map<Kind, { from: number; to: number | null }>();
  for (const moment of moments) {
    const { at, step, truth, findings } = moment;
    // Each problem once, with its first instant.
    const report = (text: string) => {
      if (!problems.has(text)) problems.set(text, `${text}, from ${new Date(at).toISOString()}`);
    };
    const within = Math.max(2 * HOUR, 2.5 * step);
    // Old values say nothing about the grain today.
    const isSilent = truth.noDataSince !== null && truth.noDataSince <= at;
    const kinds = new Set(findings.map(({ kind }) => kind));
    for (const kind of kinds) if (!(kind in rules)) report(`${kind}: has no story`);
    for (const [kind, rule] of Object.entries(rules) as [Kind, Rule][]) {
      if (rule.isTrue(moment, crop)) lastTrue.set(kind, at);
      if (!rule.isPlain(moment, crop) || (isSilent && kind !== 'no-data')) plainSince.delete(kind);
      else if (!plainSince.has(kind)) plainSince.set(kind, at);
      const outlasts = (rule.outlasts ?? 0) + within;
      if (kinds.has(kind) && at - (lastTrue.get(kind) ?? 0) > outlasts) {
        report(`${kind}: is not true`);
      }
      if (!kinds.has(kind) && at - (plainSince.get(kind) ?? at) > within) {
        report(`${kind}: is missing`);
      }
      const period = shown.get(kind);
      if (kinds.has(kind) && period?.to !== null) {
        if (period && at - period.to < DAY) report(`${kind}: comes again`);
        shown.set(kind, { from: at, to: null });
      }
      if (!kinds.has(kind) && period?.to === null) {
        if (at - period.from < DAY) report(`${kind}: goes again`);
        shown.set(kind, { from: period.from, to: at });
      }
    }
    if (truth.warmest === null && [...kinds].some((kind) => !boardFindings.includes(kind))) {
      report(`${[...kinds].join(', ')}: in an empty bin`);
    }
  }
  return [...problems.values()];
}

it.each([
  // A year, and the six hours after the demo starts.
  ['2026-10-14T19:00:00Z', 365],
  // In spring the grain near the wall warms and the center is cold.
  ['2026-05-10T19:00:00Z', 40],
])(
  'each finding of the demo of %s has its story, and each story its finding',
  {
    timeout: 120_000,
  },
  (start, days) => {
    const anchor = millis(Date.parse(start));
    const problems = DEMO_FLEET.flatMap((farm) =>
      farm.boards.flatMap((board) =>
        board.bins
          .filter(({ scenario }) => scenario !== 'new')
          .flatMap((bin) => {
            const model = createBinModel(farm, board, bin, anchor);
            return compare(bin.crop, run(model, days)).map((text) => `${bin.name}: ${text}`);
          }),
      ),
    );
    expect(problems).toEqual([]);
  },
);
