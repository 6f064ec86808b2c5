import type { Instruction } from './instruction.ts';

/** The settings of a bin that its board needs. */
export interface BoardSettings {
  readonly frequency: number;
  readonly radioGroup: number;
  /** Requested and not yet confirmed by the board; null if there is none. */
  readonly wantedFrequency: number | null;
  readonly wantedRadioGroup: number | null;
  readonly radarHeightWanted: boolean;
  readonly levelSensorEmptyMm: number | null;
  readonly deadZoneMm: number | null;
  readonly installationMode: boolean;
}

/** The settings that are sent to the board as commands when they change. */
export const commandedSettings = [
  'frequency',
  'radioGroup',
  'radarHeightWanted',
  'installationMode',
] as const satisfies readonly (keyof BoardSettings)[];

export type SettingsInstruction = Extract<
  Instruction,
  { kind: 'radio' | 'radar' | 'installation-mode' }
>;

/** The kinds of commands that a save of settings sends. */
export type SettingsKind = SettingsInstruction['kind'];

/**
 * The commands that a save sends to the board, and those it withdraws. A requested channel without an open command is
 * sent with the next save, because it was stored when boards got no commands.
 */
export function planSettingsCommands(
  before: BoardSettings,
  after: BoardSettings,
  isRadioOpen: boolean,
): { readonly send: readonly SettingsInstruction[]; readonly withdraw: readonly SettingsKind[] } {
  const send: SettingsInstruction[] = [];
  const withdraw: SettingsKind[] = [];
  if (isRadioWanted(after)) {
    if (!isRadioOpen || !isSameRadio(before, after)) send.push(toRadio(after));
  } else if (isRadioWanted(before)) withdraw.push('radio');
  if (after.radarHeightWanted && !before.radarHeightWanted) {
    const { levelSensorEmptyMm, deadZoneMm } = after;
    send.push({
      kind: 'radar',
      heightMm: Math.round(levelSensorEmptyMm ?? 0),
      deadZoneMm: Math.round(deadZoneMm ?? 0),
    });
  } else if (before.radarHeightWanted && !after.radarHeightWanted) withdraw.push('radar');
  if (after.installationMode !== before.installationMode) {
    send.push({ kind: 'installation-mode', isOn: after.installationMode });
  }
  return { send, withdraw };
}

function isRadioWanted({ wantedFrequency, wantedRadioGroup }: BoardSettings): boolean {
  return wantedFrequency !== null || wantedRadioGroup !== null;
}

function isSameRadio(before: BoardSettings, after: BoardSettings): boolean {
  return (
    before.wantedFrequency === after.wantedFrequency &&
    before.wantedRadioGroup === after.wantedRadioGroup
  );
}

function toRadio(settings: BoardSettings): SettingsInstruction {
  return {
    kind: 'radio',
    frequency: settings.wantedFrequency ?? settings.frequency,
    radioGroup: settings.wantedRadioGroup ?? settings.radioGroup,
  };
}
