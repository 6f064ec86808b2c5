import { deleteBinSensor, type ListedBin, moveBin } from '@granary/contract/bins/http';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { farmBins } from './get-farm-bins.ts';

interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** Saves where a bin of a farm stands; it stands there at once, and back again if that fails. */
export function useMoveBin(farmId: number): (binId: number, to: Position) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = farmBins(farmId);
  return async (binId, to) => {
    // A list that is on its way may still have the old position.
    await client.cancelQueries({ queryKey });
    const put = (at: Pick<ListedBin, 'lat' | 'lng'>) =>
      client.setQueryData<readonly ListedBin[]>(queryKey, (bins) =>
        bins?.map((bin) => (bin.id === binId ? { ...bin, lat: at.lat, lng: at.lng } : bin)),
      );
    const before = client
      .getQueryData<readonly ListedBin[]>(queryKey)
      ?.find((bin) => bin.id === binId);
    put(to);
    try {
      await call(moveBin, { params: { binId }, body: to });
    } catch (error) {
      if (before !== undefined) put(before);
      throw error;
    }
  };
}

/** Deletes a bin; lists and counts are then read anew. */
export function useDeleteBin(): (binId: number) => Promise<void> {
  const client = useQueryClient();
  return async (binId) => {
    await call(deleteBinSensor, { body: { id: binId } });
    const keys = ['bins', 'bins-menu', 'farms', 'customers'];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}
