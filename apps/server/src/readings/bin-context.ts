import type { Owner } from '@granary/domain/access/access';
import type { CableLayout } from '@granary/domain/cables/cable-layout';
import { constantSets } from '@granary/domain/moisture/emc-constants';
import type { MoistureSource } from '@granary/domain/moisture/moisture';
import type { Reading } from '@granary/domain/readings/reading';
import type { Scalars } from '@granary/domain/readings/scalars';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import type { Millis } from '@granary/domain/units';
import type { BinRow, CableRow } from '../platform/postgres/tables.ts';

/** The crop around a cable (0: the whole bin) since a given time, and how its moisture is calculated. */
export interface CropPeriod {
  readonly cable: number;
  readonly from: Millis;
  readonly crop: string | null;
  readonly moistureSource: string | null;
  /** The equation or chart that `moistureSource` names; null if it does not exist. */
  readonly source: MoistureSource | null;
}

/** A bin with the settings that decoding, storing and showing its readings depend on. */
export interface BinContext {
  readonly bin: BinRow;
  readonly farmName: string;
  readonly timeZone: string;
  readonly owner: Owner;
  readonly cables: readonly CableRow[];
  /** Statuses keyed by `cable:position`, both from 1; a missing key means the default. */
  readonly statuses: ReadonlyMap<string, SensorStatus>;
  /** Newest first. */
  readonly cropPeriods: readonly CropPeriod[];
}

/** The settings that the assessment of a bin depends on. */
export type AssessmentContext = Pick<BinContext, 'statuses'> & {
  readonly cables: readonly (CableLayout & { readonly name: string })[];
  readonly bin: Pick<
    BinRow,
    | 'id'
    | 'farmId'
    | 'mainBoardId'
    | 'name'
    | 'temperatureUnit'
    | 'crop'
    | 'co2RiskEnabled'
    | 'differenceAlertC'
    | 'batteryAttached'
    | 'removedCables'
    | 'deadZoneMm'
    | 'levelSensorEmptyMm'
    | 'loadMethod'
    | 'size'
    | 'pressureY1'
    | 'pressureY2'
  >;
};

/** A sensor's status; `disable` on a removed cable. `cable` and `position` count from 1. */
export function getSensorStatus(
  context: AssessmentContext,
  cable: number,
  position: number,
): SensorStatus {
  if (context.bin.removedCables.includes(cable)) return 'disable';
  // Most bins have no statuses, and building a key for each sensor is slow.
  if (context.statuses.size === 0) return 'unmute';
  return context.statuses.get(`${cable}:${position}`) ?? 'unmute';
}

const sourcesById = new Map<string, MoistureSource>(
  constantSets.map((set) => [set.id, { kind: 'model', set }]),
);

/** The equation with a set of constants; null if no set has that id. */
export function findModelSource(id: string): MoistureSource | null {
  return sourcesById.get(id) ?? null;
}

/** How moisture on a cable (from 1) is calculated at a given time; null if it is not calculated. */
export function findMoistureSource(
  context: BinContext,
  cable: number,
  at: Millis,
): { readonly id: string; readonly source: MoistureSource } | null {
  const cablePeriod = findPeriod(context, cable, at);
  const period = cablePeriod?.crop == null ? findPeriod(context, 0, at) : cablePeriod;
  const { moistureSource: id, source } = period ?? { moistureSource: null, source: null };
  return id !== null && source !== null ? { id, source } : null;
}

function findPeriod(context: BinContext, cable: number, at: Millis): CropPeriod | undefined {
  return context.cropPeriods.find((period) => period.cable === cable && period.from <= at);
}

/** A reading without the values of parts that the bin does not have. */
export function toVisibleReading({ bin }: AssessmentContext, reading: Reading): Reading {
  const battery = toVisibleBattery(bin, reading.scalars);
  if (battery === reading.scalars.battery) return reading;
  return { ...reading, scalars: { ...reading.scalars, battery } };
}

/** The battery level, or null if the bin has no battery. */
export function toVisibleBattery(
  bin: Pick<BinRow, 'batteryAttached'>,
  { battery }: Pick<Scalars, 'battery'>,
): number | null {
  return bin.batteryAttached ? battery : null;
}

/** The cables that the board reports, except those that are set up or were removed. */
export function findUnconfiguredCables(
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
