import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readingFrame } from '@granary/contract/readings/frame';
import { type AlertRule, alertRules } from '@granary/domain/alerts/alert';
import type { AlertSettings } from '@granary/domain/alerts/settings';
import { assessWarming } from '@granary/domain/insights/grain-risks';
import { toReading } from '@granary/domain/readings/board-report';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY } from '@granary/domain/units';
import { readCsvFrames } from '@granary/simulator/replay/csv-frames';
import * as z from 'zod/mini';
import { type Figure, formatAmount, infoFigure, median, quantile } from '../src/report.ts';
import {
  type BinHistory,
  buildBinHistory,
  countDaysToAlert,
  findNeighbors,
  isInHotSpot,
  listComparedSensors,
  type Warming,
} from '../src/stored-bin.ts';
import { proveCo2Trend } from './depot-co2.ts';

/** Self-heating of grain at 15 % moisture or more, °C a day. */
const RATES = [0.15, 0.3, 0.57, 1];
const MIN_REQUIRED_RATE = 0.3;
const MIN_DETECTED_SHARE = 0.95;
const MAX_FALSE_ALERTS = 1;
/**
 * Simulated warming starts at this interval in the history, with at least one month before it and two after
 * it.
 */
const START_INTERVAL_DAYS = 30;
const FIRST_START = 31;
const DAYS_AFTER_START = 60;
/** Calculating the rise over a week takes a few more days of data. */
const RISE_WINDOW_DAYS = 12;
const MONTH = (365.25 / 12) * DAY;

export const DEPOT_USAGE = `--csv FILE [--columns 'r{cable}_z{bin}_l{sensor}'] [--zone UTC]
             [--difference 5] [--temperature 30]`;

/** Runs the replay with the command-line options; returns null if they are invalid. */
export function runDepotProof(args: readonly string[]): Promise<Figure[]> | null {
  const options = readOptions(args);
  return options && proveDepot(options);
}

/**
 * Replays the daily temperatures of a real grain storage facility. Counts the alerts for its sound grain, and
 * measures how soon a hot spot alert follows when warming is added to one sensor, or to one sensor and, at
 * half the rate, to two neighbors.
 */
async function proveDepot(options: DepotOptions): Promise<Figure[]> {
  const bins = await loadBins(options);
  const sensors = sum(bins.map((bin) => listBinSensors(bin).length));
  const months = Math.max(...bins.map(countMonths));
  const countAlerts = (rule: AlertRule) =>
    sum(
      bins.map(
        ({ changes }) =>
          changes.filter(({ kind, alert }) => kind === 'raised' && alert.rule === rule).length,
      ),
    );
  const sensorMonths = sum(bins.map((bin) => listBinSensors(bin).length * countMonths(bin)));
  const falseAlerts = (countAlerts('hot-spot') / sensorMonths) * 100;
  return [
    infoFigure('bins / sensors compared', `${bins.length} / ${sensors}`),
    infoFigure('months', formatAmount(months, 1)),
    ...alertRules
      .filter((rule) => rule === 'hot-spot' || rule === 'temperature' || countAlerts(rule) > 0)
      .map((rule) => infoFigure(`${rule} alerts`, formatAmount(countAlerts(rule)))),
    {
      name: 'hot spot alerts per 100 sensors per month',
      value: falseAlerts.toFixed(2),
      budget: `under ${MAX_FALSE_ALERTS}`,
      pass: falseAlerts < MAX_FALSE_ALERTS,
    },
    watchedFigure(bins),
    ...RATES.flatMap((rate) => [warmingFigure(bins, rate, 0), warmingFigure(bins, rate, 2)]),
    ...proveCo2Trend(bins),
  ];
}

interface DepotOptions {
  readonly csv: string;
  readonly columns: string;
  readonly zone: string;
  readonly difference: number;
  readonly temperature: number;
}

function readOptions(args: readonly string[]): DepotOptions | null {
  const values = parseOptions(args);
  const difference = Number(values?.difference ?? 5);
  const temperature = Number(values?.temperature ?? 30);
  if (!values?.csv || !(difference > 0) || !Number.isFinite(temperature)) return null;
  if (!existsSync(values.csv)) {
    console.error(`File not found: ${values.csv}`);
    return null;
  }
  return {
    csv: values.csv,
    columns: values.columns ?? 'r{cable}_z{bin}_l{sensor}',
    zone: values.zone ?? 'UTC',
    difference,
    temperature,
  };
}

function parseOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { csv: text, columns: text, zone: text, difference: text, temperature: text },
    }).values;
  } catch {
    return null;
  }
}

