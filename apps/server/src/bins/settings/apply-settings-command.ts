import { wireNameOf } from '@granary/contract/bins/settings';
import type { CommandChange } from '@granary/domain/commands/request';
import type { SettingsInstruction } from '@granary/domain/commands/settings-commands';
import type { FieldChange } from '../../audit/record-change.ts';
import type { BinRow, Trx } from '../../platform/postgres/tables.ts';
import { recordBoardChange } from '../record-board-change.ts';
import { loadBin, lockBin } from '../store.ts';
import { writeSettings } from './store.ts';

/** What happened to a command moves the settings of the bin that it is about. */
export async function applySettingsCommand(
  trx: Trx,
  instruction: SettingsInstruction,
  { command, kind, at }: CommandChange,
): Promise<void> {
  if (kind === 'released') return;
  // A save that changes the bin at the same time gets the next version.
  if ((await lockBin(trx, command.binId)) === null) return;
  const context = await loadBin(trx, command.binId);
  if (!context) return;
  const { bin } = context;
  const values = findNewValues(bin, instruction, kind);
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
  >
>;

/** The settings that an answer, or the end without one, changes; null: none. */
function findNewValues(
  bin: BinRow,
  instruction: SettingsInstruction,
  kind: 'confirmed' | 'ended',
): NewValues | null {
  switch (instruction.kind) {
    case 'radio': {
      // The old channel stays until the board confirms on the new one; a failed request can be sent again.
      const { frequency, radioGroup } = instruction;
      const isWanted =
        (bin.wantedFrequency ?? bin.frequency) === frequency &&
        (bin.wantedRadioGroup ?? bin.radioGroup) === radioGroup;
      if (kind === 'ended' || !isWanted) return null;
      return { frequency, radioGroup, wantedFrequency: null, wantedRadioGroup: null };
    }
    case 'radar':
      return bin.radarHeightWanted ? { radarHeightWanted: false } : null;
    case 'installation-mode':
      // A board that did not confirm is in the mode that it had before.
      return kind === 'ended' && bin.installationMode === instruction.isOn
        ? { installationMode: !instruction.isOn }
        : null;
  }
}

function listChanges(bin: BinRow, values: NewValues): FieldChange[] {
  const { frequency, radioGroup, radarHeightWanted, installationMode } = values;
  const changed = { frequency, radioGroup, radarHeightWanted, installationMode } as const;
  return (Object.keys(changed) as (keyof typeof changed)[]).flatMap((name) => {
    const after = changed[name];
    const before = bin[name];
    return after === undefined || after === before
      ? []
      : [{ field: wireNameOf(name), before, after }];
  });
}
