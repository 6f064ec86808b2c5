import { serializeScalars } from '@granary/contract/readings/scalars';
import {
  type Cable,
  type Reading as ServedReading,
  statusKey,
} from '@granary/contract/readings/wire';
import type { CableLayout } from '@granary/domain/cables/cable-layout';
import type { FillLevelInputs } from '@granary/domain/inventory/fill-level';
import { calculateFillLevel, calculateQuantity } from '@granary/domain/inventory/fill-level';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { calculateMoisture } from '@granary/domain/moisture/moisture';
import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import type { Scalars } from '@granary/domain/readings/scalars';
import { averageHumidity, averageTemperature } from '@granary/domain/readings/statistics';
import { NO_VALUE } from '@granary/domain/units';
import type { BinRow, CableRow } from '../platform/postgres/tables.ts';
import {
  type AssessmentContext,
  type BinContext,
  findMoistureSource,
  sensorStatus,
} from './bin-context.ts';
import { moistureGrid } from './moisture-grid.ts';

/**
 * A reading as it is served: with moisture, averages, load and the cables' settings. `number` is
 * how many readings of the bin are newer.
 */
export function presentReading(
  context: BinContext,
  sent: Reading,
  number: number,
  ledger: LedgerTotals,
): ServedReading {
  const reading = shownReading(context, sent);
  const { lengths } = reading.temperatures;
  const status = (cable: number, position: number) => sensorStatus(context, cable, position);
  const moisture: SensorGrid = { lengths, values: moistureGrid(context, reading) };
  const load = loadOf(context.bin, reading, ledger);
  const sources = lengths.map((_, cable) => findMoistureSource(context, cable + 1, reading.at));
  return {
    binId: context.bin.id,
    at: reading.at,
    pageNo: number,
    temperatures: cellsOf(reading.temperatures),
    moistures: cellsOf(moisture),
    humidities: cellsOf(reading.humidities),
    cables: cablesFor(context, reading),
    cablesInformation: positions(context, lengths),
    cableIds: [...reading.cableIds],
    cableIdsDiffer: cableIdsDiffer(context, reading),
    moistureSources: sources.map((found) => found?.id ?? null),
    averageTemperature: rounded(averageTemperature(reading, status)),
    averageHumidity: rounded(averageHumidity(reading, status)),
    averageMoisture: rounded(averageTemperature({ ...reading, temperatures: moisture }, status)),
    ...presentScalars(context, reading),
    anyError: reading.anyError,
    clockWrong: reading.clockWrong,
    fillPercent: load.known ? load.percent : 0,
    levelKnown: load.known,
    loadQuantity: calculateQuantity(context.bin.size, load),
  };
}

/** A reading without what is not there, whatever its board sends. */
export function shownReading({ bin }: AssessmentContext, reading: Reading): Reading {
  const battery = shownBattery(bin, reading.scalars);
  if (battery === reading.scalars.battery) return reading;
  return { ...reading, scalars: { ...reading.scalars, battery } };
}

/** A bin may have no battery. */
export function shownBattery(
  bin: Pick<BinRow, 'batteryAttached'>,
  { battery }: Pick<Scalars, 'battery'>,
): number | null {
  return bin.batteryAttached ? battery : null;
}

/** What a reading holds besides its sensors. */
function presentScalars(context: BinContext, { at, scalars }: Reading) {
  return {
    ...serializeScalars(scalars),
    ambientMoisture: rounded(
      calculateMoisture(
        findMoistureSource(context, 0, at)?.source ?? null,
        scalars.ambientTemperature,
        scalars.ambientHumidity,
      ),
    ),
  };
}

/** What a bin's level is worked out by. */
export type LevelSettings = Pick<
  BinRow,
  'deadZoneMm' | 'levelSensorEmptyMm' | 'loadMethod' | 'pressureY1' | 'pressureY2' | 'size'
>;

/** What of a bin its chart depends on. */
export type ChartSettings = LevelSettings & Pick<BinRow, 'batteryAttached'>;

/** What a reading says of the level. */
export type LevelScalars = Pick<Scalars, 'levelMm' | 'pressureX1' | 'pressureX2'>;

/** How full the bin was at a reading, by the ledger of that time. */
export function loadOf(
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

/** A cable's settings as they are served. */
export function presentCable(row: CableRow): Cable {
  const { cable, name, cableId, subBin, flip, crop } = row;
  return { cable, name, cableId, subBin, flip, crop };
}

/** The values of a grid, one array a cable. */
export function cellsOf(grid: SensorGrid): (number | null)[][] {
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

/** The bin's cables; one that the board reports and nobody named stands in with what is known. */
function cablesFor(context: BinContext, reading: Reading): Cable[] {
  const unnamed = unnamedCables(context, reading).map((cable) => ({
    ...cable,
    name: '',
    crop: null,
  }));
  return [...context.cables.map(presentCable), ...unnamed].sort((a, b) => a.cable - b.cable);
}

/** The cables that the board reports, that nobody set up, and nobody took out. */
export function unnamedCables(
  { bin, cables }: AssessmentContext,
  { temperatures, cableIds }: Reading,
): CableLayout[] {
  return temperatures.lengths.flatMap((_, index) => {
    const number = index + 1;
    if (cables.some(({ cable }) => cable === number)) return [];
    if (bin.removedCables.includes(number)) return [];
    return [{ cable: number, cableId: cableIds[index] ?? -1, subBin: 1, flip: false }];
  });
}

function positions(context: BinContext, lengths: readonly number[]) {
  return Object.fromEntries(
    context.cables.map((row) => [
      statusKey(row),
      { sensor_positions: Array.from({ length: lengths[row.cable - 1] ?? 0 }, (_, i) => i + 1) },
    ]),
  );
}

/** Whether the board names another address for a cable than the settings do, or one taken out. */
function cableIdsDiffer(context: BinContext, reading: Reading): boolean {
  const reported = reading.temperatures.lengths.map((length, index) => length > 0 && index + 1);
  if (context.bin.removedCables.some((cable) => reported.includes(cable))) return true;
  return context.cables.some(({ cable, cableId }) => {
    const sent = reading.cableIds[cable - 1] ?? null;
    return sent !== null && sent !== -1 && sent !== cableId;
  });
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