async function loadBins(options: DepotOptions): Promise<BinHistory[]> {
  const readings = new Map<number, Reading[]>();
  const printSkippedLine = (line: number, reason: string) =>
    console.log(`  line ${line}: ${reason}`);
  for await (const { frames } of readCsvFrames(options, printSkippedLine)) {
    for (const { binNumber, text } of frames) {
      const { sentAt, ...report } = z.decode(readingFrame, JSON.parse(text));
      const binReadings = readings.get(binNumber) ?? [];
      if (binReadings.length === 0) readings.set(binNumber, binReadings);
      binReadings.push(toReading(report, sentAt, false));
    }
  }
  return [...readings.values()].map((unsorted) => {
    const sorted = unsorted.sort((a, b) => a.at - b.at);
    const cables = Math.max(...sorted.map(({ temperatures }) => temperatures.lengths.length));
    return buildBinHistory(sorted, toSettings(options, cables));
  });
}

function toSettings(
  { temperature, difference, zone }: DepotOptions,
  cables: number,
): AlertSettings {
  return {
    temperature,
    difference,
    co2: null,
    isCo2RiskEnabled: true,
    isStorageTimeEnabled: true,
    noDataHours: null,
    minLevel: null,
    maxLevel: null,
    hasBattery: false,
    cables: Array.from({ length: cables }, (_, i) => ({
      cable: i + 1,
      cableId: i + 1,
      subBin: 1,
      flip: false,
    })),
    getStatus: () => 'unmute',
    loadedAt: [],
    plenum: { plenumSensorAttached: false, fanOnSpeed: null, fanOffSpeed: null },
    isLevelMeasured: false,
    unloads: [],
    timeZone: zone,
  };
}

/**
 * Measures how often Insights would put a bin of sound grain on watch because a sensor warms faster than the
 * others at its depth.
 */
function watchedFigure(bins: readonly BinHistory[]): Figure {
  const states = bins.flatMap(({ days, settings }) =>
    days.map((_, index) => {
      const window = days.slice(Math.max(0, index + 1 - RISE_WINDOW_DAYS), index + 1);
      return assessWarming(window, settings, null).state;
    }),
  );
  const known = states.filter((state) => state !== 'unknown');
  const watched = known.filter((state) => state === 'watch').length;
  return infoFigure(
    'bin-days with a sensor on watch',
    `${formatAmount((watched / known.length) * 100, 1)} % of ${formatAmount(known.length)}`,
  );
}

/** Simulates warming of each sensor from many start days, and of some neighbors at half the rate. */
function warmingFigure(bins: readonly BinHistory[], rate: number, neighbors: number): Figure {
  const delays: (number | null)[] = bins.flatMap((bin) =>
    listWarmingCases(bin, rate, neighbors).map((warming) => countDaysToAlert(bin, warming)),
  );
  const days = delays.filter((count) => count !== null);
  const share = days.length / delays.length;
  const where = neighbors === 0 ? 'one sensor' : `half as fast in ${neighbors} neighbors`;
  const isRequired = neighbors === 0 && rate >= MIN_REQUIRED_RATE;
  const after =
    days.length === 0
      ? ''
      : `, after ${median(days)} days (95th percentile: ${quantile(days, 0.95)})`;
  return {
    name: `warming by ${rate} °C a day, ${where}`,
    value: `detected in ${formatAmount(share * 100, 1)} % of ${formatAmount(delays.length)} cases${after}`,
    budget: isRequired ? `at least ${MIN_DETECTED_SHARE * 100} %` : '',
    pass: isRequired ? share >= MIN_DETECTED_SHARE : null,
  };
}

function listWarmingCases(bin: BinHistory, rate: number, neighbors: number): Warming[] {
  const grid = bin.days[0]?.fanOffMeans;
  if (grid === undefined) return [];
  const cases: Warming[] = [];
  for (
    let start = FIRST_START;
    start < bin.days.length - DAYS_AFTER_START;
    start += START_INTERVAL_DAYS
  ) {
    const before = bin.memories[start - 1];
    for (const sensor of listComparedSensors(grid)) {
      // A sensor that is already a hot spot cannot become one.
      if (before !== undefined && isInHotSpot(before, sensor)) continue;
      const halfRateSensors = findNeighbors(grid, sensor).slice(0, neighbors);
      cases.push({ sensor, start, rate, halfRateSensors });
    }
  }
  return cases;
}

function listBinSensors({ days }: BinHistory) {
  const grid = days[0]?.fanOffMeans;
  return grid === undefined ? [] : listComparedSensors(grid);
}

function countMonths({ days }: BinHistory): number {
  return (days.length * DAY) / MONTH;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
