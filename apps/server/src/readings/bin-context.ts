import type { Owner } from '@granary/domain/access/access';
import { toLocalDay } from '@granary/domain/bins/local-day';
import type { CableLayout } from '@granary/domain/cables/cable-layout';
import { constantSets } from '@granary/domain/moisture/constants';
import type { MoistureSource } from '@granary/domain/moisture/moisture';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import { type Millis, millis } from '@granary/domain/units';
import type { BinRow, CableRow } from '../platform/postgres/tables.ts';

/** From when on a cable (0: the bin) held which crop, and what turns its humidity into moisture. */
export interface CropPeriod {
  readonly cable: number;
  readonly from: Millis;
  readonly crop: string | null;
  readonly moistureSource: string | null;
  /** What that names; null where it names nothing. */
  readonly source: MoistureSource | null;
}

/** A bin with all that reading, storing and showing its values depends on. */
export interface BinContext {
  readonly bin: BinRow;
  readonly farmName: string;
  readonly timeZone: string;
  readonly owner: Owner;
  readonly cables: readonly CableRow[];
  /** Status by `cable:position`, both from 1; absent is the default. */
  readonly statuses: ReadonlyMap<string, SensorStatus>;
  /** Newest first. */
  readonly cropPeriods: readonly CropPeriod[];
}

/** What of a bin says how it stands, whatever else there is of it. */
export type AssessmentContext = Pick<BinContext, 'statuses'> & {
  readonly cables: readonly CableLayout[];
  readonly bin: Pick<BinRow, (typeof ASSESSMENT_COLUMNS)[number]>;
};

export const ASSESSMENT_COLUMNS = [
  ...(['id', 'farmId', 'name', 'temperatureUnit', 'crop', 'differenceAlertC'] as const),
  ...(['batteryAttached', 'removedCables'] as const),
  ...(['deadZoneMm', 'levelSensorEmptyMm', 'loadMethod', 'size'] as const),
  ...(['pressureY1', 'pressureY2'] as const),
] as const;

/** A sensor's status, disabled on a cable that was taken out; `cable` and `position` count from 1. */
export function sensorStatus(
  context: AssessmentContext,
  cable: number,
  position: number,
): SensorStatus {
  if (context.bin.removedCables.includes(cable)) return 'disable';
  // Most bins have none, and building a key for each sensor would cost more than all else.
  if (context.statuses.size === 0) return 'unmute';
  return context.statuses.get(`${cable}:${position}`) ?? 'unmute';
}

const sourcesById = new Map<string, MoistureSource>(
  constantSets.map((set) => [set.id, { kind: 'model', set }]),
);

/** The equation of a set of constants; null where none has that id. */
export function findModelSource(id: string): MoistureSource | null {
  return sourcesById.get(id) ?? null;
}

/** What turned humidity into moisture on a cable (from 1) at an instant; null where nothing did. */
export function findMoistureSource(
  context: BinContext,
  cable: number,
  at: Millis,
): { readonly id: string; readonly source: MoistureSource } | null {
  const own = findPeriod(context, cable, at);
  const period = own?.crop == null ? findPeriod(context, 0, at) : own;
  const { moistureSource: id, source } = period ?? { moistureSource: null, source: null };
  return id !== null && source !== null ? { id, source } : null;
}

function findPeriod(context: BinContext, cable: number, at: Millis): CropPeriod | undefined {
  return context.cropPeriods.find((period) => period.cable === cable && period.from <= at);
}
