import type { Bin } from '@granary/contract/bins/http';
import {
  type BinSettingsEdit,
  type Section,
  updateAlerts,
  updateBin,
  updateCables,
  updateFanSettings,
  updateFirmware,
  updateGeneral,
  updateInventory,
} from '@granary/contract/bins/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { binDetails } from '../get-bin.ts';

const calls = {
  general: updateGeneral,
  alerts: updateAlerts,
  firmware: updateFirmware,
  inventory: updateInventory,
  fan: updateFanSettings,
  cables: updateCables,
  whole: updateBin,
} as const satisfies Record<Section | 'whole', unknown>;

/** A section of a bin's settings, or all of them. */
export type Part = keyof typeof calls;

/** Saves a part of a bin's settings; what shows them is then read anew. */
export function useSaveSettings(binId: number, part: Part) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: BinSettingsEdit): Promise<{ RESP_MSG: string; data: Bin }> =>
      call(calls[part], { params: { binId }, body: edit }),
    onSuccess: async ({ data }) => {
      client.setQueryData(binDetails(binId).queryKey, data);
      const keys = [['bins'], ['bins-menu'], ['farms'], ['reading', binId]];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
