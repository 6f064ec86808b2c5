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
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api.ts';
import { binQuery } from '../../api/get-bin.ts';

const calls = {
  general: updateGeneral,
  alerts: updateAlerts,
  firmware: updateFirmware,
  inventory: updateInventory,
  fan: updateFanSettings,
  cables: updateCables,
  whole: updateBin,
} as const satisfies Record<Section | 'whole', unknown>;

export type Part = keyof typeof calls;

/** The server's message and the saved bin. */
export interface SettingsResponse {
  readonly RESP_MSG: string;
  readonly data: Bin;
}

/** Saves part of a bin's settings and refetches what shows them. */
export async function saveSettings(
  client: QueryClient,
  [binId, part]: readonly [binId: number, part: Part],
  edit: BinSettingsEdit,
): Promise<SettingsResponse> {
  const response = await call(calls[part], { params: { binId }, body: edit });
  client.setQueryData(binQuery(binId).queryKey, response.data);
  // Not awaited: the settings are saved already.
  const affectedQueries = [
    ['bins'],
    ['bins-menu'],
    ['farms'],
    ['reading', binId],
    ['fanHistory', binId],
  ];
  for (const queryKey of affectedQueries) void client.invalidateQueries({ queryKey });
  return response;
}
