import {
  type BinSettingsEdit,
  type SettingWireName,
  toSettingWireName,
} from '@granary/contract/bins/settings';
import type { CommandKind } from '@granary/domain/commands/instruction';
import type { CommandRequest, RequestOutcome } from '@granary/domain/commands/request';
import {
  type BoardSettings,
  commandedSettings,
  planSettingsCommands,
  type SettingsInstruction,
  type SettingsKind,
} from '@granary/domain/commands/settings-commands';
import { HOUR, millis } from '@granary/domain/units';
import { type ChangedBy, recordBinChange } from '../../audit/record-change.ts';
import type { Trx } from '../../platform/postgres/tables.ts';

export interface SendSettingsPorts {
  requestCommand(trx: Trx, request: CommandRequest): Promise<RequestOutcome>;
  hasOpenCommand(trx: Trx, binId: number, kind: CommandKind): Promise<boolean>;
  /** Cancels the open commands of bins: those of one kind, or all of them. */
  cancelCommands(trx: Trx, binIds: readonly number[], kind?: CommandKind): Promise<void>;
}

/** A setting that its board has not confirmed is abandoned after this time, ms. */
const SETTINGS_EXPIRY_MS = 24 * HOUR;

/** The commands of a save: settings to send to the board, and requests to withdraw. */
export type SettingsPlan = ReturnType<typeof planSettingsCommands>;

/** Plans the commands of a save. A setting that was stored but not sent is sent if a user saves it again. */
export async function planSettings(
  { hasOpenCommand }: SendSettingsPorts,
  trx: Trx,
  binId: number,
  {
    before,
    after,
    requestedKinds,
  }: {
    readonly before: BoardSettings;
    readonly after: BoardSettings;
    /** The kinds of commands that the save requests. */
    readonly requestedKinds: readonly SettingsKind[];
  },
): Promise<SettingsPlan> {
  const unsentKinds: SettingsKind[] = [];
  for (const kind of requestedKinds) {
    if (!(await hasOpenCommand(trx, binId, kind))) unsentKinds.push(kind);
  }
  return planSettingsCommands(before, after, unsentKinds);
}

/** Requests and cancels the commands of a save, after the settings were stored. */
export async function sendSettings(
  { requestCommand, cancelCommands }: SendSettingsPorts,
  trx: Trx,
  binId: number,
  { send, withdraw }: SettingsPlan,
  changedBy: ChangedBy,
): Promise<void> {
  for (const kind of withdraw) await cancelCommands(trx, [binId], kind);
  for (const instruction of send) {
    await requestCommand(trx, {
      binId,
      instruction,
      controlType: 'manual',
      actorId: changedBy.actor?.id ?? null,
      address: changedBy.address,
      reason: '',
      expiresAt: millis(changedBy.at + SETTINGS_EXPIRY_MS),
    });
    await recordCommand(trx, binId, 'commanded', listCommandFields(instruction), changedBy);
  }
}

type CommandFields = readonly { readonly field: SettingWireName; readonly after: unknown }[];

function listCommandFields(instruction: SettingsInstruction): CommandFields {
  switch (instruction.kind) {
    case 'radio':
      return [
        { field: toSettingWireName('frequency'), after: instruction.frequency },
        { field: toSettingWireName('radioGroup'), after: instruction.radioGroup },
      ];
    case 'radar':
      return [
        { field: toSettingWireName('levelSensorEmptyMm'), after: instruction.heightMm },
        { field: toSettingWireName('deadZoneMm'), after: instruction.deadZoneMm },
      ];
    case 'installation-mode':
      return [{ field: toSettingWireName('installationMode'), after: instruction.isOn }];
  }
}

/** Records the commands of a save that the caller may not send; fields are named as on the wire. */
export async function recordRefusedCommands(
  trx: Trx,
  binId: number,
  edit: BinSettingsEdit,
  refusedFields: readonly string[],
  changedBy: ChangedBy,
): Promise<void> {
  const fields = commandedSettings.flatMap((name) => {
    const field = toSettingWireName(name);
    return refusedFields.includes(field) ? [{ field, after: edit[name] ?? null }] : [];
  });
  if (fields.length > 0) await recordCommand(trx, binId, 'refused', fields, changedBy);
}

async function recordCommand(
  trx: Trx,
  binId: number,
  act: 'commanded' | 'refused',
  fields: CommandFields,
  changedBy: ChangedBy,
): Promise<void> {
  await recordBinChange(trx, binId, {
    ...changedBy,
    act,
    changes: fields.map((field) => ({ ...field, before: null })),
  });
}
