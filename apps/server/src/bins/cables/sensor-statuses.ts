import { getMaxLengths } from '@granary/domain/readings/day-rollup';
import { listPositionsAtOrAbove, type SensorStatus } from '@granary/domain/readings/sensors';
import { sql } from 'kysely';
import { type ChangedBy, type FieldChange, recordBinChange } from '../../audit/record-change.ts';
import type { Db, Trx } from '../../platform/postgres/tables.ts';
import { type BinContext, getSensorStatus } from '../../readings/bin-context.ts';
import { loadBin, notifyBinsChanged } from '../store.ts';

/** A sensor, identified by its cable and its position on the cable, both counted from 1. */
interface Sensor {
  readonly cable: number;
  readonly position: number;
}

/** Recalculates the daily extremes of each cable with the current statuses. */
export type RewriteDays = (trx: Trx, context: BinContext) => Promise<void>;

export interface StatusPorts {
  readonly db: Db;
  /**
   * Returns the number of sensors that each cable has ever had, including sensors that it no longer
   * reports.
   */
  countSensorsByCable(trx: Trx, binId: number): Promise<number[]>;
  readonly rewriteDays: RewriteDays;
}

export interface StatusChange {
  readonly status: SensorStatus;
  readonly changedBy: ChangedBy;
}

export type StatusOutcome = 'updated' | 'no-such-sensor' | 'never-read' | 'gone';

/**
 * A sensor, identified by the address of its cable. If the cable's number is given too, both must match, as
 * another user may have changed the addresses since the caller read them.
 */
interface RequestedSensor {
  readonly cableId: number;
  readonly cable: number | null;
  readonly position: number;
  /** Other positions on the same cable. */
  readonly otherPositions: readonly number[];
  readonly includesSensorsAbove: boolean;
}

/** Sets the status of a sensor, and of other sensors on its cable or all sensors above it. */
export async function setStatus(
  ports: StatusPorts,
  binId: number,
  sensor: RequestedSensor,
  change: StatusChange,
): Promise<StatusOutcome> {
  return changeStatuses(ports, binId, change, (context, lengths) => {
    const cable = context.cables.find(
      ({ cableId, cable: number }) =>
        cableId === sensor.cableId && (sensor.cable === null || number === sensor.cable),
    );
    const length = cable ? (lengths[cable.cable - 1] ?? 0) : 0;
    const requestedPositions = [sensor.position, ...sensor.otherPositions];
    if (!cable || requestedPositions.some((position) => position > length)) return [];
    const positionsAbove = sensor.includesSensorsAbove
      ? listPositionsAtOrAbove(sensor.position, length, cable.flip)
      : [];
    const positions = new Set([...positionsAbove, ...requestedPositions]);
    return [...positions].map((position) => ({ cable: cable.cable, position }));
  });
}

/** Sets the status of every sensor of a bin, including sensors that it no longer reports. */
export async function setAllStatuses(
  ports: StatusPorts,
  binId: number,
  change: StatusChange,
): Promise<StatusOutcome> {
  return changeStatuses(ports, binId, change, (context, lengths) => {
    const keys = new Set(context.statuses.keys());
    lengths.forEach((length, index) => {
      if (context.bin.removedCables.includes(index + 1)) return;
      for (let position = 1; position <= length; position++) keys.add(`${index + 1}:${position}`);
    });
    return [...keys].map((key) => {
      const [cable = 0, position = 0] = key.split(':').map(Number);
      return { cable, position };
    });
  });
}

async function changeStatuses(
  ports: StatusPorts,
  binId: number,
  { status, changedBy }: StatusChange,
  chooseSensors: (context: BinContext, lengths: readonly number[]) => Sensor[],
): Promise<StatusOutcome> {
  return ports.db.transaction().execute(async (trx) => {
    const lengths = await lockAndCountSensors(trx, binId);
    const context = await loadBin(trx, binId);
    if (!context || !lengths) return 'gone';
    if (lengths.length === 0) return 'never-read';
    const knownLengths = await ports.countSensorsByCable(trx, binId);
    const sensors = chooseSensors(context, getMaxLengths([lengths, knownLengths]));
    if (sensors.length === 0) return 'no-such-sensor';
    await writeStatuses(trx, binId, sensors, status);
    const changes = listChanges(context, sensors, status);
    if (changes.length > 0) {
      await recordBinChange(trx, context.bin.id, {
        ...changedBy,
        act: 'changed',
        changes,
      });
    }
    await notifyBinsChanged(trx, [context.bin.mainBoardId]);
    const wasDisabled = sensors.some(
      (s) => getSensorStatus(context, s.cable, s.position) === 'disable',
    );
    // Only disabled sensors are excluded from the daily extremes.
    if (status === 'disable' || wasDisabled) {
      const updatedContext = await loadBin(trx, binId);
      if (updatedContext) await ports.rewriteDays(trx, updatedContext);
    }
    return 'updated';
  });
}

function listChanges(
  context: BinContext,
  sensors: readonly Sensor[],
  status: SensorStatus,
): FieldChange[] {
  return sensors.flatMap(({ cable, position }) => {
    const before = getSensorStatus(context, cable, position);
    const field = `sensorStatus ${cable}:${position}` as const;
    return before === status ? [] : [{ field, before, after: status }];
  });
}

/** Locks the bin's readings and returns the number of sensors on each cable in the newest reading. */
async function lockAndCountSensors(trx: Trx, binId: number): Promise<number[] | null> {
  const { rows } = await sql<{ cables: Buffer | null }>`
    select cables from latest where bin_id = ${binId} for update`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  return [...(row.cables ?? [])].filter((_, index) => index % 2 === 0);
}

async function writeStatuses(
  trx: Trx,
  binId: number,
  sensors: readonly Sensor[],
  status: SensorStatus,
): Promise<void> {
  const cables = sensors.map(({ cable }) => cable);
  const positions = sensors.map(({ position }) => position);
  const selected = sql`unnest(${cables}::smallint[], ${positions}::smallint[]) as selected (cable, position)`;
  if (status === 'unmute') {
    await sql`
      delete from sensor_statuses using ${selected}
      where bin_id = ${binId} and sensor_statuses.cable = selected.cable
        and sensor_statuses.position = selected.position`.execute(trx);
    return;
  }
  await sql`
    insert into sensor_statuses (bin_id, cable, position, status)
    select ${binId}, cable, position, ${status} from ${selected}
    on conflict (bin_id, cable, position) do update set status = excluded.status`.execute(trx);
}
