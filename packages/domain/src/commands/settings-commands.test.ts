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
};
const waiting = { ...stored, wantedFrequency: 44 };

describe('the commands of saved settings', () => {
  it('are none for settings that the board does not need', () => {
    expect(planSettingsCommands(stored, { ...stored, deadZoneMm: 300 }, false)).toEqual({
      send: [],
      withdraw: [],
    });
  });

  it('send a new channel, and withdraw it when the current one is chosen again', () => {
    const radio = { kind: 'radio', frequency: 44, radioGroup: 1 };
    expect(planSettingsCommands(stored, waiting, false).send).toEqual([radio]);
    const both = { ...waiting, wantedRadioGroup: 3 };
    expect(planSettingsCommands(waiting, both, true).send).toEqual([{ ...radio, radioGroup: 3 }]);
    expect(planSettingsCommands(waiting, stored, true)).toEqual({ send: [], withdraw: ['radio'] });
  });

  it('send a channel that was only stored with the next save, and an open one not again', () => {
    expect(planSettingsCommands(waiting, waiting, true).send).toEqual([]);
    expect(planSettingsCommands(waiting, waiting, false).send).toHaveLength(1);
  });

  it('measure the height of the bin once for each save', () => {
    const measuring = { ...stored, radarHeightWanted: true };
    expect(planSettingsCommands(stored, measuring, false).send).toEqual([
      { kind: 'radar', heightMm: 6000, deadZoneMm: 0 },
    ]);
    expect(planSettingsCommands(measuring, measuring, false).send).toEqual([]);
    expect(planSettingsCommands(measuring, stored, false).withdraw).toEqual(['radar']);
  });

  it('turn installation mode on and off', () => {
    const on = { ...stored, installationMode: true };
    expect(planSettingsCommands(stored, on, false).send).toEqual([
      { kind: 'installation-mode', isOn: true },
    ]);
    expect(planSettingsCommands(on, stored, false).send).toEqual([
      { kind: 'installation-mode', isOn: false },
    ]);
  });
});
