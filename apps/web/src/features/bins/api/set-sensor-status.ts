import { setAllSensorStatuses, setSensorStatus } from '@granary/contract/bins/http';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One sensor, a sensor and all above it on its cable, or all sensors of the bin. */
export type SensorTarget =
  | {
      readonly kind: 'one' | 'and-above';
      readonly cable: number;
      readonly cableId: number;
      readonly position: number;
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
    mutationFn: ({ target, status }: StatusChange) => {
      if (target.kind === 'all') return call(setAllSensorStatuses, { params: { binId, status } });
      return call(setSensorStatus, {
        params: { binId, cableId: target.cableId, position: target.position },
        body: {
          sensorStatus: status,
          cable: target.cable,
          ...(target.kind === 'and-above' && { above: true }),
        },
      });
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['bin', binId] }),
        client.invalidateQueries({ queryKey: ['reading', binId] }),
        client.invalidateQueries({ queryKey: ['bins'] }),
      ]);
    },
  });
}
