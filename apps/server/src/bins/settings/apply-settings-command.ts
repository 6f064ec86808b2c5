import { toSettingWireName } from '@granary/contract/bins/settings';
import type { CommandChange } from '@granary/domain/commands/request';
import type { SettingsInstruction } from '@granary/domain/commands/settings-commands';
import type { Millis } from '@granary/domain/units';
import type { FieldChange } from '../../audit/record-change.ts';
import type { BinAtStation, BinRow, Trx } from '../../platform/postgres/tables.ts';
import { recordBoardChange } from '../record-board-change.ts';
import { loadBin, lockBin } from '../store.ts';
import { writeSettings } from './store.ts';

export interface SettingsCommandPorts {
  /** Checks whether a command is the newest of its kind for its bin. */
  isNewestCommand(trx: Trx, commandId: string): Promise<boolean>;
  /** Finds when the board of a bin confirmed that it is in installation mode; null if it is not. */
  findInstallationModeSince(trx: Trx, bin: BinAtStation): Promise<Millis | null>;
}

/** Updates the settings of a bin after one of its commands changed. */
export async function applySettingsCommand(
  ports: SettingsCommandPorts,
  trx: Trx,
  instruction: SettingsInstruction,
  change: CommandChange,
): Promise<void> {
  const { command, kind, at } = change;
  if (kind === 'released') return;
  // The lock makes a concurrent save wait, so that it gets the next version.
  if ((await lockBin(trx, command.binId)) === null) return;
  const context = await loadBin(trx, command.binId);
  if (!context) return;
  const { bin } = context;
  const values = await findNewValues(ports, trx, bin, instruction, change);
  if (values === null) return;
  const version = bin.version + 1;
  await writeSettings(trx, bin.id, { ...values, version });
  await recordBoardChange(trx, bin, listChanges(bin, values), { version, at });
}

type NewValues = Partial<
  Pick<
    BinRow,
    | 'frequency'
    | 'radioGroup'
    | 'wantedFrequency'
    | 'wantedRadioGroup'
    | 'radarHeightWanted'
    | 'installationMode'
    | 'wantedInstallationMode'
  >
>;

/** Finds the settings that change when a command is answered or ends; null if none change. */
async function findNewValues(
  { isNewestCommand, findInstallationModeSince }: SettingsCommandPorts,
  trx: Trx,
  bin: BinRow,
  instruction: SettingsInstruction,
  { command, kind }: CommandChange,
): Promise<NewValues | null> {
  switch (instruction.kind) {
    case 'radio': {
      // The old channel remains stored until the board confirms on the new channel; a failed request can be
      // sent again.
      if (kind === 'ended') return null;
      const { frequency, radioGroup } = instruction;
      const isWanted =
        (bin.wantedFrequency ?? bin.frequency) === frequency &&
        (bin.wantedRadioGroup ?? bin.radioGroup) === radioGroup;
      if (isWanted) return { frequency, radioGroup, wantedFrequency: null, wantedRadioGroup: null };
      // The command was sent before it was withdrawn, so the board is on this channel.
      return (await isNewestCommand(trx, command.id)) ? { frequency, radioGroup } : null;
    }
    case 'radar':
      return bin.radarHeightWanted ? { radarHeightWanted: false } : null;
    case 'installation-mode': {
      const installationMode = (await findInstallationModeSince(trx, bin)) !== null;
      const isNewest = await isNewestCommand(trx, command.id);
      const wantedInstallationMode = isNewest ? null : bin.wantedInstallationMode;
      const isSame =
        installationMode === bin.installationMode &&
        wantedInstallationMode === bin.wantedInstallationMode;
      return isSame ? null : { installationMode, wantedInstallationMode };
    }
  }
}

function listChanges(bin: BinRow, values: NewValues): FieldChange[] {
  const fields = {
    frequency: toSettingWireName('frequency'),
    radioGroup: toSettingWireName('radioGroup'),
    radarHeightWanted: toSettingWireName('radarHeightWanted'),
    installationMode: toSettingWireName('installationMode'),
    wantedInstallationMode: 'bin_installation_mode_wanted',
  } as const;
  return (Object.keys(fields) as (keyof typeof fields)[]).flatMap((name) => {
    const after = values[name];
    const before = bin[name];
    return after === undefined || after === before ? [] : [{ field: fields[name], before, after }];
  });
}
