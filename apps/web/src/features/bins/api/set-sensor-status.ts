import { setAllSensorStatuses, setSensorStatus } from '@granary/contract/bins/http';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/**
 * One sensor, a sensor and all above it on its cable, several sensors of a cable, or all sensors of the bin.
 */
export type SensorTarget =
  | {
      readonly kind: 'one' | 'and-above';
      readonly cable: number;
      readonly cableId: number;
      readonly position: number;
    }
  | {
      readonly kind: 'some';
      readonly cable: number;
      readonly cableId: number;
      readonly position: number;
      readonly otherPositions: readonly number[];
    }
  | { readonly kind: 'all' };

export interface StatusChange {
  readonly target: SensorTarget;
  readonly status: SensorStatus;
}

/** Sets sensor statuses and refetches the bin's settings and readings. */
export function useSetSensorStatus(binId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ target, status }: StatusChange) => saveStatus(binId, target, status),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['bin', binId] }),
        client.invalidateQueries({ queryKey: ['reading', binId] }),
        client.invalidateQueries({ queryKey: ['bins'] }),
      ]);
    },
  });
}

async function saveStatus(
  binId: number,
  target: SensorTarget,
  status: SensorStatus,
): Promise<void> {
  if (target.kind === 'all') {
    await call(setAllSensorStatuses, { params: { binId, status } });
    return;
  }
  const { cable, cableId, position } = target;
  await call(setSensorStatus, {
    params: { binId, cableId, position },
    body: {
      sensorStatus: status,
      cable,
      ...(target.kind === 'and-above' && { above: true }),
      ...(target.kind === 'some' && { positions: [...target.otherPositions] }),
    },
  });
}
