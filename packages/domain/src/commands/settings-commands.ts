import type { Instruction } from './instruction.ts';

/** The settings of a bin that its board needs. */
export interface BoardSettings {
  readonly frequency: number;
  readonly radioGroup: number;
  /** The frequency that was requested and that the board has not confirmed yet; null if there is none. */
  readonly wantedFrequency: number | null;
  readonly wantedRadioGroup: number | null;
  readonly radarHeightWanted: boolean;
  readonly levelSensorEmptyMm: number | null;
  readonly deadZoneMm: number | null;
  readonly installationMode: boolean;
  /** The mode that was requested and that the board has not confirmed yet; null if there is none. */
  readonly wantedInstallationMode: boolean | null;
}

/** The kinds of commands that a save of settings sends. */
export const settingsKinds = ['radio', 'radar', 'installation-mode'] as const;
export type SettingsKind = (typeof settingsKinds)[number];

export type SettingsInstruction = Extract<Instruction, { kind: SettingsKind }>;

/** The kind of command that sends each setting to the board when it changes. */
export const commandKinds = {
  frequency: 'radio',
  radioGroup: 'radio',
  radarHeightWanted: 'radar',
  installationMode: 'installation-mode',
} as const satisfies Partial<Readonly<Record<keyof BoardSettings, SettingsKind>>>;

/** The settings that are sent to the board as commands when they change. */
export const commandedSettings = [
  'frequency',
  'radioGroup',
  'radarHeightWanted',
  'installationMode',
] as const satisfies readonly (keyof typeof commandKinds)[];

/**
 * The commands that a save sends to the board, and those it withdraws. `unsentKinds` are the kinds that the
 * save includes and that have no open command: their requested values are sent even if the save does not
 * change them.
 */
export function planSettingsCommands(
  oldSettings: BoardSettings,
  newSettings: BoardSettings,
  unsentKinds: readonly SettingsKind[],
): { readonly send: readonly SettingsInstruction[]; readonly withdraw: readonly SettingsKind[] } {
  const send: SettingsInstruction[] = [];
  const withdraw: SettingsKind[] = [];
  if (isRadioWanted(newSettings)) {
    if (unsentKinds.includes('radio') || !isSameRadio(oldSettings, newSettings))
      send.push(toRadio(newSettings));
  } else if (isRadioWanted(oldSettings)) withdraw.push('radio');
  if (newSettings.radarHeightWanted) {
    if (unsentKinds.includes('radar') || !oldSettings.radarHeightWanted)
      send.push(toRadar(newSettings));
  } else if (oldSettings.radarHeightWanted) withdraw.push('radar');
  const isOn = newSettings.wantedInstallationMode;
  const isNewMode = isOn !== oldSettings.wantedInstallationMode;
  if (isOn !== null && (unsentKinds.includes('installation-mode') || isNewMode)) {
    send.push({ kind: 'installation-mode', isOn });
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

function toRadar({ levelSensorEmptyMm, deadZoneMm }: BoardSettings): SettingsInstruction {
  return {
    kind: 'radar',
    heightMm: Math.round(levelSensorEmptyMm ?? 0),
    deadZoneMm: Math.round(deadZoneMm ?? 0),
  };
}
