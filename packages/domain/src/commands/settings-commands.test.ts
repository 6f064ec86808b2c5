import { describe, expect, it } from 'vitest';
import { type BoardSettings, planSettingsCommands } from './settings-commands.ts';

const storedSettings: BoardSettings = {
  frequency: 30,
  radioGroup: 1,
  wantedFrequency: null,
  wantedRadioGroup: null,
  radarHeightWanted: false,
  levelSensorEmptyMm: 6000,
  deadZoneMm: null,
  installationMode: false,
  wantedInstallationMode: null,
};
const waitingSettings = { ...storedSettings, wantedFrequency: 44 };

describe('the commands for saved settings', () => {
  it('do not include settings that the board does not need', () => {
    expect(
      planSettingsCommands(storedSettings, { ...storedSettings, deadZoneMm: 300 }, []),
    ).toEqual({
      send: [],
      withdraw: [],
    });
  });

  it('send a new channel, and withdraw it when the current one is chosen again', () => {
    const radio = { kind: 'radio', frequency: 44, radioGroup: 1 };
    expect(planSettingsCommands(storedSettings, waitingSettings, []).send).toEqual([radio]);
    const both = { ...waitingSettings, wantedRadioGroup: 3 };
    expect(planSettingsCommands(waitingSettings, both, []).send).toEqual([
      { ...radio, radioGroup: 3 },
    ]);
    expect(planSettingsCommands(waitingSettings, storedSettings, [])).toEqual({
      send: [],
      withdraw: ['radio'],
    });
  });

  it('send a stored channel with the next save, but not again while its command is open', () => {
    expect(planSettingsCommands(waitingSettings, waitingSettings, []).send).toEqual([]);
    expect(planSettingsCommands(waitingSettings, waitingSettings, ['radio']).send).toHaveLength(1);
  });

  it('measure the height of the bin once per save', () => {
    const measuringSettings = { ...storedSettings, radarHeightWanted: true };
    const radar = { kind: 'radar', heightMm: 6000, deadZoneMm: 0 };
    expect(planSettingsCommands(storedSettings, measuringSettings, []).send).toEqual([radar]);
    expect(planSettingsCommands(measuringSettings, measuringSettings, []).send).toEqual([]);
    expect(planSettingsCommands(measuringSettings, measuringSettings, ['radar']).send).toEqual([
      radar,
    ]);
    expect(planSettingsCommands(measuringSettings, storedSettings, []).withdraw).toEqual(['radar']);
  });

  it('turn installation mode on and off', () => {
    const on = { ...storedSettings, wantedInstallationMode: true };
    const mode = { kind: 'installation-mode', isOn: true };
    expect(planSettingsCommands(storedSettings, on, []).send).toEqual([mode]);
    expect(planSettingsCommands(on, on, []).send).toEqual([]);
    expect(planSettingsCommands(on, on, ['installation-mode']).send).toEqual([mode]);
    const off = { ...storedSettings, wantedInstallationMode: false };
    expect(planSettingsCommands(on, off, []).send).toEqual([{ ...mode, isOn: false }]);
  });
});
