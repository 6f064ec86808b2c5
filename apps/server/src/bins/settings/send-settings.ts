import type { CommandKind } from '@granary/domain/commands/instruction';
import type { CommandRequest, RequestOutcome } from '@granary/domain/commands/request';
import {
  type BoardSettings,
  planSettingsCommands,
  type SettingsKind,
} from '@granary/domain/commands/settings-commands';
import { HOUR, millis } from '@granary/domain/units';
import type { ChangedBy } from '../../audit/record-change.ts';
import type { Trx } from '../../platform/postgres/tables.ts';

export interface SendSettingsPorts {
  requestCommand(trx: Trx, request: CommandRequest): Promise<RequestOutcome>;
  hasOpenCommand(trx: Trx, binId: number, kind: CommandKind): Promise<boolean>;
  /** Cancels the queued commands of bins, of one kind or all. */
  cancelCommands(trx: Trx, binIds: readonly number[], kind?: SettingsKind): Promise<void>;
}

/** A setting that its board did not confirm is given up after this time, ms. */
const SETTINGS_MS = 24 * HOUR;

/** What a save tells a board: settings that the board needs, and requests that are withdrawn. */
export type SettingsPlan = ReturnType<typeof planSettingsCommands>;

/** Plans the commands of a save. A channel that was only stored is sent if the editor confirms it. */
export async function planSettings(
  { hasOpenCommand }: SendSettingsPorts,
  trx: Trx,
  binId: number,
  {
    before,
    after,
    confirmsRadio,
  }: {
    readonly before: BoardSettings;
    readonly after: BoardSettings;
    readonly confirmsRadio: boolean;
  },
): Promise<SettingsPlan> {
  const isRadioOpen = !confirmsRadio || (await hasOpenCommand(trx, binId, 'radio'));
  return planSettingsCommands(before, after, isRadioOpen);
}

/** Requests and withdraws the commands of a save, after the settings are stored. */
export async function sendSettings(
  { requestCommand, cancelCommands }: SendSettingsPorts,
  trx: Trx,
  binId: number,
  { send, withdraw }: SettingsPlan,
  by: ChangedBy,
): Promise<void> {
  for (const kind of withdraw) await cancelCommands(trx, [binId], kind);
  for (const instruction of send) {
    await requestCommand(trx, {
      binId,
      instruction,
      controlType: 'manual',
      actorId: by.actor?.id ?? null,
      address: by.address,
      reason: '',
      expiresAt: millis(by.at + SETTINGS_MS),
    });
  }
}
