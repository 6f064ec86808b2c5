import type { BinSettingsEdit } from '@granary/contract/bins/settings';
import type { Settings } from './change-settings.ts';

/**
 * Applies an edit to a bin's settings. Radio settings and installation mode change only when the board
 * confirms them: until then the new values are stored as requested. Requests are dropped when the bin moves
 * to another bin station.
 */
export function applyEdit(oldSettings: Settings, edit: BinSettingsEdit): Settings {
  const { version: _, isChannelSet, withdrawsRequests, ...settings } = edit;
  const { frequency, radioGroup, installationMode, pressureCables, cables, ...rest } = settings;
  const { mainBoardId = oldSettings.mainBoardId, binNumber = oldSettings.binNumber } = edit;
  const isSameBinStation =
    mainBoardId === oldSettings.mainBoardId && binNumber === oldSettings.binNumber;
  const keepIfSameStation = <T>(wanted: T | null) => (isSameBinStation ? wanted : null);
  const withdrawsRadar = edit.radarHeightWanted === false && withdrawsRequests === true;
  const mayWithdraw = withdrawsRequests === true || isChannelSet === true;
  const wantedFrequency = toRequestedRadio(
    { current: oldSettings.frequency, wanted: keepIfSameStation(oldSettings.wantedFrequency) },
    frequency,
    mayWithdraw,
  );
  const wantedRadioGroup = toRequestedRadio(
    { current: oldSettings.radioGroup, wanted: keepIfSameStation(oldSettings.wantedRadioGroup) },
    radioGroup,
    mayWithdraw,
  );
  const radio =
    isChannelSet === true
      ? {
          frequency: wantedFrequency ?? oldSettings.frequency,
          radioGroup: wantedRadioGroup ?? oldSettings.radioGroup,
          wantedFrequency: null,
          wantedRadioGroup: null,
        }
      : { wantedFrequency, wantedRadioGroup };
  return {
    ...oldSettings,
    ...rest,
    ...radio,
    radarHeightWanted:
      edit.radarHeightWanted === true ||
      (isSameBinStation && oldSettings.radarHeightWanted && !withdrawsRadar),
    wantedInstallationMode: toRequestedMode(
      {
        current: oldSettings.installationMode,
        wanted: keepIfSameStation(oldSettings.wantedInstallationMode),
      },
      installationMode,
      withdrawsRequests === true,
    ),
    pressureCables: { ...oldSettings.pressureCables, ...pressureCables },
    cables: cables ? [...cables].sort((a, b) => a.cable - b.cable) : oldSettings.cables,
  };
}

/** The value that a bin's board uses, and the value requested from it; null if none is requested. */
interface BoardSetting<T> {
  readonly current: T;
  readonly wanted: T | null;
}

function toRequestedRadio(
  { current, wanted }: BoardSetting<number>,
  value: number | undefined,
  mayWithdraw: boolean,
): number | null {
  // Callers also send the value that they read, which must not withdraw someone else's request.
  if (value === undefined || (value === current && !mayWithdraw)) return wanted;
  return value === current ? null : value;
}

/** The board may have executed a request that it did not confirm, so withdrawing it requests the opposite. */
function toRequestedMode(
  { current, wanted }: BoardSetting<boolean>,
  value: boolean | undefined,
  mayWithdraw: boolean,
): boolean | null {
  if (value === undefined || (value === current && !mayWithdraw)) return wanted;
  return value === (wanted ?? current) ? wanted : value;
}
