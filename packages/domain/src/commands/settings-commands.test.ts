import { describe, expect, it } from 'vitest';
import { type BoardSettings, planSettingsCommands } from './settings-commands.ts';

const stored: BoardSettings = {
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
const waiting = { ...stored, wantedFrequency: 44 };

describe('the commands of saved settings', () => {
  it('do not include settings that the board does not need', () => {
    expect(planSettingsCommands(stored, { ...stored, deadZoneMm: 300 }, [])).toEqual({
      send: [],
      withdraw: [],
    });
  });

  it('send a new channel, and withdraw it when the current one is chosen again', () => {
    const radio = { kind: 'radio', frequency: 44, radioGroup: 1 };
    expect(planSettingsCommands(stored, waiting, []).send).toEqual([radio]);
    const both = { ...waiting, wantedRadioGroup: 3 };
    expect(planSettingsCommands(waiting, both, []).send).toEqual([{ ...radio, radioGroup: 3 }]);
    expect(planSettingsCommands(waiting, stored, [])).toEqual({ send: [], withdraw: ['radio'] });
  });

  it('send a stored channel with the next save, but not again while its command is open', () => {
    expect(planSettingsCommands(waiting, waiting, []).send).toEqual([]);
    expect(planSettingsCommands(waiting, waiting, ['radio']).send).toHaveLength(1);
  });

  it('measure the height of the bin once for each save', () => {
    const measuring = { ...stored, radarHeightWanted: true };
    const radar = { kind: 'radar', heightMm: 6000, deadZoneMm: 0 };
    expect(planSettingsCommands(stored, measuring, []).send).toEqual([radar]);
    expect(planSettingsCommands(measuring, measuring, []).send).toEqual([]);
    expect(planSettingsCommands(measuring, measuring, ['radar']).send).toEqual([radar]);
    expect(planSettingsCommands(measuring, stored, []).withdraw).toEqual(['radar']);
  });

  it('turn installation mode on and off', () => {
    const on = { ...stored, wantedInstallationMode: true };
    const mode = { kind: 'installation-mode', isOn: true };
    expect(planSettingsCommands(stored, on, []).send).toEqual([mode]);
    expect(planSettingsCommands(on, on, []).send).toEqual([]);
    expect(planSettingsCommands(on, on, ['installation-mode']).send).toEqual([mode]);
    const off = { ...stored, wantedInstallationMode: false };
    expect(planSettingsCommands(on, off, []).send).toEqual([{ ...mode, isOn: false }]);
  });
});
