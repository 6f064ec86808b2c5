import type { Bin } from '@granary/contract/bins/http';
import {
  type BinSettingsEdit,
  type SettingsSectionName,
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

const routes = {
  general: updateGeneral,
  alerts: updateAlerts,
  firmware: updateFirmware,
  inventory: updateInventory,
  fan: updateFanSettings,
  cables: updateCables,
  all: updateBin,
} as const satisfies Record<SettingsSectionName | 'all', unknown>;

export type SettingsScope = keyof typeof routes;

/** The server's message and the saved bin. */
export interface SettingsResponse {
  readonly RESP_MSG: string;
  readonly data: Bin;
}

/** Saves some or all of a bin's settings and refetches the queries that contain them. */
export async function saveSettings(
  client: QueryClient,
  [binId, section]: readonly [binId: number, section: SettingsScope],
  edit: BinSettingsEdit,
): Promise<SettingsResponse> {
  const response = await call(routes[section], { params: { binId }, body: edit });
  client.setQueryData(binQuery(binId).queryKey, response.data);
  // Not awaited: the settings are already saved.
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
