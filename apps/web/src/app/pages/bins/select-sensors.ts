import type { SensorStatus } from '@granary/domain/readings/sensors';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import type { CellAddress } from '../../../bin-picture/model.ts';
import type { SensorSelection } from '../../../features/bins/components/sensor-status-dialog.tsx';

/** Selects a sensor and those above it on its cable, to change their status together. */
export function selectSensorAndAbove(
  cables: readonly SensorCable[],
  address: CellAddress,
): SensorSelection | null {
  const cable = cables.find((sensorCable) => sensorCable.number === address.cable);
  const cell = cable?.cells.find((sensor) => sensor.depth === address.depth);
  if (cable === undefined || cell === undefined) return null;
  return {
    target: {
      kind: 'and-above',
      cable: cable.number,
      cableId: cable.id,
      position: cell.position,
    },
    count: cable.cells.filter((sensor) => sensor.depth <= cell.depth).length,
    status: cell.status,
  };
}

/** Selects all sensors of a bin, to change their status together. */
export function selectAllSensors(
  cables: readonly SensorCable[],
  status: SensorStatus,
): SensorSelection {
  const count = cables.reduce((sum, cable) => sum + cable.cells.length, 0);
  return { target: { kind: 'all' }, count, status };
}
