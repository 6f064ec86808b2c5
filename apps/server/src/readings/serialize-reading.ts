import {
  type Cable,
  getStatusKey,
  type Reading as ReadingResponse,
} from '@granary/contract/readings/reading-response';
import { serializeScalars } from '@granary/contract/readings/scalars';
import { type BinConditions, findCo2Risk, findHotSensors } from '@granary/domain/bins/conditions';
import { listSustainedFindings } from '@granary/domain/bins/sustained-findings';
import { getCableFlips } from '@granary/domain/cables/cable-layout';
import type { FillLevelInputs } from '@granary/domain/inventory/fill-level';
import { calculateFillLevel, calculateQuantity } from '@granary/domain/inventory/fill-level';
import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import { calculateMoisture } from '@granary/domain/moisture/moisture';
import { summarizeGrain } from '@granary/domain/readings/grain-values';
import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import type { Scalars } from '@granary/domain/readings/scalars';
import {
  averageHumidity,
  averageTemperature,
  calculateAverage,
} from '@granary/domain/readings/statistics';
import { NO_VALUE } from '@granary/domain/units';
import type { BinRow, CableRow } from '../platform/postgres/tables.ts';
import {
  type BinContext,
  findMoistureSource,
  findUnconfiguredCables,
  getSensorStatus,
  toVisibleReading,
} from './bin-context.ts';
import { toConditionSettings } from './conditions.ts';
import { calculateMoistureGrid } from './moisture-grid.ts';

/** The data that the response for a reading needs in addition to the bin and the reading. */
export interface ReadingDetails {
  /** How many readings of the bin are newer. */
  readonly pageNo: number;
  /** The ledger totals at the time of the reading. */
  readonly ledger: LedgerTotals;
  /** The bin's conditions after the reading. */
  readonly conditions: BinConditions;
}

/** Serializes a reading for the response, with moisture, averages, fill level and cable settings. */
export function serializeReading(
  context: BinContext,
  originalReading: Reading,
  { pageNo, ledger, conditions }: ReadingDetails,
): ReadingResponse {
  const reading = toVisibleReading(context, originalReading);
  const { lengths } = reading.temperatures;
  const findStatus = (cable: number, position: number) => getSensorStatus(context, cable, position);
  const moisture: SensorGrid = { lengths, values: calculateMoistureGrid(context, reading) };
  const fill = calculateFill(context.bin, reading, ledger);
  const fillPercent = fill.isKnown ? fill.percent : null;
  const sources = lengths.map((_, cable) => findMoistureSource(context, cable + 1, reading.at));
  return {
    binId: context.bin.id,
    at: reading.at,
    pageNo,
    temperatures: toCells(reading.temperatures),
    moistures: toCells(moisture),
    humidities: toCells(reading.humidities),
    cables: listCables(context, reading),
    cablesInformation: listSensorPositions(context, lengths),
    cableIds: [...reading.cableIds],
    cableIdsDiffer: hasUnexpectedCables(context, reading),
    moistureSources: sources.map((moistureSource) => moistureSource?.id ?? null),
    averageTemperature: roundToHundredths(averageTemperature(reading, findStatus)),
    averageHumidity: roundToHundredths(averageHumidity(reading, findStatus)),
    averageMoisture: roundToHundredths(calculateAverage(moisture, findStatus)),
    ...serializeGrain(context, reading, moisture, fillPercent),
    hotSensors: findHotSensors(conditions, {
      ...toConditionSettings(context, reading, fillPercent),
      reading,
    }),
    co2Risk: context.bin.co2RiskEnabled ? findCo2Risk(conditions, reading) : null,
    sustainedFindings: listSustainedFindings(conditions.findings),
    ...serializeReadingScalars(context, reading),
    anyError: reading.anyError,
    clockWrong: reading.clockWrong,
    fillPercent: fill.isKnown ? fill.percent : 0,
    isLevelKnown: fill.isKnown,
    loadQuantity: calculateQuantity(context.bin.size, fill),
  };
}

function serializeGrain(
  context: BinContext,
  reading: Reading,
  moistures: SensorGrid,
  fillPercent: number | null,
) {
  const grain = summarizeGrain({
    reading,
    moistures,
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    flips: getCableFlips(context.cables, reading.temperatures.lengths.length),
    fillPercent,
  });
  return {
    grainAverageTemperature: roundToHundredths(grain.averageTemperature),
    grainAverageHumidity: roundToHundredths(grain.averageHumidity),
    grainAverageMoisture: roundToHundredths(grain.averageMoisture),
    grainHottest: grain.hottest,
    grainWettest: grain.wettest,
  };
}

