import type { BinSettingsEdit, SettingName } from '@granary/contract/bins/settings';
import type { Settings } from './change-settings.ts';

/**
 * Applies an edit. Radio settings and installation mode change only when the board confirms them: until
 * then the new values are stored as requested, and they are dropped when the bin moves to another bin
 * station.
 */
export function applyEdit(
  before: Settings,
  edit: BinSettingsEdit,
  mayChange: (name: SettingName) => boolean,
): Settings {
  const { version: _, isChannelSet, frequency, radioGroup, installationMode, ...others } = edit;
  const { pressureCables, cables, ...rest } = others;
  const { mainBoardId = before.mainBoardId, binNumber = before.binNumber } = edit;
  const isSameBinStation = mainBoardId === before.mainBoardId && binNumber === before.binNumber;
  const pending = <T>(requested: T | null) => (isSameBinStation ? requested : null);
  const wantedFrequency = toRequestedSetting(
    before.frequency,
    pending(before.wantedFrequency),
    frequency,
    mayChange('frequency'),
  );
  const wantedRadioGroup = toRequestedSetting(
    before.radioGroup,
    pending(before.wantedRadioGroup),
    radioGroup,
    mayChange('radioGroup'),
  );
  const radio =
    isChannelSet === true
      ? {
          frequency: wantedFrequency ?? before.frequency,
          radioGroup: wantedRadioGroup ?? before.radioGroup,
          wantedFrequency: null,
          wantedRadioGroup: null,
        }
      : { wantedFrequency, wantedRadioGroup };
  return {
    ...before,
    ...rest,
    ...radio,
    wantedInstallationMode: toRequestedMode(
      before.installationMode,
      pending(before.wantedInstallationMode),
      installationMode,
      mayChange('installationMode'),
    ),
    pressureCables: { ...before.pressureCables, ...pressureCables },
    cables: cables ? [...cables].sort((a, b) => a.cable - b.cable) : before.cables,
  };
}

function toRequestedSetting(
  current: number,
  pending: number | null,
  requested: number | undefined,
  mayChange: boolean,
): number | null {
  // A user without this right sends the value that they read, which must not cancel a request.
  if (requested === undefined || (!mayChange && requested === current)) return pending;
  return requested === current ? null : requested;
}

/** The board may have executed a request that it did not confirm, so the opposite is requested too. */
function toRequestedMode(
  current: boolean,
  pending: boolean | null,
  requested: boolean | undefined,
  mayChange: boolean,
): boolean | null {
  if (requested === undefined || (!mayChange && requested === current)) return pending;
  return requested === (pending ?? current) ? pending : requested;
}
