import { deleteBinSensor, moveBin } from '@granary/contract/bins/http';
import type { BinSummary } from '@granary/contract/bins/lists';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isConflict } from '../../../lib/api-error.ts';
import { farmBinsQuery } from './get-farm-bins.ts';

interface Position {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Saves a bin's position, optimistically. If saving fails, the old position is restored; after a
 * conflict, the position that the other user set is loaded.
 */
export function useMoveBin(farmId: number): (binId: number, to: Position) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = farmBinsQuery(farmId);
  return async (binId, to) => {
    // A list being fetched may still have the old position.
    await client.cancelQueries({ queryKey });
    const update = ({ lat, lng, version }: Pick<BinSummary, 'lat' | 'lng' | 'version'>) =>
      client.setQueryData<readonly BinSummary[]>(queryKey, (bins) =>
        bins?.map((bin) => (bin.id === binId ? { ...bin, lat, lng, version } : bin)),
      );
    const previousBin = client
      .getQueryData<readonly BinSummary[]>(queryKey)
      ?.find((bin) => bin.id === binId);
    if (previousBin === undefined) throw new Error(`Bin ${binId} is not on farm ${farmId}.`);
    update({ ...to, version: previousBin.version });
    try {
      const body = { ...to, version: previousBin.version };
      const { version } = await call(moveBin, { params: { binId }, body });
      update({ ...to, version });
    } catch (error) {
      update(previousBin);
      if (isConflict(error)) await client.refetchQueries({ queryKey });
      throw error;
    }
  };
}

/** Deletes a bin and refetches lists and counts. */
export function useDeleteBin(): (binId: number) => Promise<void> {
  const client = useQueryClient();
  return async (binId) => {
    await call(deleteBinSensor, { body: { id: binId } });
    const keys = ['bins', 'bins-menu', 'farms', 'customers'];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}