function serializeReadingScalars(context: BinContext, { at, scalars }: Reading) {
  return {
    ...serializeScalars(scalars),
    ambientMoisture: roundToHundredths(
      calculateMoisture(
        findMoistureSource(context, 0, at)?.source ?? null,
        scalars.ambientTemperature,
        scalars.ambientHumidity,
      ),
    ),
  };
}

/** The settings that a bin's fill level is calculated from. */
export type LevelSettings = Pick<
  BinRow,
  'deadZoneMm' | 'levelSensorEmptyMm' | 'loadMethod' | 'pressureY1' | 'pressureY2' | 'size'
>;

/** The settings that a bin's chart depends on. */
export type ChartSettings = LevelSettings & Pick<BinRow, 'batteryAttached'>;

/** The measured values that the fill level is calculated from. */
export const levelScalars = ['levelMm', 'pressureX1', 'pressureX2'] as const;

export type LevelScalars = Pick<Scalars, (typeof levelScalars)[number]>;

/** Calculates a bin's fill level at a reading, with the ledger totals at that time. */
export function calculateFill(
  bin: LevelSettings,
  reading: { readonly scalars: LevelScalars } | null,
  ledger: LedgerTotals,
) {
  const inputs: FillLevelInputs = {
    levelMm: reading?.scalars.levelMm ?? null,
    emptyMm: bin.levelSensorEmptyMm,
    deadZoneMm: bin.deadZoneMm,
    pressureX1: reading?.scalars.pressureX1 ?? null,
    pressureX2: reading?.scalars.pressureX2 ?? null,
    pressureY1: bin.pressureY1,
    pressureY2: bin.pressureY2,
    binSize: bin.size,
    ...ledger,
  };
  return calculateFillLevel(bin.loadMethod, inputs);
}

/** Creates a meter for a bin's level sensor; null if the bin has no level sensor or no size. */
export function createLevelMeter(settings: LevelSettings) {
  const { loadMethod, size } = settings;
  if (loadMethod === 'manual' || size === null) return null;
  return {
    binSize: size,
    /** The quantity in the bin, in the unit of its size; null if it was not measured. */
    measure: (scalars: LevelScalars) =>
      calculateQuantity(size, calculateFill(settings, { scalars }, EMPTY_LEDGER)),
  };
}

/** Serializes a cable's settings for the response. */
export function serializeCable(row: CableRow): Cable {
  const { cable, name, cableId, subBin, flip, crop } = row;
  return { cable, name, cableId, subBin, flip, crop };
}

/** Converts a grid to one array of values for each cable. */
export function toCells(grid: SensorGrid): (number | null)[][] {
  let start = 0;
  return grid.lengths.map((length) => {
    const cells: (number | null)[] = [];
    for (let i = start; i < start + length; i++) {
      const value = grid.values[i] ?? NO_VALUE;
      cells.push(value === NO_VALUE ? null : value / 100);
    }
    start += length;
    return cells;
  });
}

/** Lists the bin's cables, including those that the board reports but nobody has set up. */
function listCables(context: BinContext, reading: Reading): Cable[] {
  const unconfiguredCables = findUnconfiguredCables(context, reading).map((cable) => ({
    ...cable,
    name: '',
    crop: null,
  }));
  return [...context.cables.map(serializeCable), ...unconfiguredCables].sort(
    (a, b) => a.cable - b.cable,
  );
}

function listSensorPositions(context: BinContext, lengths: readonly number[]) {
  return Object.fromEntries(
    context.cables.map((row) => [
      getStatusKey(row),
      { sensor_positions: Array.from({ length: lengths[row.cable - 1] ?? 0 }, (_, i) => i + 1) },
    ]),
  );
}

/**
 * Whether the board reports an address for a cable that differs from the one in the settings, or reports a
 * removed cable.
 */
function hasUnexpectedCables(context: BinContext, reading: Reading): boolean {
  const reportedCables = reading.temperatures.lengths.map(
    (length, index) => length > 0 && index + 1,
  );
  if (context.bin.removedCables.some((cable) => reportedCables.includes(cable))) return true;
  return context.cables.some(({ cable, cableId }) => {
    const reportedId = reading.cableIds[cable - 1] ?? null;
    return reportedId !== null && reportedId !== -1 && reportedId !== cableId;
  });
}

function roundToHundredths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
